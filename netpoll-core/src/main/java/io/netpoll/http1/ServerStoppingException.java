package io.netpoll.http1;

import java.io.IOException;

/**
 * An exchange was given up because the server stops, which is nobody's failure. It has no stack trace; its text has the words
 * by which frameworks recognise that there is nobody left to answer.
 */
final class ServerStoppingException extends IOException {

    private static final long serialVersionUID = 1L;

    ServerStoppingException() {
        super("The server is stopping; connection reset by peer");
    }

    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
