package io.netpoll.reactor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Which thread drives a loop, while the loop runs code that may take long: the one that began to run it, unless a watcher
 * takes the loop away. One word, without any I/O.
 *
 * <pre>
 *   IDLE#n−1  ──begin──▶ RUNNING#n     the driver is about to run its n-th carried task
 *   RUNNING#n ──end────▶ IDLE#n        the driver is still the driver
 *   RUNNING#n ──take(n)▶ TAKEN#n       it is not: whatever it does next, it must not touch the loop
 *   TAKEN#n   ──claim──▶ IDLE#n        another thread is
 * </pre>
 *
 * <p>The number keeps a watcher, who looks now and then, away from the next task. What the driver wrote before
 * {@link #begin} is visible to whoever claims the loop.
 */
final class Lease {

    /** The states; the number of the task stands beside them. */
    enum State {
        /** No carried task runs. */
        IDLE,
        /** One does, on the driver's thread. */
        RUNNING,
        /** One does, on the thread of a former driver; the loop waits for another. */
        TAKEN
    }

    private static final int NUMBER_SHIFT = 2;
    private static final int MASK = (1 << NUMBER_SHIFT) - 1;
    private static final State[] STATES = State.values();
    private static final VarHandle WORD;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            WORD = lookup.findVarHandle(Lease.class, "word", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile long word = word(0, State.IDLE);

    /** The driver is about to run a task; answers its number, for {@link #end}. */
    long begin() {
        long number = (word >>> NUMBER_SHIFT) + 1;
        word = word(number, State.RUNNING);
        return number;
    }

    /**
     * The task has been run. Any thread that has called {@link #begin}.
     *
     * @return whether the caller still drives the loop
     */
    boolean end(long number) {
        return WORD.compareAndSet(this, word(number, State.RUNNING), word(number, State.IDLE));
    }

    /** The number of the task that runs on the driver's thread; 0 if none does. Any thread. */
    long running() {
        long seen = word;
        return state(seen) == State.RUNNING ? seen >>> NUMBER_SHIFT : 0;
    }

    /** The number of the last task that was begun. Any thread. */
    long number() {
        return word >>> NUMBER_SHIFT;
    }

    /** Takes the loop from the thread that runs a certain task; {@code false} if that has ended. Any thread. */
    boolean take(long number) {
        return WORD.compareAndSet(this, word(number, State.RUNNING), word(number, State.TAKEN));
    }

    /** Another thread drives the loop from now on; {@code false} if it has not been taken from anyone. */
    boolean claim() {
        long seen = word;
        return state(seen) == State.TAKEN && WORD.compareAndSet(this, seen, word(seen >>> NUMBER_SHIFT, State.IDLE));
    }

    @SuppressWarnings("EnumOrdinal") // the word never leaves this process
    private static long word(long number, State state) {
        return (number << NUMBER_SHIFT) | state.ordinal();
    }

    private static State state(long word) {
        return STATES[(int) word & MASK];
    }

    @Override
    public String toString() {
        long seen = word;
        return state(seen) + "#" + (seen >>> NUMBER_SHIFT);
    }
}
