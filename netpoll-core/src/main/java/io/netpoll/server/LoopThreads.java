package io.netpoll.server;

import io.netpoll.reactor.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
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
    private @Nullable LoopWatchdog watchdog;

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
            threads.add(newThread(i));
        }
        threads.forEach(Thread::start);
    }

    /**
     * Sees to it that no handler keeps a loop's thread from the loop. Called before {@link #start}.
     *
     * @param limit how long one may
     * @param name of the thread that looks
     */
    void watch(Duration limit, String name, EventPump events) {
        int processors = Runtime.getRuntime().availableProcessors();
        LoopWatchdog created = new LoopWatchdog(
                loops, limit, Math.max(LEAST_AWAY, AWAY_PER_PROCESSOR * processors), new LoopWatchdog.Relay() {
                    @Override
                    public void moved(int loop, StackTraceElement[] position) {
                        relay(loop);
                        events.tell(new ServerEvent.LoopHeldUp(loop, limit, true, List.of(position)));
                    }

                    @Override
                    public void refused(int loop, StackTraceElement[] position) {
                        movesRefused.incrementAndGet();
                        events.tell(new ServerEvent.LoopHeldUp(loop, limit, false, List.of(position)));
                    }
                });
        watchdog = created;
        Thread.ofPlatform().daemon().name(name).start(created);
    }

    /** How often a loop had to wait for a handler because too many threads were with others. Any thread. */
    long movesRefused() {
        return movesRefused.get();
    }

    private void relay(int number) {
        Thread next = newThread(number);
        threads.set(number, next);
        next.start();
    }

    private Thread newThread(int number) {
        return factory.newThread(() -> drive(number));
    }

    @SuppressWarnings("CatchingUnchecked") // an error that ends a loop has to be seen
    private void drive(int number) {
        EventLoop loop = loops.get(number);
        try {
            if (!loop.run()) {
                backFromHandler();
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

    private void backFromHandler() {
        LoopWatchdog watching = watchdog;
        if (watching != null) {
            watching.returned();
        }
    }

    /** Whether this is the thread of a loop. */
    boolean areCurrent() {
        return threads.contains(Thread.currentThread());
    }

    /** Waits until the loops have ended, which have been told to, and their threads. */
    void join(Duration limit) {
        if (!areCurrent()) {
            awaitEnd(limit);
        }
        LoopWatchdog watching = watchdog;
        if (watching != null) {
            watching.stop();
        }
    }

    private void awaitEnd(Duration limit) {
        try {
            if (ended.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                for (Thread thread : threads) {
                    thread.join(limit);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the loops end without being watched
        }
    }
}
