package io.netpoll.http1;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Who works on a connection: the loop, or the exchange with a certain number. One word, without any I/O.
 *
 * <pre>
 *   HOME       ──handOut(n)───▶ OUT#n       the loop gives the connection away
 *   OUT#n      ──returnHome(n)▶ HOME        the owner is done and nothing happened meanwhile
 *   OUT#n      ──note─────────▶ NOTED#n     the loop saw an event that is its own business later
 *   OUT#n, NOTED#n ─abort(n)──▶ ABORTING#n  a deadline or a stop gives exchange n up
 *   OUT#n, NOTED#n, ABORTING#n ─comeHome(n)▶ HOME   the loop takes the connection back, told by the owner
 *   HOME       ──close────────▶ CLOSED      the loop is about to close the descriptor
 *   OUT#n, NOTED#n, ABORTING#n ─closeAfterLoop(n)▶ CLOSED   the loop has ended: the last holder closes the descriptor
 * </pre>
 *
 * <p>The number keeps an abort away from the next exchange: it has to win the word for the exchange it means.
 */
final class ConnectionWord {

    /** The states; the exchange's number stands beside those that have one. */
    enum State {
        /** The loop works on the connection. */
        HOME,
        /** An exchange does. */
        OUT,
        /** An exchange does, and the loop has something to look at when it ends. */
        NOTED,
        /** An exchange did; it is being given up. */
        ABORTING,
        /** The descriptor is closed, or about to be; final. */
        CLOSED
    }

    private static final int NUMBER_SHIFT = 3;
    private static final int MASK = (1 << NUMBER_SHIFT) - 1;
    private static final State[] STATES = State.values();
    private static final VarHandle WORD;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(ConnectionWord.class, "word", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile long word = word(0, State.HOME);

    State state() {
        return state(word);
    }

    boolean isHome() {
        return state() == State.HOME;
    }

    /** The number of the exchange that is out, or was last. */
    long number() {
        return word >>> NUMBER_SHIFT;
    }

    /** The loop gives the connection to exchange {@code n}. What it wrote before is visible to the owner. */
    void handOut(long n) {
        if (!change(word(number(), State.HOME), word(n, State.OUT))) {
            throw new IllegalStateException("Handing out a connection that is " + state());
        }
    }

    /** The owner gives the connection back; {@code false} if the loop has to be told. */
    boolean returnHome(long n) {
        return change(word(n, State.OUT), word(n, State.HOME));
    }

    /**
     * The loop has seen an event.
     *
     * @return whether it leaves the event to the time when the exchange has ended; {@code false}: it deals with it now
     */
    boolean note() {
        long seen = word;
        while (state(seen) == State.OUT) {
            if (change(seen, word(seen >>> NUMBER_SHIFT, State.NOTED))) {
                return true;
            }
            seen = word;
        }
        return state(seen) != State.HOME;
    }

    /** Exchange {@code n} is given up; {@code false} if it has ended already. */
    boolean abort(long n) {
        return change(word(n, State.OUT), word(n, State.ABORTING))
                || change(word(n, State.NOTED), word(n, State.ABORTING));
    }

    /** The loop takes the connection back from exchange {@code n} and learns how it was; HOME if it was back already. */
    State comeHome(long n) {
        return leave(n, State.HOME);
    }

    /** The loop is about to close the descriptor; {@code false} if the connection is not at home. */
    boolean close() {
        return change(word(number(), State.HOME), word(number(), State.CLOSED));
    }

    /** The owner of exchange {@code n} is about to close the descriptor, the loop being gone; {@code false} if it is closed. */
    boolean closeAfterLoop(long n) {
        return switch (leave(n, State.CLOSED)) {
            case OUT, NOTED, ABORTING -> true;
            case HOME -> close();
            case CLOSED -> false;
        };
    }

    private State leave(long n, State next) {
        long seen;
        do {
            seen = word;
            if (seen >>> NUMBER_SHIFT != n || state(seen) == State.HOME || state(seen) == State.CLOSED) {
                return state(seen);
            }
        } while (!change(seen, word(n, next)));
        return state(seen);
    }

    private boolean change(long from, long to) {
        return WORD.compareAndSet(this, from, to);
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
        return state() + "#" + number();
    }
}
