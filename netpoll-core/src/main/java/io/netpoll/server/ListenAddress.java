package io.netpoll.server;

import io.netpoll.net.ListeningSocket;
import io.netpoll.net.SystemdSockets;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
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

    private ListenAddress(@Nullable SocketAddress address, String text, Source source) {
        this(address, text, source, false);
    }

    private ListenAddress(@Nullable SocketAddress address, String text, Source source, boolean clear) {
        this.address = address;
        this.text = text;
        this.source = source;
        this.clear = clear;
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
        return new ListenAddress(address, text, source, true);
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

    @Override
    public String toString() {
        return text;
    }
}
