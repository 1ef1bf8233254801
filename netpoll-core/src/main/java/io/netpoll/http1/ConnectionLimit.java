package io.netpoll.http1;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many connections a server may have, whichever listener they come from, and what becomes of the next: it waits in the
 * backlog, or is answered with 503 (Service Unavailable). One thread asks and counts those that come; any thread those that
 * end.
 */
public final class ConnectionLimit {

    /** What becomes of a connection that waits to be accepted. */
    enum Admission {
        /** It is served. */
        SERVE,
        /** Its first request is answered with 503. */
        REFUSE,
        /** It waits. */
        WAIT
    }

    /**
     * How many connections may be on their way to be refused: each costs a descriptor until its client has taken the answer,
     * and beyond them the backlog holds clients back more cheaply.
     */
    private static final int MAX_REFUSALS = 64;

    private final int max;
    private final boolean refuses;
    private final Runnable onRoom;
    private final AtomicInteger served = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();

    /** Connections wait in the backlog because there are as many as there may be. */
    private volatile boolean full;

    /**
     * No connections yet.
     *
     * @param max how many may be served
     * @param refuses whether those beyond are refused rather than left to wait
     * @param onRoom runs on any thread after a connection has ended that another was waiting for
     */
    public ConnectionLimit(int max, boolean refuses, Runnable onRoom) {
        this.max = max;
        this.refuses = refuses;
        this.onRoom = onRoom;
    }

    int max() {
        return max;
    }

    boolean refuses() {
        return refuses;
    }

    /** What becomes of the next connection; if it has to wait, whoever asks is told by {@code onRoom} when to ask again. */
    Admission next() {
        Admission admission = look();
        if (admission == Admission.WAIT) {
            full = true;
            admission = look(); // a connection may have ended before it could see the mark
        }
        return admission;
    }

    private Admission look() {
        if (served.get() < max) {
            return Admission.SERVE;
        }
        return refuses && refused.get() < MAX_REFUSALS ? Admission.REFUSE : Admission.WAIT;
    }

    /** A connection has been accepted. */
    void opened(boolean refusing) {
        (refusing ? refused : served).incrementAndGet();
    }

    /** A connection has ended. Any thread. */
    void closed(boolean refusing) {
        (refusing ? refused : served).decrementAndGet();
        if (full) {
            full = false;
            onRoom.run();
        }
    }
}
