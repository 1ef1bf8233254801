package io.netpoll.http1;

import java.io.IOException;

/** The client neither sent nor read for longer than the timeout. It has no stack trace: the client decides how often. */
final class StalledException extends IOException {

    private static final long serialVersionUID = 1L;

    StalledException(String message) {
        super(message);
    }

    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
