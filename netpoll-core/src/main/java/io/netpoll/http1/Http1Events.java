package io.netpoll.http1;

import io.netpoll.http1.codec.Violation;
import io.netpoll.net.HandshakeFailure;
import io.netpoll.net.ProxyHeaderFailure;
import java.io.IOException;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * What the protocol has to say. Implementations must not block, lock or throw: the loop calls them.
 */
public interface Http1Events {

    /** A request was refused because its client broke the protocol or took too long. */
    void requestRejected(SocketAddress client, Violation violation);

    /** The server has lost its patience with a client. */
    void expired(SocketAddress client, Expiry expiry);

    /** The server had too much to do to serve a request. */
    void requestRefused(Refusal reason);

    /** A TLS handshake came to its end. */
    void handshakeCompleted();

    /** A TLS handshake failed; {@code failure} is {@code null} if nothing was thrown. */
    void handshakeFailed(SocketAddress client, HandshakeFailure reason, @Nullable IOException failure);

    /** A connection was reset because it did not begin with the header of the PROXY protocol that it has to begin with. */
    void proxyHeaderRefused(SocketAddress peer, ProxyHeaderFailure reason);

    /** A handler threw; {@code committed} says whether its client had a status before. */
    void handlerFailed(String method, String path, Throwable failure, boolean committed);

    /** A connection ended with an error that is not its peer's doing. */
    void connectionFailed(SocketAddress client, Throwable failure);

    /** There are as many connections as there may be; further ones are refused, or wait in the backlog. */
    void connectionLimitReached(int max, boolean refused);

    /** No connection can be accepted: there are no descriptors left. */
    void acceptExhausted();
}
