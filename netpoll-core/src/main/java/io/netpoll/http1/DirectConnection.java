package io.netpoll.http1;

import io.netpoll.http.ConnectionInfo;
import io.netpoll.net.Stream;
import java.net.SocketAddress;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * A connection of which a header of the PROXY protocol has named other addresses, as the socket has it.
 *
 * @param connection the connection
 * @param stream has the socket's addresses
 */
record DirectConnection(ConnectionInfo connection, Stream stream) implements ConnectionInfo {

    @Override
    public long id() {
        return connection.id();
    }

    @Override
    public SocketAddress remoteAddress() {
        return stream.remoteAddress();
    }

    @Override
    public SocketAddress localAddress() {
        return stream.localAddress();
    }

    @Override
    public boolean isSecure() {
        return connection.isSecure();
    }

    @Override
    public @Nullable SSLSession tlsSession() {
        return connection.tlsSession();
    }
}
