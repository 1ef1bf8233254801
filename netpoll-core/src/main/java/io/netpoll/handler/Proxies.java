package io.netpoll.handler;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import org.jspecify.annotations.Nullable;

/** Which addresses are those of proxies that are believed. */
final class Proxies {

    private final AddressRanges internal;
    private final AddressRanges trusted;

    Proxies(ForwardedOptions options) {
        this.internal = AddressRanges.of(options.internalProxies());
        this.trusted = AddressRanges.of(options.trustedProxies());
    }

    /** The address of a peer: whoever reaches a Unix-domain socket is on this machine. {@code null} if it has none. */
    static @Nullable InetAddress addressOf(SocketAddress peer) {
        if (peer instanceof UnixDomainSocketAddress) {
            return InetAddress.ofLiteral("127.0.0.1");
        }
        return peer instanceof InetSocketAddress inet ? inet.getAddress() : null;
    }

    boolean isInternal(InetAddress address) {
        return internal.contains(address);
    }

    boolean areBelieved(InetAddress address) {
        return internal.contains(address) || trusted.contains(address);
    }
}
