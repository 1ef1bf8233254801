package io.netpoll.http1;

import java.io.EOFException;

/** The client closed its side before the end of its request. It has no stack trace: the client decides how often. */
final class IncompleteContentException extends EOFException {

    private static final long serialVersionUID = 1L;

    IncompleteContentException() {
        super("The client closed the connection before the end of its request");
    }

    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
