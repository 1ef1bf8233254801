package io.netpoll.net;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A TLS handshake has failed, and the client has been told by an alert as far as it takes it. An everyday event, so there is
 * no stack trace of its own.
 */
public final class HandshakeException extends IOException {

    private static final long serialVersionUID = 1L;

    private final HandshakeFailure reason;

    HandshakeException(HandshakeFailure reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** Why. */
    public HandshakeFailure reason() {
        return reason;
    }

    /** No stack trace: it would cost more than the event is worth. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
