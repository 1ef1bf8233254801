package io.netpoll.server;

import io.netpoll.http1.Dispatcher;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs handlers on an executor's threads, at most so many at a time. Jobs beyond the limit wait in the order they came; there
 * is one for a connection at most, and a connection whose job waits is not read, so the queue is bounded by the connections.
 */
final class HandlerDispatcher implements Dispatcher {

    private final Executor executor;
    private final int limit;
    private final Runnable onIdle;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();
    private final ConcurrentLinkedQueue<Runnable> queue = new ConcurrentLinkedQueue<>();

    /**
     * A dispatcher without jobs.
     *
     * @param onIdle runs when the last job has ended and none waits
     */
    HandlerDispatcher(Executor executor, int limit, Runnable onIdle) {
        this.executor = executor;
        this.limit = limit;
        this.onIdle = onIdle;
    }

    @Override
    public void dispatch(Runnable job) {
        if (waiting.get() == 0 && acquire()) {
            execute(job);
            return;
        }
        waiting.incrementAndGet();
        queue.add(job);
        promote();
    }

    @Override
    public boolean isBusy(int others) {
        return inFlight.get() >= limit && waiting.get() >= others;
    }

    @Override
    public boolean withdraw(Runnable job) {
        if (!queue.remove(job)) {
            return false;
        }
        if (waiting.decrementAndGet() == 0 && inFlight.get() == 0) {
            onIdle.run();
        }
        return true;
    }

    /** Jobs that wait for others to end. */
    int waiting() {
        return waiting.get();
    }

    int inFlight() {
        return inFlight.get();
    }

    /** Jobs that run or wait. */
    int open() {
        return inFlight.get() + waiting.get();
    }

    /** Takes a place if there is one. It never takes one for a moment only: somebody else could find it taken and give up. */
    private boolean acquire() {
        int taken = inFlight.get();
        while (taken < limit) {
            if (inFlight.compareAndSet(taken, taken + 1)) {
                return true;
            }
            taken = inFlight.get();
        }
        return false;
    }

    private void execute(Runnable job) {
        executor.execute(() -> {
            try {
                job.run();
            } finally {
                release();
            }
        });
    }

    private void release() {
        int left = inFlight.decrementAndGet();
        if (waiting.get() > 0) {
            promote();
        } else if (left == 0) {
            onIdle.run();
        }
    }

    /** Starts jobs that wait while the limit allows. A job that is added meanwhile is found by whoever adds it. */
    private void promote() {
        while (!queue.isEmpty() && acquire()) {
            Runnable next = queue.poll();
            if (next == null) {
                // Somebody was faster. Whoever found this place taken meanwhile is found in the queue by the next
                // round.
                if (inFlight.decrementAndGet() == 0) {
                    onIdle.run();
                }
            } else {
                waiting.decrementAndGet();
                execute(next);
            }
        }
    }
}
