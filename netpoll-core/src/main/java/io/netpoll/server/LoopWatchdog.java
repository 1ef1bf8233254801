package io.netpoll.server;

import io.netpoll.reactor.Clock;
import io.netpoll.reactor.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Sees to it that no handler holds an event loop up which it runs on: after a while the loop goes on with another thread, and
 * the handler keeps the one it has until it ends or parks.
 *
 * <p>It looks at the loops a few times in that while, and sleeps when they have had nothing to carry for a second.
 */
final class LoopWatchdog implements Runnable {

    /** What becomes of a loop that was taken from its thread. Called on the watchdog's thread. */
    interface Relay {

        /** Another thread is to drive the loop. */
        void moved(int loop, StackTraceElement[] position);

        /** There are too many such threads already: the loop has to wait for the handler. */
        void refused(int loop, StackTraceElement[] position);
    }

    /** How often it looks while a handler may run before it is too long. */
    private static final int LOOKS = 2;

    private static final long RESTLESS_NANOS = Duration.ofSeconds(1).toNanos();

    private final List<EventLoop> loops;
    private final long limit;
    private final int maxAway;
    private final Relay relay;
    private final Clock clock = Clock.system();
    private final AtomicInteger away = new AtomicInteger();
    private final long[] seen;
    private final long[] since;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private volatile Thread thread = Thread.currentThread();

    /**
     * Watches nothing yet.
     *
     * @param limit how long a handler may run on a loop
     * @param maxAway how many threads may be with handlers that did longer, at a time
     */
    LoopWatchdog(List<EventLoop> loops, Duration limit, int maxAway, Relay relay) {
        this.loops = loops;
        this.limit = limit.toNanos();
        this.maxAway = maxAway;
        this.relay = relay;
        this.seen = new long[loops.size()];
        this.since = new long[loops.size()];
    }

    /** Watches until {@link #stop}. */
    @Override
    public void run() {
        thread = Thread.currentThread();
        long begun = carriedSoFar();
        long restless = clock.nanoTime();
        while (!stopped.get()) {
            long now = clock.nanoTime();
            look(now);
            long carried = carriedSoFar();
            if (carried != begun || isCarrying()) {
                begun = carried;
                restless = now;
            }
            if (now - restless < RESTLESS_NANOS) {
                LockSupport.parkNanos(this, limit / LOOKS);
            } else if (mayRest()) {
                LockSupport.park(this);
            }
        }
    }

    /** Any thread. */
    void stop() {
        stopped.set(true);
        LockSupport.unpark(thread);
    }

    /** A thread that a loop was taken from is done with its handler. Any thread. */
    void returned() {
        away.decrementAndGet();
    }

    private void look(long now) {
        for (int i = 0; i < seen.length; i++) {
            long task = loops.get(i).carriedTask();
            if (task == 0 || task != seen[i]) {
                seen[i] = task;
                since[i] = now;
            } else if (now - since[i] >= limit) {
                tooLong(i, task);
                since[i] = now;
            }
        }
    }

    private void tooLong(int i, long task) {
        EventLoop loop = loops.get(i);
        StackTraceElement[] position = loop.carriedPosition();
        if (away.get() >= maxAway) {
            relay.refused(i, position);
            return;
        }
        away.incrementAndGet();
        if (loop.take(task)) {
            relay.moved(i, position);
        } else {
            away.decrementAndGet();
        }
    }

    private long carriedSoFar() {
        long sum = 0;
        for (EventLoop loop : loops) {
            sum += loop.carriedTasks();
        }
        return sum;
    }

    private boolean isCarrying() {
        return loops.stream().anyMatch(loop -> loop.carriedTask() != 0);
    }

    /** Whether every loop has nothing to carry, and says so when it has. */
    private boolean mayRest() {
        boolean all = true;
        for (EventLoop loop : loops) {
            all &= loop.unparkOnCarriedTask(Thread.currentThread());
        }
        return all && !stopped.get();
    }
}
