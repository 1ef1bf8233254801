package io.netpoll.http1;

import io.netpoll.reactor.EventLoop;

/** Runs handlers on threads that may block. */
public interface Dispatcher {

    /** What a handler thread is needed for. */
    interface Job extends Runnable {

        /** The loop of the connection it is about. */
        EventLoop loop();

        /**
         * There is no thread for this job: it is told instead of being run, on the thread that asked or that gave a place
         * back. Must neither block nor throw.
         *
         * @param cause why not
         */
        void refused(Throwable cause);
    }

    /**
     * Runs a job on a handler thread: at once, or in order when the limit on requests in flight allows. Never blocks and
     * never throws; any thread may call this.
     */
    void dispatch(Job job);

    /**
     * Whether a job dispatched now would have to wait behind at least so many others; never, unless jobs wait. Any thread may
     * ask.
     */
    default boolean isBusy(int waiting) {
        return false;
    }

    /**
     * Takes a job back that still waits. There is none, unless jobs wait. Any thread may call this.
     *
     * @return whether it will not run; {@code false} if it does, has done, or is about to
     */
    default boolean withdraw(Job job) {
        return false;
    }
}
