package io.netpoll.server;

import io.netpoll.http1.Dispatcher;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs handlers on threads that a launcher has, at most so many at a time. Jobs beyond the limit wait in the order they came;
 * there is one for a connection at most, and a connection whose job waits is not read, so the queue is bounded by the
 * connections.
 */
final class HandlerDispatcher implements Dispatcher {

    /** Has a job run on a thread that may block, at once. Throws what executors throw. */
    interface Launcher {

        /**
         * Any thread.
         *
         * @param work what the thread does
         * @param job what that is about
         */
        void launch(Runnable work, Job job);
    }

    private final Launcher launcher;
    private final int limit;
    private final Consumer<Throwable> refusals;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();
    private final ConcurrentLinkedQueue<Job> queue = new ConcurrentLinkedQueue<>();

    /**
     * A dispatcher without jobs.
     *
     * @param refusals is told why a job could not be run; must neither block nor throw
     */
    HandlerDispatcher(Launcher launcher, int limit, Consumer<Throwable> refusals) {
        this.launcher = launcher;
        this.limit = limit;
        this.refusals = refusals;
    }

    @Override
    public void dispatch(Job job) {
        if (waiting.get() == 0 && acquire()) {
            if (!start(job)) {
                release();
            }
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
    public boolean withdraw(Job job) {
        if (!queue.remove(job)) {
            return false;
        }
        waiting.decrementAndGet();
        return true;
    }

    /** Jobs that wait for others to end. */
    int waiting() {
        return waiting.get();
    }

    int inFlight() {
        return inFlight.get();
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

    /** Has a job run in a place that has been taken for it, or refuses it; answers whether the place is in use. */
    private boolean start(Job job) {
        Throwable cause = execute(job);
        if (cause == null) {
            return true;
        }
        refusals.accept(cause);
        job.refused(cause);
        return false;
    }

    /**
     * Answers why not, if not. What executors throw is a {@link java.util.concurrent.RejectedExecutionException}, and an
     * {@link OutOfMemoryError} where the system has no thread left, which says nothing about the heap.
     */
    private @Nullable Throwable execute(Job job) {
        try {
            launcher.launch(
                    () -> {
                        try {
                            job.run();
                        } finally {
                            release();
                        }
                    },
                    job);
            return null;
        } catch (RuntimeException | OutOfMemoryError e) {
            return e;
        }
    }

    private void release() {
        inFlight.decrementAndGet();
        if (waiting.get() > 0) {
            promote();
        }
    }

    /** Starts jobs that wait while the limit allows. A job that is added meanwhile is found by whoever adds it. */
    private void promote() {
        while (!queue.isEmpty() && acquire()) {
            Job next = queue.poll();
            if (next != null) {
                waiting.decrementAndGet();
            }
            if (next == null || !start(next)) {
                // Somebody was faster, or there was no thread. Whoever found this place taken meanwhile is found in the
                // queue by the next round.
                inFlight.decrementAndGet();
            }
        }
    }
}
