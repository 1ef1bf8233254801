package io.netpoll.reactor;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The {@linkplain CarriedTask carried tasks} of a loop: those that wait, and the one that runs. While one runs the loop is as
 * between two passes, so that it can be taken from the thread that runs it. The public methods are for any thread.
 */
public final class CarriedTasks {

    private static final StackTraceElement[] NOWHERE = {};

    private final Callbacks callbacks;
    private final ArrayDeque<CarriedTask> queue = new ArrayDeque<>();
    private final Lease lease = new Lease();

    /** The task that runs. Written before the lease begins, read by whoever has seen that it has. */
    private @Nullable CarriedTask current;

    CarriedTasks(Callbacks callbacks) {
        this.callbacks = callbacks;
    }

    // The loop's side.

    void add(CarriedTask task) {
        queue.add(task);
    }

    int waiting() {
        return queue.size();
    }

    /**
     * Runs the tasks that were there when the phase began.
     *
     * @return whether the caller still drives the loop; if not, it must not touch it any more
     */
    boolean runPhase() {
        for (int i = queue.size(); i > 0; i--) {
            CarriedTask task = queue.remove();
            current = task;
            if (!carry(task)) {
                return false;
            }
            current = null;
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
            callbacks.unowned(new IllegalStateException("A task failed that an event loop was taken from", t));
            return false;
        }
        return lease.end(number);
    }

    /** The caller drives the loop from now on; {@code false} if it has not been taken from anyone. */
    boolean claim() {
        boolean claimed = lease.claim();
        if (claimed) {
            current = null;
        }
        return claimed;
    }

    /** The loop ends. */
    void close() {
        for (CarriedTask task = queue.poll(); task != null; task = queue.poll()) {
            task.carryElsewhere();
        }
    }

    // The watcher's side.

    /** The number of the task that runs on the thread that drives the loop; 0 if none does. */
    public long running() {
        return lease.running();
    }

    /** How many have begun to run, one that has parked and gone on counted again. */
    public long begun() {
        return lease.number();
    }

    /**
     * Takes the loop from the thread that runs a certain task: another has to call {@link EventLoop#run}, at once, and that
     * one returns from it when the task has.
     *
     * @param number as {@link #running} said
     * @return whether the task was still running there
     */
    public boolean take(long number) {
        return lease.take(number);
    }

    /** Where the task is that runs, innermost call first; empty if none does, or it cannot be told. */
    public StackTraceElement[] position() {
        CarriedTask task = current;
        return task == null ? NOWHERE : task.position();
    }
}
