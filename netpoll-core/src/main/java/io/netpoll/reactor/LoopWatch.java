package io.netpoll.reactor;

/**
 * What the one thread may do that watches a loop: see that something runs for too long. A {@link CarriedTask} can be
 * {@linkplain CarriedTasks#take moved} out of the way; what the loop calls itself, for an event, a timer or a task, cannot.
 */
public final class LoopWatch {

    private final Callbacks callbacks;
    private final CarriedTasks carried;
    private final WakeUp wakeUp;
    private final LoopStatistics statistics;

    LoopWatch(Callbacks callbacks, CarriedTasks carried, WakeUp wakeUp, LoopStatistics statistics) {
        this.callbacks = callbacks;
        this.carried = carried;
        this.wakeUp = wakeUp;
        this.statistics = statistics;
    }

    /** The number of the callback that runs on the loop; 0 if none does. The same number later on: it is still the same. */
    public long callback() {
        return callbacks.running();
    }

    /** The tasks that the loop carries. */
    public CarriedTasks carried() {
        return carried;
    }

    /** A number that grows as callbacks and carried tasks begin. */
    public long begun() {
        return callbacks.begun() + carried.begun();
    }

    /** Counts a callback that ran for too long. */
    public void countStall() {
        statistics.stalls++;
    }

    /**
     * Has the watching thread unparked when the loop has waited.
     *
     * @return {@code false} if it does not wait now, so that there is no reason to park
     */
    public boolean unparkWhenAwake(Thread watcher) {
        return wakeUp.unparkWhenAwake(watcher);
    }
}
