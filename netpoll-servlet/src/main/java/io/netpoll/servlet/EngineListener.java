package io.netpoll.servlet;

import io.netpoll.servlet.path.PathRule;
import org.jspecify.annotations.Nullable;

/**
 * Is told what the engine itself does not log. The methods are called by the threads that run requests and must neither
 * block nor throw.
 */
public interface EngineListener {

    /** Does nothing. */
    EngineListener NONE = new EngineListener() {};

    /** A request was answered with status 400 before any filter saw it, because its path breaks a rule. */
    default void pathRejected(PathRule rule) {}

    /**
     * A servlet or filter has let an exception out.
     *
     * @param servletName the servlet the request was mapped to
     */
    default void servletFailed(String servletName, Throwable failure) {}

    /**
     * A servlet or filter has let an exception out that its client brought about: the request cannot be read to its end, does
     * not make sense, or exceeds a limit. Clients can do that as often as they like.
     *
     * @param servletName the servlet the request was mapped to
     * @param status what the client is told if nothing of the response has left
     */
    default void requestRejected(String servletName, int status, Throwable failure) {}

    /** A listener of the application, or its {@code destroy} method, has thrown; the engine went on. */
    default void listenerFailed(Throwable failure) {}

    /** The application called {@link jakarta.servlet.ServletContext#log}. */
    default void logged(String message, @Nullable Throwable cause) {}
}
