package io.netpoll.server;

import io.netpoll.reactor.CarriedTasks;
import io.netpoll.reactor.Clock;
import io.netpoll.reactor.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Sees to it that no handler holds an event loop up which it runs on: after a while the loop is to go on with another thread,
 * and the handler keeps the one it has until it ends or parks.
 *
 * <p>It looks at the loops a few times in that while, and sleeps when they have had nothing to carry for a second.
 */
final class LoopWatchdog implements Runnable {

    /** What is done about a task that runs for too long. Called on the watchdog's thread. */
    interface Relief {

        /** Has another thread take the loop, if it can be had; {@code false} if not, which is asked again a while later. */
        boolean begin(int loop, long task);

        /** The loop has to wait for the task. Called once for each. */
        void refused(int loop, StackTraceElement[] position);
    }

    /** How often it looks while a handler may run before it is too long. */
    private static final int LOOKS = 2;

    private static final long RESTLESS_NANOS = Duration.ofSeconds(1).toNanos();

    private final List<CarriedTasks> loops;
    private final long limit;
    private final Relief relief;
    private final Clock clock = Clock.system();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final long[] seen;
    private final long[] since;
    private final long[] relieved;
    private final long[] refused;
    private volatile Thread thread = Thread.currentThread();

    /**
     * Watches nothing yet.
     *
     * @param limit how long a handler may run on a loop
     */
    LoopWatchdog(List<EventLoop> loops, Duration limit, Relief relief) {
        this.loops = loops.stream().map(EventLoop::carriedTasks).toList();
        this.limit = EventLoop.nanos(limit);
        this.relief = relief;
        this.seen = new long[loops.size()];
        this.since = new long[loops.size()];
        this.relieved = new long[loops.size()];
        this.refused = new long[loops.size()];
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
        for (int i = 0; i < seen.length; i++) {
            long task = loops.get(i).running();
            if (task == 0 || task != seen[i]) {
                seen[i] = task;
                since[i] = now;
            } else if (now - since[i] >= limit) {
                since[i] = now;
                tooLong(i, task);
            }
        }
    }

    private void tooLong(int loop, long task) {
        if (relieved[loop] == task) {
            return; // the other thread has not had a processor yet
        }
        if (relief.begin(loop, task)) {
            relieved[loop] = task;
        } else if (refused[loop] != task) {
            refused[loop] = task;
            relief.refused(loop, loops.get(loop).position());
        }
    }

    private long begun() {
        long sum = 0;
        for (CarriedTasks loop : loops) {
            sum += loop.begun();
        }
        return sum;
    }

    /** Whether no loop carries anything, and each says so when it does. */
    private boolean mayRest() {
        boolean all = true;
        for (CarriedTasks loop : loops) {
            all &= loop.unparkOnBegin(Thread.currentThread());
        }
        return all && !stopped.get();
    }
}
