package io.netpoll.architecture.bad.time.http1;

/** Reads the time by itself. */
final class BadStopwatch {

    private final long start = System.nanoTime();

    long start() {
        return start;
    }
}
