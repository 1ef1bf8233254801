package io.netpoll.server;

import io.netpoll.reactor.CarriedTasks;
import io.netpoll.reactor.Clock;
import io.netpoll.reactor.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/** The threads that drive a server's loops: one for each, which may be another by and by. */
final class LoopThreads {

    /** How many threads may be with handlers that a loop was taken from, at a time, for each processor. */
    private static final int AWAY_PER_PROCESSOR = 4;

    private static final int LEAST_AWAY = 8;

    private final List<EventLoop> loops;
    private final ThreadFactory factory;
    private final ObjIntConsumer<Throwable> failures;
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final CountDownLatch ended;
    private final AtomicLong movesRefused = new AtomicLong();

    /** How many threads are with handlers that a loop was taken from, or are about to take one. */
    private final AtomicInteger away = new AtomicInteger();

    private final int maxAway =
            Math.max(LEAST_AWAY, AWAY_PER_PROCESSOR * Runtime.getRuntime().availableProcessors());
    private @Nullable LoopWatchdog watchdog;
    private @Nullable Thread watching;

    /**
     * No threads yet.
     *
     * @param failures is told on a loop's thread what ended the loop, before it is closed
     */
    LoopThreads(List<EventLoop> loops, ThreadFactory factory, ObjIntConsumer<Throwable> failures) {
        this.loops = List.copyOf(loops);
        this.factory = factory;
        this.failures = failures;
        this.ended = new CountDownLatch(loops.size());
    }

    void start() {
        for (int i = 0; i < loops.size(); i++) {
            int number = i;
            threads.add(factory.newThread(() -> drive(number)));
        }
        threads.forEach(Thread::start);
    }

    /**
     * Sees to it that no handler keeps a loop's thread from the loop, or that it is told. Called before {@link #start}.
     *
     * @param limit how long one may
     * @param name of the thread that looks
     */
    void watch(Duration limit, String name, EventPump events) {
        List<Seldom> stalls = loops.stream().map(loop -> new Seldom()).toList();
        LoopWatchdog created = new LoopWatchdog(loops, limit, new LoopWatchdog.Relief() {
            @Override
            public boolean begin(int loop, long task) {
                return relieve(
                        loop,
                        task,
                        position -> events.tell(new ServerEvent.LoopHeldUp(loop, limit, true, List.of(position))));
            }

            @Override
            public void refused(int loop, StackTraceElement[] position) {
                movesRefused.incrementAndGet();
                events.tell(new ServerEvent.LoopHeldUp(loop, limit, false, List.of(position)));
            }

            @Override
            public void stalled(int loop, long callback) {
                if (stalls.get(loop).isDue()) {
                    events.tell(new ServerEvent.LoopStalled(loop, limit, List.of(position(loop, callback))));
                }
            }
        });
        watchdog = created;
        watching = Thread.ofPlatform().daemon().name(name).start(created);
    }

    /** Where a loop's thread is with a callback; empty if that has ended meanwhile. */
    private StackTraceElement[] position(int loop, long callback) {
        StackTraceElement[] position = threads.get(loop).getStackTrace();
        return loops.get(loop).watch().callback() == callback ? position : new StackTraceElement[0];
    }

    /** How often a loop had to wait for a handler because no other thread could be had. Any thread. */
    long movesRefused() {
        return movesRefused.get();
    }

    /**
     * Has another thread take a loop from the one that is with a task. It is that thread that takes it: where the system has
     * none left, the loop stays where it is.
     */
    private boolean relieve(int number, long task, Consumer<StackTraceElement[]> taken) {
        if (away.incrementAndGet() > maxAway) {
            away.decrementAndGet();
            return false;
        }
        try {
            factory.newThread(() -> takeOver(number, task, taken)).start();
            return true;
        } catch (RuntimeException | OutOfMemoryError e) {
            away.decrementAndGet();
            return false;
        }
    }

    private void takeOver(int number, long task, Consumer<StackTraceElement[]> taken) {
        CarriedTasks carried = loops.get(number).carriedTasks();
        StackTraceElement[] position = carried.position();
        if (!carried.take(task)) {
            away.decrementAndGet();
            return; // it has ended in the meantime
        }
        threads.set(number, Thread.currentThread());
        taken.accept(position);
        drive(number);
    }

    @SuppressWarnings("CatchingUnchecked") // an error that ends a loop has to be seen
    private void drive(int number) {
        EventLoop loop = loops.get(number);
        try {
            if (!loop.run()) {
                away.decrementAndGet(); // back from the handler
                return;
            }
        } catch (Throwable t) {
            failures.accept(t, number);
        }
        try {
            loop.close();
        } finally {
            ended.countDown();
        }
    }

    /** At most once a second: a stack is worth looking at, but not each. */
    private static final class Seldom {

        private static final long PAUSE = Duration.ofSeconds(1).toNanos();

        private final Clock clock = Clock.system();
        private long next = clock.nanoTime();

        boolean isDue() {
            long now = clock.nanoTime();
            if (now - next < 0) {
                return false;
            }
            next = now + PAUSE;
            return true;
        }
    }

    /** Whether this is the thread of a loop. */
    boolean areCurrent() {
        return threads.contains(Thread.currentThread());
    }

    /** Waits until the loops have ended, which have been told to, and their threads. */
    void join(Duration limit) {
        try {
            if (!areCurrent()) {
                awaitEnd(limit);
            }
            if (watchdog != null && watching != null) {
                watchdog.stop(); // not before: a loop may need it to come to its end
                watching.join(limit);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // they end without being watched
            if (watchdog != null) {
                watchdog.stop();
            }
        }
    }

    private void awaitEnd(Duration limit) throws InterruptedException {
        if (ended.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            for (Thread thread : threads) {
                thread.join(limit);
            }
        }
    }
}
