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
}
