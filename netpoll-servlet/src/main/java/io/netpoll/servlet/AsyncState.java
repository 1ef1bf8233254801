package io.netpoll.servlet;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * The states of asynchronous processing (Servlet 6.1 §2.3.3.3). "The container" below is a thread of the server that runs
 * one of the application's methods for this request; there is at most one at a time.
 */
enum AsyncState {
    /** startAsync has not been called. */
    IDLE,
    /** startAsync has been called; the container's call has not returned. */
    STARTED,
    /** The container's call has returned: no thread of the server is inside. */
    WAITING,
    /** The time is up; the container tells listeners. */
    EXPIRING,
    /** Something has failed; the container tells listeners, then runs an error page. */
    FAILING,
    /** dispatch has been called; the container runs it as soon as it is free. */
    DISPATCH_REQUESTED,
    /** complete has been called; the container ends the request as soon as it is free. */
    COMPLETE_REQUESTED,
    /** The container runs the dispatch; startAsync may be called again. */
    DISPATCHING,
    /** The request is over. */
    COMPLETED;

    private static final Map<AsyncState, Set<AsyncState>> LEGAL = new EnumMap<>(AsyncState.class);

    static {
        LEGAL.put(IDLE, EnumSet.of(STARTED));
        LEGAL.put(STARTED, EnumSet.of(WAITING, DISPATCH_REQUESTED, COMPLETE_REQUESTED, FAILING));
        LEGAL.put(WAITING, EnumSet.of(EXPIRING, FAILING, DISPATCH_REQUESTED, COMPLETE_REQUESTED));
        LEGAL.put(EXPIRING, EnumSet.of(FAILING, DISPATCH_REQUESTED, COMPLETE_REQUESTED));
        LEGAL.put(FAILING, EnumSet.of(DISPATCH_REQUESTED, COMPLETE_REQUESTED, COMPLETED));
        // A call that fails after it has asked for something: the failure comes first.
        LEGAL.put(DISPATCH_REQUESTED, EnumSet.of(DISPATCHING, FAILING));
        LEGAL.put(COMPLETE_REQUESTED, EnumSet.of(COMPLETED, FAILING));
        LEGAL.put(DISPATCHING, EnumSet.of(STARTED, FAILING, COMPLETED));
        LEGAL.put(COMPLETED, EnumSet.noneOf(AsyncState.class));
    }

    boolean mayBecome(AsyncState next) {
        return LEGAL.getOrDefault(this, Set.of()).contains(next);
    }

    /** Whether dispatch and complete may be called. */
    boolean acceptsRequests() {
        return this == STARTED || this == WAITING || this == EXPIRING || this == FAILING;
    }
}
