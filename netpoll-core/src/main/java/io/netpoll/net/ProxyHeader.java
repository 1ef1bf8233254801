package io.netpoll.net;

import java.net.SocketAddress;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a header of the PROXY protocol says of the connection that its sender has accepted.
 *
 * @param source makes the address of whoever has connected there; {@code null} if that is not said, so that the socket's own
 *     addresses count
 * @param destination makes the address that was connected to; {@code null} with {@code source}
 */
record ProxyHeader(
        @Nullable Supplier<SocketAddress> source, @Nullable Supplier<SocketAddress> destination) {

    /** LOCAL, UNKNOWN, or a family that is not specified or not supported. */
    static final ProxyHeader UNSAID = new ProxyHeader(null, null);
}
