package io.netpoll.reactor;

import java.io.IOException;

/**
 * What a flavour of readiness notification supplies to an {@link EventLoop}. Only the thread that drives the loop calls
 * these methods.
 *
 * <p>A flavour reports, for each ready descriptor, the token it was added with and bits of {@link Event}. It may report more
 * than is true, never less.
 */
interface Netpoll extends AutoCloseable {

    /** Starts to watch a descriptor. */
    void add(int fd, Interest interest, long token) throws IOException;

    /** Changes the interest in a descriptor that is watched, or asks again after a one-shot report. */
    void modify(int fd, Interest interest, long token) throws IOException;

    /** Stops to watch a descriptor that is still open. */
    void remove(int fd) throws IOException;

    /**
     * Waits until a descriptor is ready or the time is over. Signals do not shorten or stretch the wait.
     *
     * @param timeoutNanos how long to wait: 0 not at all, negative for ever; rounded up to what the flavour can measure
     * @return how many reports there are
     */
    int await(long timeoutNanos) throws IOException;

    /** The token of a report of the last wait. */
    long token(int index);

    /** The bits of {@link Event} of a report of the last wait. */
    int ready(int index);

    @Override
    void close();
}
