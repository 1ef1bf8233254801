package io.netpoll.handler;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Lets one caller in at a time, and none once it is shut: whoever shuts it while a caller is inside leaves it to that caller
 * to clean up on the way out. So nobody waits, and nothing is taken away from under a caller.
 *
 * <pre>
 *   FREE ⇄ INSIDE
 *   FREE ──shut──▶ SHUT ◀──exit── SHUT_BEHIND ◀──shut── INSIDE
 * </pre>
 */
final class Gate {

    private enum State {
        /** Nobody is inside. */
        FREE,
        /** One caller is inside. */
        INSIDE,
        /** One caller is inside, and the last. */
        SHUT_BEHIND,
        /** Nobody is inside, and nobody gets in. */
        SHUT
    }

    private final AtomicReference<State> state = new AtomicReference<>(State.FREE);

    /**
     * Goes in.
     *
     * @throws IllegalStateException if somebody is inside, or the gate is shut
     */
    void enter() {
        State found = state.compareAndExchange(State.FREE, State.INSIDE);
        if (found == State.INSIDE) {
            throw new IllegalStateException("Another thread writes the response");
        }
        if (found != State.FREE) {
            throw new IllegalStateException("The exchange has ended");
        }
    }

    /**
     * Goes out.
     *
     * @return whether the gate was shut meanwhile, so that it is the caller's to clean up
     */
    boolean exit() {
        if (state.compareAndSet(State.INSIDE, State.FREE)) {
            return false;
        }
        state.set(State.SHUT);
        return true;
    }

    /**
     * Shuts the gate.
     *
     * @return whether it is the caller's to clean up: it was open and nobody is inside
     */
    boolean shut() {
        State found = state.getAndUpdate(
                now -> now == State.INSIDE || now == State.SHUT_BEHIND ? State.SHUT_BEHIND : State.SHUT);
        return found == State.FREE;
    }
}
