package io.netpoll.server;

import java.net.BindException;

/** A server cannot listen at one of its addresses; the message is what the system said, and where. */
public final class ListenException extends BindException {

    private static final long serialVersionUID = 1L;

    private final transient ListenAddress listenAddress;

    ListenException(ListenAddress listenAddress, BindException cause) {
        super(cause.getMessage());
        this.listenAddress = listenAddress;
        initCause(cause);
    }

    /** Where the server should have listened. */
    public ListenAddress listenAddress() {
        return listenAddress;
    }
}
