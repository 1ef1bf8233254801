package io.netpoll.handler;

/** A {@code Forwarded} field has not the form of RFC 7239. */
final class MalformedForwardedException extends Exception {

    private static final long serialVersionUID = 1L;

    MalformedForwardedException() {
        super("A Forwarded field has not the form of RFC 7239");
    }

    /** No stack trace: clients bring it about. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
