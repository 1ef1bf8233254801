package io.netpoll.http;

import java.net.SocketAddress;

/** What an exchange may know of the connection it came on. */
public interface ConnectionInfo {

    /** A number no other connection of this server has. */
    long id();

    /**
     * The peer: an {@link java.net.InetSocketAddress} that is resolved but never looked up by name, or a {@link
     * java.net.UnixDomainSocketAddress}, whose path is usually empty.
     */
    SocketAddress remoteAddress();

    /** The local end of the connection. */
    SocketAddress localAddress();

    /** Whether the connection is protected by TLS. */
    boolean isSecure();
}
