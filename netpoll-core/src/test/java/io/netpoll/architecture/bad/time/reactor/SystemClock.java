package io.netpoll.architecture.bad.time.reactor;

/** The place to read the time. */
final class SystemClock {

    long nanos() {
        return System.nanoTime();
    }
}
