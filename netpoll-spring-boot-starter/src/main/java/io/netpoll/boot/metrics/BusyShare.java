package io.netpoll.boot.metrics;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The share of time that a loop was busy since the reading before, or since one before that if less than a second has
 * passed: several readers at the same time see the same value, and a short interval does not make noise. Thread-safe.
 */
final class BusyShare {

    private static final long LEAST_INTERVAL = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier busyNanos;
    private final LongSupplier nanoTime;
    private long lastTime;
    private long lastBusy;
    private double share;

    BusyShare(LongSupplier busyNanos, LongSupplier nanoTime) {
        this.busyNanos = busyNanos;
        this.nanoTime = nanoTime;
        this.lastTime = nanoTime.getAsLong();
        this.lastBusy = busyNanos.getAsLong();
    }

    synchronized double value() {
        long time = nanoTime.getAsLong();
        long elapsed = time - lastTime;
        if (elapsed >= LEAST_INTERVAL) {
            long busy = busyNanos.getAsLong();
            // A pass counts when it ends, so that one reading may get more than its interval had.
            share = Math.clamp((double) (busy - lastBusy) / elapsed, 0, 1);
            lastTime = time;
            lastBusy = busy;
        }
        return share;
    }
}
