package io.netpoll.net;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Whether one direction of an edge-triggered stream may be ready, and whether somebody waits for that: one word, shared by the
 * direction's owner and the loop, without any I/O.
 *
 * <pre>
 *   IDLE ──event──▶ READY        the loop saw an edge nobody was waiting for
 *   READY ──take──▶ IDLE         the owner is about to call; a later edge is kept
 *   IDLE ──restore─▶ READY       the call moved all it was asked to: there may be more
 *   IDLE ──await──▶ WAITING      the call would have blocked and no edge came meanwhile
 *   WAITING ─event─▶ READY       and the one who waits is resumed
 *   WAITING ─cancel▶ IDLE        the wait was given up
 * </pre>
 *
 * <p>Clearing READY <em>before</em> the call is what keeps an edge that arrives during the call: it sets READY again, so
 * {@link #await} fails and the owner calls once more. The mark {@linkplain #isEnding ENDING} is sticky: after RDHUP, HUP or
 * ERR no further edge can be relied on, so READY is never lost again and the owner reads on to the end.
 */
public final class Readiness {

    private static final int IDLE = 0;
    private static final int READY = 1;
    private static final int WAITING = 2;
    private static final int STATE = 3;
    private static final int ENDING = 4;

    private static final VarHandle WORD;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(Readiness.class, "word", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int word;

    /** A direction that is not ready yet. */
    public Readiness() {}

    /** Whether a call may move something, as far as is known. Any thread. */
    public boolean isReady() {
        return (word & STATE) == READY;
    }

    /** Whether somebody waits. Any thread. */
    public boolean isWaiting() {
        return (word & STATE) == WAITING;
    }

    /** Whether the end of the stream has been announced. Any thread. */
    public boolean isEnding() {
        return (word & ENDING) != 0;
    }

    /**
     * The owner is about to make a call.
     *
     * @return whether the call is worth making; if not, it would block
     */
    public boolean take() {
        int seen = word;
        while ((seen & STATE) == READY) {
            if (WORD.compareAndSet(this, seen, (seen & ENDING) | IDLE)) {
                return true;
            }
            seen = word;
        }
        return false;
    }

    /** The owner's call moved as much as it was asked to, or the end was announced: the next call may move more. */
    public void restore() {
        int seen;
        do {
            seen = word;
        } while (!WORD.compareAndSet(this, seen, (seen & ENDING) | READY));
    }

    /**
     * The owner's call would have blocked, and it is going to wait.
     *
     * @return whether it may: {@code false} if an edge came after the call was begun, so that it has to be made again
     */
    public boolean await() {
        int seen = word;
        while ((seen & STATE) == IDLE) {
            if ((seen & ENDING) != 0) {
                WORD.compareAndSet(this, seen, ENDING | READY);
                return false;
            }
            if (WORD.compareAndSet(this, seen, WAITING)) {
                return true;
            }
            seen = word;
        }
        return false;
    }

    /** The owner gives its wait up. Harmless if an event has ended it. */
    public void cancelWait() {
        int seen = word;
        while ((seen & STATE) == WAITING) {
            if (WORD.compareAndSet(this, seen, (seen & ENDING) | IDLE)) {
                return;
            }
            seen = word;
        }
    }

    /**
     * An event says that the direction may be ready. Called by the loop.
     *
     * @param ending whether it was RDHUP, HUP or ERR
     * @return whether somebody waited and has to be resumed
     */
    public boolean signal(boolean ending) {
        int seen;
        do {
            seen = word;
        } while (!WORD.compareAndSet(this, seen, (seen & ENDING) | READY | (ending ? ENDING : 0)));
        return (seen & STATE) == WAITING;
    }
}
