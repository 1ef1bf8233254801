package io.netpoll.reactor;

/**
 * A point in time at which a loop runs something. It can be armed, moved and cancelled any number of times, only on the
 * thread that drives the loop.
 */
public final class Timer {

    private static final int NOT_ARMED = -1;

    private final TimerQueue queue;
    private final Runnable action;
    long deadline;
    int index = NOT_ARMED;

    Timer(TimerQueue queue, Runnable action) {
        this.queue = queue;
        this.action = action;
    }

    /**
     * Arms the timer, or moves it.
     *
     * @param deadline when it is due, in {@link Clock#nanoTime} of the loop
     */
    public void armAt(long deadline) {
        cancel();
        this.deadline = deadline;
        queue.add(this);
    }

    /** Takes the timer back; harmless if it is not armed. */
    public void cancel() {
        if (isArmed()) {
            queue.remove(this);
        }
    }

    /** Whether it is going to run. */
    public boolean isArmed() {
        return index != NOT_ARMED;
    }

    /** When it is due; meaningful while it is armed. */
    public long deadline() {
        return deadline;
    }

    void disarmed() {
        index = NOT_ARMED;
    }

    Runnable action() {
        return action;
    }
}
