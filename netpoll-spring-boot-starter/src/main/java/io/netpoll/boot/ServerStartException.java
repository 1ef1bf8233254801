package io.netpoll.boot;

import java.net.InetSocketAddress;
import org.springframework.boot.web.server.WebServerException;

/** A netpoll server that could not start listening. */
public final class ServerStartException extends WebServerException {

    private static final long serialVersionUID = 1L;

    private final InetSocketAddress address;

    /**
     * Says where and why.
     *
     * @param address the address and port that were asked for
     * @param cause what the operating system said
     */
    public ServerStartException(InetSocketAddress address, Throwable cause) {
        super("netpoll could not start on " + address, cause);
        this.address = address;
    }

    /** The address and port that were asked for. */
    public InetSocketAddress getAddress() {
        return address;
    }
}
