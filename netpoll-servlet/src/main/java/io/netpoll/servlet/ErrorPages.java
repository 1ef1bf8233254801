package io.netpoll.servlet;

import jakarta.servlet.ServletException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the page for an error (Servlet 6.1 §10.9.2). */
final class ErrorPages {

    /**
     * A page.
     *
     * @param path its path
     * @param cause the exception it is told of; {@code null} if there is none
     */
    record Found(String path, @Nullable Throwable cause) {}

    private final Map<Integer, String> byStatus = new HashMap<>();
    private final Map<Class<?>, String> byException = new HashMap<>();
    private @Nullable String global;

    ErrorPages(List<ErrorPage> pages) {
        for (ErrorPage page : pages) {
            if (page.exception() != null) {
                byException.put(page.exception(), page.path());
            }
            if (page.status() != null) {
                byStatus.put(page.status(), page.path());
            }
            if (page.exception() == null && page.status() == null) {
                global = page.path();
            }
        }
    }

    /**
     * The page for a status and, if one was thrown, an exception: by the nearest of its classes; for a
     * {@link ServletException}, then by its root cause; then by status; then the page for everything.
     */
    @Nullable Found find(int status, @Nullable Throwable cause) {
        String path = cause == null ? null : forClass(cause);
        if (path != null) {
            return new Found(path, cause);
        }
        Throwable root = rootCause(cause);
        path = root == null ? null : forClass(root);
        if (path != null) {
            return new Found(path, root);
        }
        path = byStatus.getOrDefault(status, global);
        return path == null ? null : new Found(path, cause);
    }

    private @Nullable String forClass(Throwable cause) {
        for (Class<?> type = cause.getClass(); type != null; type = type.getSuperclass()) {
            String path = byException.get(type);
            if (path != null) {
                return path;
            }
        }
        return null;
    }

    @SuppressWarnings("ReferenceEquality")
    private static @Nullable Throwable rootCause(@Nullable Throwable cause) {
        Throwable root = cause;
        while (root instanceof ServletException wrapper && wrapper.getRootCause() != null) {
            root = wrapper.getRootCause();
        }
        return root == cause ? null : root;
    }
}
