package io.netpoll.http1;

import io.netpoll.http1.codec.HttpDate;
import io.netpoll.reactor.Clock;

/** The Date field (RFC 9110 §6.6.1), made once a second. Any thread may ask. */
final class DateLine {

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Second(long epochSecond, byte[] line) {}

    private final Clock clock;
    private volatile Second current = new Second(Long.MIN_VALUE, new byte[0]);

    DateLine(Clock clock) {
        this.clock = clock;
    }

    /** The line for this second, not to be changed. */
    byte[] get() {
        long second = Math.floorDiv(clock.epochMillis(), 1000L);
        Second cached = current;
        if (cached.epochSecond != second) {
            cached = new Second(second, HttpDate.dateLine(second));
            current = cached;
        }
        return cached.line;
    }
}
