package io.netpoll.http1;

import java.util.concurrent.TimeUnit;

/**
 * How fast the other side has to be in one direction of one exchange. Only the time in which its octets, or its
 * acknowledgements, were what was waited for counts: a pause of ours is not held against the client.
 *
 * <p>Used by whoever owns the direction.
 */
final class MinimumRate {

    private final long octetsPerSecond;
    private final long grace;
    private long waited;

    /**
     * A rate.
     *
     * @param octetsPerSecond the least there may be on average; 0 for any
     * @param grace how long may be waited before the average counts, ns
     */
    MinimumRate(long octetsPerSecond, long grace) {
        this.octetsPerSecond = octetsPerSecond;
        this.grace = grace;
    }

    /** So many nanoseconds were spent waiting. */
    void waited(long nanos) {
        waited += nanos;
    }

    /**
     * How much longer may be waited before the client is too slow.
     *
     * @param moved the octets that have been moved so far
     * @return nanoseconds, not positive if it is too slow already
     */
    long patience(long moved) {
        if (octetsPerSecond == 0) {
            return Long.MAX_VALUE;
        }
        long earned = TimeUnit.SECONDS.toNanos(moved / octetsPerSecond);
        return Math.max(grace, earned) - waited;
    }
}
