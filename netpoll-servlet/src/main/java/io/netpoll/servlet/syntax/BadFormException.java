package io.netpoll.servlet.syntax;

/** Form data or a query that cannot be decoded. Carries no stack trace: any client can cause one. */
public final class BadFormException extends Exception {

    private static final long serialVersionUID = 1L;

    BadFormException(String message) {
        super(message, null, false, false);
    }
}
