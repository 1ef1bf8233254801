package io.netpoll.http1;

import java.util.concurrent.ThreadLocalRandom;

/** How long a connection may go on: so many requests, and up to an age. Used by whoever owns the connection. */
final class Lifetime {

    /** The age at which a connection ends differs from the option's by up to one such part. */
    private static final long AGE_JITTER_PART = 10;

    private final Http1Options options;
    private int requests;
    private long end;

    Lifetime(Http1Options options) {
        this.options = options;
    }

    /**
     * It begins.
     *
     * @param now when that is, ns
     */
    void begin(long now) {
        // Connections that came together should not all have to come again together.
        long maxAge = options.maxAge();
        long jitter = maxAge / AGE_JITTER_PART;
        end = now + maxAge + (jitter == 0 ? 0 : ThreadLocalRandom.current().nextLong(-jitter, jitter));
    }

    void countRequest() {
        requests++;
    }

    /** Whether the answer that is being made is the last. */
    boolean isOver(long now) {
        return (options.maxRequests() > 0 && requests >= options.maxRequests())
                || (options.maxAge() > 0 && now - end > 0);
    }
}
