package io.netpoll.handler;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which addresses are those of proxies that are believed. */
final class Proxies {

    private final List<AddressRange> internal;
    private final List<AddressRange> trusted;

    Proxies(ForwardedOptions options) {
        this.internal = ranges(options.internalProxies());
        this.trusted = ranges(options.trustedProxies());
    }

    private static List<AddressRange> ranges(List<String> texts) {
        return texts.stream()
                .map(text -> Objects.requireNonNull(AddressRange.parse(text), "checked by the options"))
                .toList();
    }

    /** The address of a peer: whoever reaches a Unix-domain socket is on this machine. {@code null} if it has none. */
    static @Nullable InetAddress addressOf(SocketAddress peer) {
        if (peer instanceof UnixDomainSocketAddress) {
            return InetAddress.ofLiteral("127.0.0.1");
        }
        return peer instanceof InetSocketAddress inet ? inet.getAddress() : null;
    }

    boolean isInternal(InetAddress address) {
        return isInAny(internal, address.getAddress());
    }

    boolean areBelieved(InetAddress address) {
        byte[] octets = address.getAddress();
        return isInAny(internal, octets) || isInAny(trusted, octets);
    }

    private static boolean isInAny(List<AddressRange> ranges, byte[] address) {
        for (AddressRange range : ranges) {
            if (range.contains(address)) {
                return true;
            }
        }
        return false;
    }
}
