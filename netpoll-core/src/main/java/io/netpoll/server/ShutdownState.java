package io.netpoll.server;

/**
 * How far the shutdown of a server has come.
 *
 * <pre>
 *   SERVING ─┬─▶ ANNOUNCING ─┬─▶ DRAINING ─┬─▶ ENDING_STREAMS ─┬─▶ ABORTING
 *            └───────────────┘             └───────────────────┘
 *   any ──close──▶ STOPPED
 * </pre>
 */
public enum ShutdownState {
    /** Nobody has asked for a shutdown. */
    SERVING,
    /** Connections and requests are still accepted, but each answer is the last on its connection (RFC 9112 §9.6). */
    ANNOUNCING,
    /** Connections are refused and idle ones closed; what runs may end. */
    DRAINING,
    /** As before, and responses without an end have been told to end. */
    ENDING_STREAMS,
    /** The time is over: what was still open has been aborted. */
    ABORTING,
    /** The server is closed. */
    STOPPED;

    /** Whether one may follow the other. */
    boolean mayBecome(ShutdownState next) {
        return switch (this) {
            case SERVING -> next == ANNOUNCING || next == DRAINING || next == STOPPED;
            case ANNOUNCING -> next == DRAINING || next == STOPPED;
            case DRAINING -> next == ENDING_STREAMS || next == ABORTING || next == STOPPED;
            case ENDING_STREAMS -> next == ABORTING || next == STOPPED;
            case ABORTING -> next == STOPPED;
            case STOPPED -> false;
        };
    }

    /** Whether what runs may end, and nothing new is accepted. */
    boolean isDraining() {
        return this == DRAINING || this == ENDING_STREAMS;
    }
}
