package io.netpoll.http;

import java.io.IOException;

/**
 * A client brought a failure about: it is too slow, or broke the protocol. Clients do that as often as they like, so it is
 * nothing to fill a log with, and it has no stack trace.
 */
public abstract class ClientFailureException extends IOException {

    private static final long serialVersionUID = 1L;

    /**
     * For subclasses.
     *
     * @param message what the client did
     */
    protected ClientFailureException(String message) {
        super(message);
    }

    /** The status that tells the client so, if it can still be told (RFC 9110 §15.5). */
    public abstract int status();

    /** No stack trace: where it was noticed is of no interest. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
