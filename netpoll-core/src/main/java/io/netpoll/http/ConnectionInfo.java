package io.netpoll.http;

import java.net.SocketAddress;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * What an exchange may know of the connection it came on. Behind a proxy that is believed, what is said of the client is what
 * the proxy says; {@link #direct} is the connection itself.
 */
public interface ConnectionInfo {

    /** A number no other connection of this server has. */
    long id();

    /**
     * The client: an {@link java.net.InetSocketAddress} that is resolved but never looked up by name, or a {@link
     * java.net.UnixDomainSocketAddress}, whose path is usually empty. The port of a client that a proxy has named is 0 if the
     * proxy has not told it.
     */
    SocketAddress remoteAddress();

    /** The local end of the connection. */
    SocketAddress localAddress();

    /** Whether the client's connection is protected by TLS. */
    boolean isSecure();

    /**
     * What TLS has agreed on with whoever has connected, which may be a proxy: version, cipher suite, certificates;
     * {@code null} on a connection without it.
     */
    default @Nullable SSLSession tlsSession() {
        return null;
    }

    /**
     * The connection that this server has accepted, whatever a proxy says in a request or before the first one: this object,
     * unless a proxy is believed.
     */
    default ConnectionInfo direct() {
        return this;
    }
}
