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
    private final ArrayDeque<Runnable> closeQueue = new ArrayDeque<>();
    private final CarriedTasks carried;

    /** Tasks that were taken from the inbox and not run yet: those of an earlier pass, between passes. */
    private @Nullable Task untilNextPass;

    TaskQueues(Callbacks callbacks, LoopStatistics statistics) {
        this.callbacks = callbacks;
        this.carried = new CarriedTasks(callbacks);
        this.statistics = statistics;
    }

    /** Any thread; as {@link Inbox#push}. */
    boolean post(Task task, long now) {
        return inbox.push(task, now);
    }

    void runLater(Task task) {
        runQueue.add(task);
    }

    void closeLater(Runnable action) {
        closeQueue.add(action);
    }

    /** Whether nothing is left for the next pass. */
    boolean isEmpty() {
        return untilNextPass == null && runQueue.isEmpty() && carried.waiting() == 0 && inbox.isEmpty();
    }

    int runQueueLength() {
        return runQueue.size() + carried.waiting();
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

    CarriedTasks carried() {
        return carried;
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
        carried.close();
        closePhase();
    }

    private void runTaken() {
        for (Task task = untilNextPass; task != null; task = untilNextPass) {
            runFirst(task);
        }
    }
}
