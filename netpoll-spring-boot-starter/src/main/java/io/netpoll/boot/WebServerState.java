package io.netpoll.boot;

/** Where a web server stands between its factory and its end. */
enum WebServerState {
    /** The application is up; there is no socket yet. */
    INITIALIZED,
    /** Connections are accepted. */
    STARTED,
    /** No new connections; what runs may end. */
    DRAINING,
    /** All sockets are closed; the application is still up. */
    STOPPED,
    /** The application has ended too. */
    DESTROYED;

    /** Whether there may be open connections. */
    boolean isRunning() {
        return this == STARTED || this == DRAINING;
    }

    private boolean mayBecome(WebServerState next) {
        return switch (this) {
            case INITIALIZED, STOPPED -> next == STARTED || next == DESTROYED;
            case STARTED -> next == DRAINING || next == STOPPED;
            case DRAINING -> next == STOPPED;
            case DESTROYED -> false;
        };
    }

    /**
     * The next state.
     *
     * @throws IllegalStateException if it cannot follow this one
     */
    WebServerState to(WebServerState next) {
        if (!mayBecome(next)) {
            throw new IllegalStateException("A web server that is " + this + " cannot become " + next);
        }
        return next;
    }
}
