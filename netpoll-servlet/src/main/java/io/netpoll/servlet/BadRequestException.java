package io.netpoll.servlet;

import java.io.IOException;

/**
 * The request's parameters or parts cannot be read. An {@link IllegalStateException}, as the methods that read them say;
 * if the application lets it out, the client gets its status instead of 500.
 */
final class BadRequestException extends IllegalStateException {

    static final int BAD_REQUEST = 400;
    static final int CONTENT_TOO_LARGE = 413;

    private static final long serialVersionUID = 1L;

    private final int status;

    BadRequestException(int status, String message) {
        super(message);
        this.status = status;
    }

    BadRequestException(int status, String message, Throwable cause) {
        super(message, cause);
        this.status = status;
    }

    /** The content cannot be read. */
    static BadRequestException unreadable(String message, IOException cause) {
        return new BadRequestException(BrokenRequest.status(cause), message, cause);
    }

    int status() {
        return status;
    }
}
