package io.netpoll.boot;

import java.net.SocketAddress;
import org.springframework.boot.web.server.WebServerException;

/** A netpoll server that could not start listening. */
public final class ServerStartException extends WebServerException {

    private static final long serialVersionUID = 1L;

    private final transient SocketAddress address;

    /**
     * Says where and why.
     *
     * @param address the address and port, or the path, that were asked for
     * @param cause what the operating system said
     */
    public ServerStartException(SocketAddress address, Throwable cause) {
        super("netpoll could not start on " + address, cause);
        this.address = address;
    }

    /** The address and port, or the path, that were asked for. */
    public SocketAddress getAddress() {
        return address;
    }
}
