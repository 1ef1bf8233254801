package io.netpoll.architecture.bad.namedstates.http1;

/** Says what its states are. */
final class Parser {

    private State state = State.HEAD;

    State next() {
        state = State.BODY;
        return state;
    }

    enum State {
        HEAD,
        BODY
    }
}
