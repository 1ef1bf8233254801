package io.netpoll.http;

/**
 * Answers requests: the seam between the server and whatever runs on it, a Servlet engine or a lambda.
 *
 * <p>{@link #handle} is called once for each request, on a thread that the server's handler mode decides: a virtual
 * thread, a thread of a bounded pool, or, for a handler that declares itself non-blocking, the event loop.
 */
@FunctionalInterface
public interface Handler {

    /**
     * Answers one request.
     *
     * <p>When this method returns, the exchange ends, unless the handler {@linkplain Exchange#detach detached} it. An
     * exchange that ends without a response is answered with status 500. An exception does the same before the response
     * is committed; after that it aborts the connection, so that a half-sent response never looks complete.
     *
     * @param exchange the request and its response; not to be used after the exchange has ended
     * @throws Exception whatever went wrong
     */
    void handle(Exchange exchange) throws Exception;

    /**
     * Whether {@link #handle} never blocks. Such a handler runs on the event loop itself: calls that would block throw
     * {@link IllegalStateException} there.
     *
     * @return {@code true} if the loop may call this handler directly; read once, when the server is built
     */
    default boolean isNonBlocking() {
        return false;
    }
}
