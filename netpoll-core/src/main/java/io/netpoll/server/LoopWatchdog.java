package io.netpoll.server;

import io.netpoll.reactor.Clock;
import io.netpoll.reactor.EventLoop;
import io.netpoll.reactor.LoopWatch;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Sees to it that no handler holds an event loop up which carries it: after a while the loop is to go on with another thread,
 * and the handler keeps the one it has until it ends or parks. Of what the loop calls itself, handlers that do not block among
 * it, it can only tell.
 *
 * <p>It looks at the loops a few times in that while, and sleeps when they have done nothing for a second.
 */
final class LoopWatchdog implements Runnable {

    /** What is done about a task that runs for too long. Called on the watchdog's thread. */
    interface Relief {

        /** Has another thread take the loop, if it can be had; {@code false} if not, which is asked again a while later. */
        boolean begin(int loop, long task);

        /** The loop has to wait for the task. Called once for each. */
        void refused(int loop, StackTraceElement[] position);

        /**
         * The loop itself has called something that runs for too long. Called once for each.
         *
         * @param callback its number
         */
        void stalled(int loop, long callback);
    }

    /** How often it looks while a handler may run before it is too long. */
    private static final int LOOKS = 2;

    private static final long RESTLESS_NANOS = Duration.ofSeconds(1).toNanos();

    private final List<Watched> loops;
    private final long limit;
    private final Relief relief;
    private final Clock clock = Clock.system();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private volatile Thread thread = Thread.currentThread();

    /**
     * Watches nothing yet.
     *
     * @param limit how long a handler may run on a loop
     */
    LoopWatchdog(List<EventLoop> loops, Duration limit, Relief relief) {
        this.limit = EventLoop.nanos(limit);
        this.relief = relief;
        this.loops = IntStream.range(0, loops.size())
                .mapToObj(i -> new Watched(i, loops.get(i).watch()))
                .toList();
    }

    /** Watches until {@link #stop}. */
    @Override
    public void run() {
        thread = Thread.currentThread();
        long begun = begun();
        long restless = clock.nanoTime();
        while (!stopped.get()) {
            long now = clock.nanoTime();
            look(now);
            long sum = begun();
            if (sum != begun) {
                begun = sum;
                restless = now;
            }
            if (now - restless >= RESTLESS_NANOS && mayRest()) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, limit / LOOKS);
            }
        }
    }

    /** Any thread. */
    void stop() {
        stopped.set(true);
        LockSupport.unpark(thread);
    }

    private void look(long now) {
        for (Watched loop : loops) {
            loop.look(now);
        }
    }

    private long begun() {
        long sum = 0;
        for (Watched loop : loops) {
            sum += loop.watch.begun();
        }
        return sum;
    }

    /** Whether all loops wait, and each says so when it does no longer. */
    private boolean mayRest() {
        boolean all = true;
        for (Watched loop : loops) {
            all &= loop.watch.unparkWhenAwake(Thread.currentThread());
        }
        return all && !stopped.get();
    }

    /** One loop, as it was seen last. */
    private final class Watched {

        private final int number;
        private final LoopWatch watch;
        private final Spell carried = new Spell();
        private final Spell called = new Spell();
        private long relieved;
        private long refused;
        private long stalled;

        Watched(int number, LoopWatch watch) {
            this.number = number;
            this.watch = watch;
        }

        void look(long now) {
            long task = watch.carried().running();
            if (carried.lasts(task, now)) {
                tooLong(task);
            }
            long callback = watch.callback();
            if (called.lasts(callback, now) && stalled != callback) {
                stalled = callback;
                watch.countStall();
                relief.stalled(number, callback);
            }
        }

        private void tooLong(long task) {
            if (relieved == task) {
                return; // the other thread has not had a processor yet
            }
            if (relief.begin(number, task)) {
                relieved = task;
            } else if (refused != task) {
                refused = task;
                relief.refused(number, watch.carried().position());
            }
        }
    }

    /** For how long the same has been seen. */
    private final class Spell {

        private long number;
        private long since;
        private int looks;

        /**
         * Whether this has run for the limit, each time it has again. It has to be seen often enough: where the whole process
         * was paused, the time says nothing.
         */
        boolean lasts(long current, long now) {
            if (current == 0 || current != number) {
                number = current;
                since = now;
                looks = 0;
                return false;
            }
            looks++;
            if (looks < LOOKS || now - since < limit) {
                return false;
            }
            since = now;
            return true;
        }
    }
}
