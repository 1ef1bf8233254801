package io.netpoll.http1;

import java.util.concurrent.TimeUnit;

/**
 * How long the client is waited for in one direction of one exchange: each time, and on average. Only the time in which its
 * octets, or its acknowledgements, were what was waited for counts: a pause of the handler's is not held against the client.
 *
 * <p>Nor is a pause of the whole process: a wait that ends later than it should have says nothing about the client, so it does
 * not count and is begun again, once. And it is never the clock alone that decides: who has waited for long enough looks once
 * more.
 *
 * <p>Used by whoever owns the direction, and by the loop while its owner waits for it.
 */
final class Patience {

    /** By how much a wait is longer than it should be if the process was stopped or had no processor meanwhile, ns. */
    private static final long LATE = 50_000_000;

    private static final long NEVER = -1;

    private final Http1Options options;
    private final Kind kind;
    private long waited;

    /** Whether the wait ends because of the average rather than because nothing moves. */
    private boolean averageEndsFirst;

    /** What had been moved when the last look was due. */
    private long lookedAt = NEVER;

    private Patience(Http1Options options, Kind kind) {
        this.options = options;
        this.kind = kind;
    }

    /** What the client is waited for. */
    private enum Kind {
        READING,
        WRITING,
        ENDLESS
    }

    /** With a client that sends content. */
    static Patience reading(Http1Options options) {
        return new Patience(options, Kind.READING);
    }

    /** With a client that receives content. */
    static Patience writing(Http1Options options) {
        return new Patience(options, Kind.WRITING);
    }

    /** With a client that may send whenever it likes. */
    static Patience endless(Http1Options options) {
        return new Patience(options, Kind.ENDLESS);
    }

    /**
     * How long the next wait may take.
     *
     * @param moved the octets that have been moved so far
     * @return nanoseconds; not positive if the client has been waited for long enough
     */
    long next(long moved) {
        if (moved == lookedAt) {
            return 0;
        }
        long timeout = timeout();
        long untilTooSlow = untilTooSlow(moved);
        averageEndsFirst = untilTooSlow < timeout;
        return Math.min(timeout, untilTooSlow);
    }

    private long timeout() {
        return switch (kind) {
            case READING -> options.bodyTimeout();
            case WRITING -> options.writeTimeout();
            case ENDLESS -> Long.MAX_VALUE / 2;
        };
    }

    private long untilTooSlow(long moved) {
        if (options.minimumRate() == 0 || kind == Kind.ENDLESS) {
            return Long.MAX_VALUE;
        }
        long earned = TimeUnit.SECONDS.toNanos(moved / options.minimumRate());
        return Math.max(options.minimumRateGrace(), earned) - waited;
    }

    /** The client was waited for, and came. */
    void waited(long nanos) {
        waited += nanos;
    }

    /** Whether a wait was so much longer than it should have been that not the client was slow, but we. */
    static boolean isLate(long nanos, long limit) {
        return nanos - Math.max(0, limit) > LATE;
    }

    /**
     * The client was waited for, and did not come in time.
     *
     * @param nanos how long the wait was
     * @return whether to look once more, which is the last time unless something has moved by then
     */
    boolean looksOnceMore(long moved, long nanos) {
        waited(nanos);
        boolean first = lookedAt != moved;
        lookedAt = moved;
        return first;
    }

    /** Why the wait is over. */
    Expiry expiry() {
        return kind == Kind.WRITING
                ? averageEndsFirst ? Expiry.RESPONSE_RATE : Expiry.RESPONSE
                : averageEndsFirst ? Expiry.BODY_RATE : Expiry.BODY;
    }
}
