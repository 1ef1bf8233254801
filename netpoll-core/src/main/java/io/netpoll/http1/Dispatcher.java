package io.netpoll.http1;

/** Runs handlers on threads that may block. */
public interface Dispatcher {

    /**
     * Runs a job on a handler thread: at once, or in order when the limit on requests in flight allows. Never blocks and
     * never throws; any thread may call this.
     */
    void dispatch(Runnable job);

    /** Whether a job dispatched now would have to wait behind at least so many others. Any thread may ask. */
    boolean isBusy(int waiting);

    /**
     * Takes a job back that still waits. Any thread may call this.
     *
     * @return whether it will not run; {@code false} if it does, has done, or is about to
     */
    boolean withdraw(Runnable job);
}
