package io.netpoll.http1;

/** Runs handlers on threads that may block. */
public interface Dispatcher {

    /**
     * Runs a job on a handler thread: at once, or in order when the limit on requests in flight allows. Never blocks and
     * never throws; any thread may call this.
     */
    void dispatch(Runnable job);
}
