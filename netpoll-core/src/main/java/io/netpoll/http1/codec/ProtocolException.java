package io.netpoll.http1.codec;

import io.netpoll.http.ClientFailureException;

/**
 * The client broke the protocol. It has no stack trace: clients cause it as often as they like, and where it was found is of
 * no interest.
 */
public final class ProtocolException extends ClientFailureException {

    private static final long serialVersionUID = 1L;

    private final Violation violation;

    /** What was violated becomes the message. */
    public ProtocolException(Violation violation) {
        super(violation.text());
        this.violation = violation;
    }

    @Override
    public int status() {
        return violation.status();
    }

    /** What the client did wrong. */
    public Violation violation() {
        return violation;
    }
}
