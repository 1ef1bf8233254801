package io.netpoll.http;

import java.io.IOException;
import java.time.Duration;

/**
 * One request and its response. Nothing here is peculiar to a version of HTTP.
 *
 * <p>An exchange is used by one thread at a time, the one that runs the handler; reading the request and writing the
 * response may each have a thread of its own. Once the exchange has ended every call on it, its body or its sink fails
 * without reaching the connection, which may already carry somebody else's response.
 */
public interface Exchange {

    /** The request's control data and header fields. */
    RequestHead request();

    /** The request's content; empty if it has none. */
    RequestBody requestBody();

    /** Where the response goes. */
    ResponseSink response();

    /** The connection the request came on. */
    ConnectionInfo connection();

    /** A number no other exchange of this server has. */
    long id();

    /**
     * Leaves something for the {@link ExchangeListener} that is told of the exchange's end, such as an engine's own request.
     * Called by the thread that runs the handler; the last call counts.
     *
     * @param attachment may be read after the exchange has ended, on the thread that ended it
     */
    void attach(Object attachment);

    /**
     * Keeps the exchange open after the handler has returned; {@link #complete} or {@link #abort} ends it. Only the thread
     * inside {@link Handler#handle} may call this, and only once.
     *
     * @param listener is told when the client has gone
     * @throws IllegalStateException if the exchange is detached already or has ended
     */
    void detach(DetachedListener listener);

    /**
     * Changes to another protocol: answers 101 (Switching Protocols) with the fields {@code Connection: Upgrade} and
     * {@code Upgrade} (RFC 9110 §7.8, §15.2.2). From then on the body reads the client's octets as they come, until it
     * closes, and the sink's writes send octets as they are; HTTP's deadlines for reading no longer apply. When the exchange
     * ends, so does the connection. The end of the client's octets is not taken for its departure.
     *
     * @param protocol what to change to: a member of the request's Upgrade field, in any case
     * @param fields further fields of the answer
     * @throws IOException if the client is gone
     * @throws IllegalStateException if the request has not been read to its end, cannot be upgraded in its version of HTTP,
     *     does not offer the protocol, or has been answered already
     * @throws IllegalArgumentException if the protocol cannot stand in a field
     */
    void upgrade(String protocol, FieldList fields) throws IOException;

    /**
     * Ends a detached exchange: the response's remaining bytes leave, then the connection is free for the next request.
     * Without a committed response the client gets status 500. Any thread may call this; only the first end counts. A
     * call made while the handler has not returned yet takes effect when it does.
     */
    void complete();

    /**
     * Gives the exchange up: nothing more is sent, the connection is reset. Any thread may call this; only the first end
     * counts.
     *
     * @param cause why; told to the server's listener and to a reader or writer that this call interrupts
     */
    void abort(Throwable cause);

    /**
     * Runs a task of a detached exchange on a handler thread. Tasks of one exchange run one at a time, in order, and never
     * before the handler has returned. Any thread may call this.
     *
     * @param task what to run; an exception it throws aborts the exchange
     * @return whether the task will run; {@code false} if the exchange has ended
     */
    boolean execute(Runnable task);

    /**
     * Like {@link #execute}, after a delay.
     *
     * @param delay how long to wait, not negative
     * @param task what to run
     * @return cancels the task if it has not begun
     */
    Cancellable schedule(Duration delay, Runnable task);
}
