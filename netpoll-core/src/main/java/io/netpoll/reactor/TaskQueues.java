package io.netpoll.reactor;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** What a loop has to do besides events and timers, one phase of a pass for each queue. Only the inbox is for any thread. */
final class TaskQueues {

    /** How many tasks of other threads run in one pass: they may post faster than the loop works. */
    private static final int MAX_TASKS = 1024;

    private final Callbacks callbacks;
    private final LoopStatistics statistics;
    private final Inbox inbox = new Inbox();
    private final ArrayDeque<Task> runQueue = new ArrayDeque<>();
    private final ArrayDeque<CarriedTask> carried = new ArrayDeque<>();
    private final Lease lease = new Lease();
    private final ArrayDeque<Runnable> closeQueue = new ArrayDeque<>();

    /** The carried task that runs, or was the last to. */
    private @Nullable CarriedTask current; // written before the lease, read by whoever has seen that

    /** Tasks that were taken from the inbox and not run yet: those of an earlier pass, between passes. */
    private @Nullable Task untilNextPass;

    TaskQueues(Callbacks callbacks, LoopStatistics statistics) {
        this.callbacks = callbacks;
        this.statistics = statistics;
    }

    /** Any thread; as {@link Inbox#push}. */
    boolean post(Task task, long now) {
        return inbox.push(task, now);
    }

    void runLater(Task task) {
        runQueue.add(task);
    }

    void carryLater(CarriedTask task) {
        carried.add(task);
    }

    void closeLater(Runnable action) {
        closeQueue.add(action);
    }

    /** Whether nothing is left for the next pass. */
    boolean isEmpty() {
        return untilNextPass == null && runQueue.isEmpty() && carried.isEmpty() && inbox.isEmpty();
    }

    int runQueueLength() {
        return runQueue.size() + carried.size();
    }

    void inboxPhase(long now) {
        if (untilNextPass == null) {
            untilNextPass = inbox.takeAll();
        }
        for (int i = 0; i < MAX_TASKS; i++) {
            Task task = untilNextPass;
            if (task == null) {
                return;
            }
            statistics.recordLag(Math.max(0, now - task.postedAt));
            runFirst(task);
        }
    }

    /** Runs the first of the tasks that were taken. The others are safe before it runs: an error may end the loop. */
    private void runFirst(Task task) {
        untilNextPass = task.next;
        task.next = null;
        task.clearPosted();
        statistics.tasksRun++;
        callbacks.run(task);
    }

    /** Runs what was on the queue when the phase began; what that adds waits for the next pass. */
    void runQueuePhase() {
        for (int i = runQueue.size(); i > 0; i--) {
            callbacks.run(runQueue.remove());
        }
    }

    /**
     * Runs the carried tasks that were there when the phase began. Between two of them the loop is as between two passes, so
     * that another thread can go on with it.
     *
     * @return whether the caller still drives the loop; if not, it must not touch it any more
     */
    boolean carryPhase() {
        for (int i = carried.size(); i > 0; i--) {
            CarriedTask task = carried.remove();
            current = task;
            if (!carry(task)) {
                return false;
            }
        }
        return true;
    }

    @SuppressWarnings("CatchingUnchecked") // what the task throws ends the loop only if it still has to do with it
    private boolean carry(CarriedTask task) {
        long number = lease.begin();
        try {
            task.carry();
        } catch (Throwable t) {
            if (lease.end(number)) {
                throw t;
            }
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, t);
            return false;
        }
        return lease.end(number);
    }

    Lease lease() {
        return lease;
    }

    /** Where the task that runs is, as far as one can see from outside. */
    StackTraceElement[] position() {
        CarriedTask task = current;
        return task == null ? new StackTraceElement[0] : task.position();
    }

    void closePhase() {
        for (Runnable action = closeQueue.poll(); action != null; action = closeQueue.poll()) {
            callbacks.run(action);
        }
    }

    /** The loop ends: what was posted in time runs, later posts are refused. */
    void close() {
        runTaken();
        untilNextPass = inbox.close();
        runTaken();
        runQueuePhase();
        for (CarriedTask task = carried.poll(); task != null; task = carried.poll()) {
            task.carryElsewhere();
        }
        closePhase();
    }

    private void runTaken() {
        for (Task task = untilNextPass; task != null; task = untilNextPass) {
            runFirst(task);
        }
    }
}
