package io.netpoll.net;

import java.io.IOException;

/**
 * A connection does not begin with the header of the PROXY protocol that it has to begin with. Nobody has been told: whoever
 * connected may not even speak HTTP. There is no stack trace, for the peer decides how often it happens.
 */
public final class ProxyHeaderException extends IOException {

    private static final long serialVersionUID = 1L;

    private final ProxyHeaderFailure reason;

    ProxyHeaderException(ProxyHeaderFailure reason) {
        super("No connection without a header of the PROXY protocol: " + reason.text());
        this.reason = reason;
    }

    /** Why. */
    public ProxyHeaderFailure reason() {
        return reason;
    }

    /** No stack trace: it would cost more than the event is worth. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
