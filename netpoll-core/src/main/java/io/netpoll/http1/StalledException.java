package io.netpoll.http1;

import io.netpoll.http.ClientFailureException;
import io.netpoll.http1.codec.Violation;

/** The client neither sent nor read for longer than the timeout. It has no stack trace: the client decides how often. */
final class StalledException extends ClientFailureException {

    private static final long serialVersionUID = 1L;

    StalledException(String message) {
        super(message);
    }

    @Override
    public int status() {
        return Violation.REQUEST_TIMEOUT.status();
    }

    /** A client that did not send what it had promised. */
    static StalledException reading(Expiry expiry) {
        return new StalledException(
                expiry == Expiry.BODY_RATE
                        ? "The client has sent the content of its request too slowly"
                        : "The client has not sent the content of its request for too long");
    }

    /** A client that did not take what it had asked for. */
    static StalledException writing(Expiry expiry) {
        return new StalledException(
                expiry == Expiry.RESPONSE_RATE
                        ? "The client has read the response too slowly"
                        : "The client has not read for too long");
    }
}
