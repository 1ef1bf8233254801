package io.netpoll.http1;

import io.netpoll.reactor.EventLoop;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Tasks of one detached exchange: they run one at a time, in order, and never before the handler has returned. While tasks
 * are pending exactly one job works them off, on whatever thread it is launched.
 */
final class SerialTasks implements Dispatcher.Job {

    private final EventLoop loop;
    private final Consumer<Dispatcher.Job> launcher;
    private final Consumer<Throwable> failures;
    private final Consumer<Throwable> refusals;
    private final ConcurrentLinkedQueue<Runnable> queue = new ConcurrentLinkedQueue<>();
    /** How many tasks have not finished; the handler counts as one until it has returned. */
    private final AtomicInteger pending = new AtomicInteger(1);

    /**
     * No tasks yet.
     *
     * @param loop that of the exchange's connection
     * @param launcher runs this object on a handler thread
     * @param failures is told what a task threw
     * @param refusals is told that no thread could be had, in the tasks' place: what is pending is dropped afterwards
     */
    SerialTasks(
            EventLoop loop,
            Consumer<Dispatcher.Job> launcher,
            Consumer<Throwable> failures,
            Consumer<Throwable> refusals) {
        this.loop = loop;
        this.launcher = launcher;
        this.failures = failures;
        this.refusals = refusals;
    }

    @Override
    public EventLoop loop() {
        return loop;
    }

    /** Adds a task. Any thread. */
    void add(Runnable task) {
        queue.add(task);
        if (pending.getAndIncrement() == 0) {
            launcher.accept(this);
        }
    }

    /** The handler has returned: tasks that were added meanwhile run now, on its thread. */
    void handlerReturned() {
        if (pending.decrementAndGet() > 0) {
            run();
        }
    }

    /** Works off what is pending. */
    @Override
    public void run() {
        do {
            Runnable task = Objects.requireNonNull(queue.poll(), "counted, so it is there");
            runOne(task);
        } while (pending.decrementAndGet() > 0);
    }

    @Override
    public void refused(Throwable cause) {
        refusals.accept(cause);
        do {
            queue.poll();
        } while (pending.decrementAndGet() > 0);
    }

    @SuppressWarnings("CatchingUnchecked") // application code: whatever it throws ends its exchange, not the thread
    private void runOne(Runnable task) {
        try {
            task.run();
        } catch (Throwable t) {
            failures.accept(t);
        }
    }
}
