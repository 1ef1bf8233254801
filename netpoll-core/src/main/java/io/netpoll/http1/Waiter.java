package io.netpoll.http1;

import io.netpoll.net.Readiness;
import io.netpoll.reactor.Clock;
import java.io.InterruptedIOException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for one direction of a connection: a thread that is parked, or a task. The only class that parks an owner.
 *
 * <p>The owner of the direction calls {@link #park}, {@link #demand} and {@link #cancel}; the loop calls {@link #resume} when
 * {@link Readiness#signal} says that somebody waited.
 */
final class Waiter {

    private final Readiness readiness;
    private volatile @Nullable Thread parked;
    private volatile @Nullable Runnable demand;

    Waiter(Readiness readiness) {
        this.readiness = readiness;
    }

    /**
     * Waits until the direction may be ready, and puts the time to the client's account.
     *
     * @param clock measures the time
     * @param patience how long at most
     * @param moved what the client has moved so far
     * @return {@code null} if it may be ready; otherwise why it has been waited for long enough
     * @throws InterruptedIOException if the thread is interrupted; its mark is kept
     */
    @Nullable Expiry park(Clock clock, Patience patience, long moved) throws InterruptedIOException {
        long limit = patience.next(moved);
        long start = clock.nanoTime();
        boolean ready = park(clock, limit);
        long nanos = clock.nanoTime() - start;
        if (!ready && Patience.isLate(nanos, limit)) {
            start = clock.nanoTime();
            ready = park(clock, limit);
            nanos = clock.nanoTime() - start;
        }
        if (ready) {
            patience.waited(nanos);
            return null;
        }
        if (patience.looksOnceMore(moved, nanos)) {
            readiness.restore(); // so that the call is made
            return null;
        }
        return patience.expiry();
    }

    private boolean park(Clock clock, long nanos) throws InterruptedIOException {
        parked = Thread.currentThread();
        try {
            return !readiness.await() || parkUntilResumed(clock, clock.nanoTime() + nanos);
        } finally {
            parked = null;
        }
    }

    private boolean parkUntilResumed(Clock clock, long deadline) throws InterruptedIOException {
        while (readiness.isWaiting()) {
            long rest = deadline - clock.nanoTime();
            if (rest <= 0) {
                readiness.cancelWait();
                return readiness.isReady(); // an event may have come at the last moment
            }
            LockSupport.parkNanos(this, rest);
            if (Thread.currentThread().isInterrupted()) {
                readiness.cancelWait();
                throw new InterruptedIOException("Interrupted while waiting for the client");
            }
        }
        return true;
    }

    /**
     * Has a task run when the direction may be ready.
     *
     * @return {@code false} if it may be ready at once; then the task is not kept
     */
    boolean demand(Runnable task) {
        demand = task;
        if (readiness.await()) {
            return true;
        }
        demand = null;
        return false;
    }

    /** Gives the task up, if there is one. */
    void cancel() {
        demand = null;
        readiness.cancelWait();
    }

    /** Whether a task waits. */
    boolean hasDemand() {
        return demand != null;
    }

    /** Wakes whoever waits. */
    void resume() {
        Thread thread = parked;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
        Runnable task = demand;
        if (task != null) {
            demand = null;
            task.run();
        }
    }
}
