package io.netpoll.reactor;

/** The only source of time in this module, so that tests can supply their own. Any thread may ask. */
public interface Clock {

    /** Nanoseconds since an arbitrary origin, never going back. */
    long nanoTime();

    /** Milliseconds since 1970-01-01T00:00Z; may jump. */
    long epochMillis();

    /** The clocks of the system. */
    static Clock system() {
        return SystemClock.INSTANCE;
    }
}
