package io.netpoll.servlet;

import org.jspecify.annotations.Nullable;

/**
 * Says which path answers for an error (Servlet 6.1 §10.9.2): one status, one type of exception with its subclasses, or,
 * if both are {@code null}, every error that nothing else answers for.
 *
 * @param path a path of the application, starting with a slash
 * @param status the status code, or {@code null}
 * @param exception the type of exception, or {@code null}
 */
public record ErrorPage(
        String path, @Nullable Integer status, @Nullable Class<? extends Throwable> exception) {

    /** Checks the path. */
    public ErrorPage {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("The path of an error page starts with a slash: " + path);
        }
    }
}
