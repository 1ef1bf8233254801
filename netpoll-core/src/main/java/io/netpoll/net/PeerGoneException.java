package io.netpoll.net;

import java.io.IOException;

/**
 * The peer is gone: it reset the connection, or closed it while we wrote. An everyday event, so there is no stack trace; the
 * texts are the ones by which frameworks recognise a departed client.
 */
public final class PeerGoneException extends IOException {

    private static final long serialVersionUID = 1L;

    private PeerGoneException(String message) {
        super(message);
    }

    /** ECONNRESET and its kin: the peer reset the connection, or stopped acknowledging. */
    public static PeerGoneException reset() {
        return new PeerGoneException("Connection reset by peer");
    }

    /** EPIPE: the peer no longer takes what we write. */
    public static PeerGoneException brokenPipe() {
        return new PeerGoneException("Broken pipe");
    }

    /** No stack trace: it would cost more than the event is worth. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
