package io.netpoll.http1;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The right to call on one direction of a connection in the name of exchange <em>n</em>. One word, without any I/O.
 *
 * <pre>
 *   ENDED#m        ──begin(n)─▶ OPEN#n
 *   OPEN#n         ──enter(n)─▶ INSIDE#n
 *   INSIDE#n       ──exit(n)──▶ OPEN#n
 *   OPEN#n         ──end(n)───▶ ENDED#n         nobody was inside
 *   INSIDE#n       ──end(n)───▶ ENDING#n        somebody is: what follows the end is his to do
 *   ENDING#n       ──exit(n)──▶ ENDED#n         on his way out
 * </pre>
 *
 * <p>A thread that still holds the stream of a finished response never gets in, so it cannot reach a descriptor that is
 * somebody else's by now.
 */
final class Permit {

    /** What a caller who wants to enter is told. */
    enum Entry {
        /** In; {@link #exit} has to follow. */
        GRANTED,
        /** Another thread is inside. */
        BUSY,
        /** The exchange has ended. */
        ENDED
    }

    private static final int OPEN = 0;
    private static final int INSIDE = 1;
    private static final int ENDING = 2;
    private static final int ENDED = 3;
    private static final int NUMBER_SHIFT = 2;
    private static final VarHandle WORD;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(Permit.class, "word", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile long word = ENDED;

    /** The loop opens the direction for exchange {@code n}, before it hands the connection out. */
    void begin(long n) {
        word = word(n, OPEN);
    }

    /** A caller wants to use the direction in the name of exchange {@code n}. */
    Entry enter(long n) {
        if (change(n, OPEN, INSIDE)) {
            return Entry.GRANTED;
        }
        return word == word(n, INSIDE) ? Entry.BUSY : Entry.ENDED;
    }

    /**
     * A caller leaves.
     *
     * @return whether the exchange has ended meanwhile, so that the caller has to do what follows
     */
    boolean exit(long n) {
        if (change(n, INSIDE, OPEN)) {
            return false;
        }
        if (!change(n, ENDING, ENDED)) {
            throw new IllegalStateException("Left without having entered");
        }
        return true;
    }

    /**
     * Exchange {@code n} ends. Called once for an exchange.
     *
     * @return whether nobody was inside, so that the caller goes on; otherwise the one inside does
     */
    boolean end(long n) {
        while (true) {
            if (change(n, OPEN, ENDED)) {
                return true;
            }
            if (change(n, INSIDE, ENDING)) {
                return false;
            }
            // Somebody came or left between the two attempts.
        }
    }

    private boolean change(long n, int from, int to) {
        return WORD.compareAndSet(this, word(n, from), word(n, to));
    }

    private static long word(long n, int state) {
        return (n << NUMBER_SHIFT) | state;
    }
}
