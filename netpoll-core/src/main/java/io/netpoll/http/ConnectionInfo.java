package io.netpoll.http;

import java.net.SocketAddress;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

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

    /** What TLS has agreed on: version, cipher suite, the client's certificates; {@code null} on a connection without it. */
    default @Nullable SSLSession tlsSession() {
        return null;
    }
}
