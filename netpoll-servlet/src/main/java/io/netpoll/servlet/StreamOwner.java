package io.netpoll.servlet;

import java.io.IOException;
import java.util.function.Consumer;

/** Whose octets a stream reads or writes: a request's, or those of the connection that it was upgraded to. */
interface StreamOwner {

    /** A method of a read or write listener. */
    @FunctionalInterface
    interface Callback {
        void run() throws IOException;
    }

    /**
     * Refuses a read or write listener where none can be called.
     *
     * @throws IllegalStateException if the streams cannot be used without blocking now
     */
    void requireListening();

    /** A listener has been set. */
    void streamsChanged();

    /** Whether the caller is inside a call of the container's, and not a thread of the application's own. */
    boolean isContainerThread();

    /** Runs a task after those that wait already. */
    void execute(Runnable task);

    /**
     * Calls a read or write listener, from a task, unless somebody else has the request now.
     *
     * @param onFailure tells the listener what it has thrown
     * @return whether it was called
     */
    boolean callback(Callback call, Consumer<Throwable> onFailure);

    /** A thread that waited for octets has met a failure. */
    void readFailed(IOException cause);

    /** A thread that writes has met a failure. */
    void ioFailed(IOException cause);

    /** Reading without blocking has failed; called by a task. */
    void streamFailed(IOException cause);
}
