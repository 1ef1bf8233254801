package io.netpoll.http;

import java.io.IOException;

/** Is told what happens to a detached exchange while no thread is inside it. */
@FunctionalInterface
public interface DetachedListener {

    /**
     * The client has gone: it reset the connection, or it closed its side and nothing more can usefully be sent, or the
     * server is stopping. Called at most once, on a handler thread, as a task of {@link Exchange#execute}. The exchange
     * is still open; the listener ends it.
     *
     * @param cause what happened; its text contains the words by which frameworks recognise a departed client
     */
    void gone(IOException cause);

    /**
     * The server shuts down and waits no longer for a response that has no end, such as an event stream, or for a connection
     * that speaks another protocol. Called at most once, before {@link #gone} if that is called too, on a handler thread, as a
     * task of {@link Exchange#execute}. Whoever can end the response in order does so now, if not in this call then soon
     * after it; by default nothing is done, and the exchange is aborted when the time of the shutdown is over.
     */
    default void endRequested() {}
}
