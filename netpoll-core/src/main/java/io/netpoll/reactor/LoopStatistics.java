package io.netpoll.reactor;

/**
 * What a loop has done: plain numbers that the thread driving it stores and any other may read. A reader may see values of
 * slightly different moments, never a torn or invented one.
 */
public final class LoopStatistics {

    long waits;
    long readyDescriptors;
    int readyMax;
    int registeredDescriptors;
    long busyNanos;
    long busyMaxNanos;
    long waitNanos;
    long lagCount;
    long lagNanos;
    long lagMaxNanos;
    long tasksRun;
    int runQueueLength;
    long moves;

    /** Written by the loop's watcher. */
    long stalls;

    LoopStatistics() {}

    void recordPass(int ready, long waited, long busy) {
        waits++;
        readyDescriptors += ready;
        readyMax = Math.max(readyMax, ready);
        waitNanos += waited;
        busyNanos += busy;
        busyMaxNanos = Math.max(busyMaxNanos, busy);
    }

    void recordLag(long nanos) {
        lagCount++;
        lagNanos += nanos;
        lagMaxNanos = Math.max(lagMaxNanos, nanos);
    }

    /** How often the loop has waited: the number of its passes. */
    public long waits() {
        return waits;
    }

    /** How many ready descriptors all waits together have reported. */
    public long readyDescriptors() {
        return readyDescriptors;
    }

    /** The most ready descriptors one wait has reported. */
    public int readyMax() {
        return readyMax;
    }

    /** How many descriptors are registered now. */
    public int registeredDescriptors() {
        return registeredDescriptors;
    }

    /** How much work waits for its next pass: streams that were not drained, connections that are due to go on. */
    public int pendingTasks() {
        return runQueueLength;
    }

    /** How many tasks other threads have handed to the loop and it has run. */
    public long tasksRun() {
        return tasksRun;
    }

    /** How often the loop was taken from a thread that a {@link CarriedTask} kept too long. */
    public long moves() {
        return moves;
    }

    /** How often something that the loop called itself, so that it could not be moved, has kept the loop for too long. */
    public long stalls() {
        return stalls;
    }

    /** The time all passes have taken, without their waits, in ns. */
    public long busyNanos() {
        return busyNanos;
    }

    /** The time the longest pass has taken, without its wait, in ns. */
    public long busyMaxNanos() {
        return busyMaxNanos;
    }

    /** The time spent waiting, in ns. */
    public long waitNanos() {
        return waitNanos;
    }

    /** How many timers and tasks have run. */
    public long lagCount() {
        return lagCount;
    }

    /** How late timers and tasks have run, all together, in ns. */
    public long lagNanos() {
        return lagNanos;
    }

    /** How late the latest timer or task has run, in ns. */
    public long lagMaxNanos() {
        return lagMaxNanos;
    }
}
