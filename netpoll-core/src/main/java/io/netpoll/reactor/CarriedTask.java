package io.netpoll.reactor;

/**
 * Code of an application that a loop runs on its own thread, for instance the continuation of a virtual thread. It may take
 * longer than the loop can wait: then the loop goes on with another thread ({@link CarriedTasks#take}), and this one belongs to
 * the task until that returns.
 *
 * <p>The task must touch nothing of the loop except what any thread may, although it runs on the loop's thread when it begins.
 */
public abstract class CarriedTask extends Task {

    private final EventLoop loop;

    /** A task for a loop, which does not run before it is submitted. */
    protected CarriedTask(EventLoop loop) {
        this.loop = loop;
    }

    /** Has the loop run the task in its run-queue phase; or {@link #carryElsewhere}, if the loop has ended. Any thread. */
    public final void submit() {
        if (!loop.post(this)) {
            carryElsewhere();
        }
    }

    /** Moves on from the inbox, whose phase must not end on another thread, to the queue where it may. */
    @Override
    protected final void run() {
        loop.carriedTasks().add(this);
    }

    /** Does the work. Whatever it throws ends the loop, or is told to the loop's listener if it was taken meanwhile. */
    protected abstract void carry();

    /** The loop has ended: does the work, or has it done, somewhere else. Must not block. */
    protected abstract void carryElsewhere();

    /** Where the task is at the moment, for whoever wants to know what holds a loop up; empty if it does not run. */
    protected abstract StackTraceElement[] position();
}
