package io.netpoll.net;

import java.net.SocketAddress;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Makes streams that begin with a header of the PROXY protocol, version 1 or 2
 * (<a href="https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt">proxy-protocol.txt</a>). Any thread.
 */
public final class ProxiedStreams {

    private final Predicate<SocketAddress> trusted;
    private final UnaryOperator<Stream> content;

    /** Most clients have connected to the same address of their proxy: their streams share the object. */
    private volatile @Nullable Supplier<SocketAddress> lastDestination;

    /**
     * Puts the parts together.
     *
     * @param trusted which peers may say who has connected; all others are turned away
     * @param content makes of a transport what is on it behind the header, such as TLS
     */
    public ProxiedStreams(Predicate<SocketAddress> trusted, UnaryOperator<Stream> content) {
        this.trusted = trusted;
        this.content = content;
    }

    /** A stream on which the header is waited for first; the transport belongs to it from here on. */
    public Stream expectHeader(Stream transport) {
        return new ProxiedStream(this, transport, content.apply(transport), trusted.test(transport.remoteAddress()));
    }

    /** The same destination, or an equal one that another stream has. */
    @Nullable Supplier<SocketAddress> common(@Nullable Supplier<SocketAddress> destination) {
        if (destination == null) {
            return null;
        }
        Supplier<SocketAddress> last = lastDestination;
        if (last != null && last.equals(destination)) {
            return last;
        }
        lastDestination = destination;
        return destination;
    }
}
