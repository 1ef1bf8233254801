package io.netpoll.server;

import io.netpoll.handler.AddressRanges;
import io.netpoll.net.ListeningSocket;
import io.netpoll.net.ProxiedStreams;
import io.netpoll.net.Stream;
import io.netpoll.net.SystemdSockets;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Where a server listens: an address and port, a path, or a descriptor that listens already. Immutable. */
public final class ListenAddress {

    /** Opens the listener when the server starts. */
    @FunctionalInterface
    private interface Source {
        ListeningSocket open(int backlog) throws IOException;
    }

    private final @Nullable SocketAddress address;
    private final String text;
    private final Source source;
    private final boolean clear;
    private final @Nullable AddressRanges proxies;

    private ListenAddress(@Nullable SocketAddress address, String text, Source source) {
        this(address, text, source, false, null);
    }

    private ListenAddress(
            @Nullable SocketAddress address,
            String text,
            Source source,
            boolean clear,
            @Nullable AddressRanges proxies) {
        this.address = address;
        this.text = text;
        this.source = source;
        this.clear = clear;
        this.proxies = proxies;
    }

    /**
     * An address to bind to, as {@link ListeningSocket#bind(SocketAddress, int)} describes it: the wildcard address means
     * IPv6 and IPv4, port 0 any free port.
     *
     * @param address an {@link InetSocketAddress} or a {@link UnixDomainSocketAddress}
     */
    public static ListenAddress of(SocketAddress address) {
        return new ListenAddress(address, address.toString(), backlog -> ListeningSocket.bind(address, backlog));
    }

    /** A path to bind to, whose file gets a mode: a client needs write permission to connect (unix(7)). */
    public static ListenAddress of(UnixDomainSocketAddress address, Set<PosixFilePermission> permissions) {
        Set<PosixFilePermission> copy = Set.copyOf(permissions);
        return new ListenAddress(
                address,
                address + " (" + PosixFilePermissions.toString(copy) + ")",
                backlog -> ListeningSocket.bind(address, copy, backlog));
    }

    /**
     * A descriptor that somebody else has opened, bound and made listen: {@link SystemdSockets}. Its backlog stays as it is.
     * The server works on a duplicate, so the descriptor serves any number of starts; while it is open connections wait in
     * its backlog, whether a server runs or not.
     *
     * @param fd the descriptor, which stays the caller's
     */
    public static ListenAddress descriptor(int fd) {
        return new ListenAddress(null, "descriptor " + fd, backlog -> ListeningSocket.adoptCopy(fd));
    }

    /** As {@link #descriptor}, but the server closes the descriptor. */
    static ListenAddress adopted(int fd) {
        return new ListenAddress(null, "descriptor " + fd, backlog -> ListeningSocket.adopt(fd));
    }

    /** The same, where no TLS is spoken even if the server speaks it elsewhere. */
    public ListenAddress inTheClear() {
        return new ListenAddress(address, text, source, true, proxies);
    }

    /**
     * The same, where every connection has to begin with a header of the PROXY protocol, version 1 or 2, before TLS and HTTP
     * (<a href="https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt">proxy-protocol.txt</a>). What the header says is
     * the connection's addresses from then on. A connection that does not begin so, or comes from somebody else, is reset.
     *
     * @param trusted the proxies that may connect; a peer at a Unix-domain socket may in any case
     */
    public ListenAddress behindProxies(AddressRanges trusted) {
        return new ListenAddress(address, text, source, clear, trusted);
    }

    /** The proxies behind which this is, which say who connects; {@code null} if clients connect themselves. */
    public @Nullable AddressRanges proxies() {
        return proxies;
    }

    /** Whether no TLS is spoken even if the server speaks it elsewhere. */
    public boolean isInTheClear() {
        return clear;
    }

    /** The address that is bound to; {@code null} for a descriptor. */
    public @Nullable SocketAddress address() {
        return address;
    }

    /**
     * Opens the listener.
     *
     * @throws ListenException if the address cannot be bound to
     * @throws IOException if the system refuses something else
     */
    ListeningSocket open(int backlog) throws IOException {
        try {
            return source.open(backlog);
        } catch (BindException e) {
            throw new ListenException(this, e);
        }
    }

    /**
     * What makes of an accepted stream the one that requests come on.
     *
     * @param security does so where TLS is spoken
     */
    UnaryOperator<Stream> streams(UnaryOperator<Stream> security) {
        UnaryOperator<Stream> content = clear ? UnaryOperator.identity() : security;
        AddressRanges trusted = proxies;
        return trusted == null ? content : new ProxiedStreams(peer -> trusts(trusted, peer), content)::expectHeader;
    }

    private static boolean trusts(AddressRanges trusted, SocketAddress peer) {
        return switch (peer) {
            case UnixDomainSocketAddress unix -> true; // whoever reaches it is on this machine
            case InetSocketAddress inet -> trusted.contains(inet.getAddress());
            default -> false;
        };
    }

    @Override
    public String toString() {
        return text;
    }
}
