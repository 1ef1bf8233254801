package io.netpoll.net;

import static io.netpoll.sys.SocketAddresses.AF_INET;
import static io.netpoll.sys.SocketAddresses.AF_INET6;

import io.netpoll.reactor.SystemCallException;
import io.netpoll.sys.CallState;
import io.netpoll.sys.Errno;
import io.netpoll.sys.SocketAddresses;
import io.netpoll.sys.Sockets;
import io.netpoll.sys.Unistd;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.BindException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** A TCP socket that accepts connections, non-blocking. Used by one thread at a time. */
public final class ListeningSocket implements AutoCloseable {

    /** What {@link #accept} answers besides streams. */
    public enum Refusal {
        /** No connection waits. */
        NONE_WAITING,
        /** The connection that waited is gone (ECONNABORTED and its kin, accept(2)); there may be others. */
        ABORTED,
        /** There are no descriptors or no memory: the connection stays in the backlog, and no edge will announce it again. */
        EXHAUSTED
    }

    private final Arena arena = Arena.ofShared();
    private final CallState state = CallState.allocate(arena);
    private final MemorySegment address = arena.allocate(SocketAddresses.MAX_SIZE, Long.BYTES);
    private final MemorySegment length = arena.allocate(ValueLayout.JAVA_INT);
    private final MemorySegment on = arena.allocateFrom(ValueLayout.JAVA_INT, 1);
    private final int fd;
    private final InetSocketAddress localAddress;
    private Refusal refusal = Refusal.NONE_WAITING;
    private boolean closed;

    /**
     * Binds and listens.
     *
     * @param bindAddress where; the wildcard address means IPv6 and IPv4, port 0 any free port
     * @param backlog how many connections the kernel keeps until they are accepted
     * @throws BindException if the address is in use, not ours or not permitted
     * @throws IOException if a call failed otherwise
     */
    public ListeningSocket(InetSocketAddress bindAddress, int backlog) throws IOException {
        int family = family(bindAddress);
        int created = open(family);
        if (created == -Errno.EAFNOSUPPORT && bindAddress.getAddress().isAnyLocalAddress()) {
            family = AF_INET; // no IPv6 on this machine
            created = open(family);
        }
        fd = created;
        try {
            SystemCallException.check("socket", fd);
            bind(family, bindAddress, backlog);
            localAddress = localAddress(fd);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private int open(int family) {
        return Sockets.socket(state, family, Sockets.SOCK_STREAM | Sockets.SOCK_NONBLOCK | Sockets.SOCK_CLOEXEC, 0);
    }

    private static int family(InetSocketAddress bindAddress) throws BindException {
        if (bindAddress.isUnresolved()) {
            throw new BindException("Cannot assign requested address: " + bindAddress.getHostString() + " is unknown");
        }
        boolean ipv6 = bindAddress.getAddress() instanceof Inet6Address
                || bindAddress.getAddress().isAnyLocalAddress();
        return ipv6 ? AF_INET6 : AF_INET;
    }

    private void bind(int family, InetSocketAddress bindAddress, int backlog) throws IOException {
        // Without this a restart would fail while connections of the last run are in TIME_WAIT (socket(7)).
        option(fd, Sockets.SOL_SOCKET, Sockets.SO_REUSEADDR, on);
        if (family == AF_INET6) {
            option(fd, Sockets.IPPROTO_IPV6, Sockets.IPV6_V6ONLY, arena.allocateFrom(ValueLayout.JAVA_INT, 0));
        }
        int size = SocketAddresses.write(address, family, bindAddress);
        bound(Sockets.bind(state, fd, address, size), bindAddress);
        bound(Sockets.listen(state, fd, backlog), bindAddress);
    }

    private static void bound(int result, InetSocketAddress bindAddress) throws BindException {
        if (result < 0) {
            throw new BindException(Errno.text(-result) + ": " + bindAddress);
        }
    }

    private void option(int socket, int level, int name, MemorySegment value) throws IOException {
        SystemCallException.check("setsockopt", Sockets.setsockopt(state, socket, level, name, value));
    }

    private InetSocketAddress localAddress(int socket) throws IOException {
        length.set(ValueLayout.JAVA_INT, 0, SocketAddresses.MAX_SIZE);
        SystemCallException.check("getsockname", Sockets.getsockname(state, socket, address, length));
        return SocketAddresses.read(address);
    }

    /**
     * Accepts one connection.
     *
     * @return the connection, or {@code null}: {@link #refusal} says why
     * @throws IOException if the listener is broken
     */
    public @Nullable SocketStream accept() throws IOException {
        length.set(ValueLayout.JAVA_INT, 0, SocketAddresses.MAX_SIZE);
        int accepted = Sockets.accept4(state, fd, address, length, Sockets.SOCK_NONBLOCK | Sockets.SOCK_CLOEXEC);
        if (accepted < 0) {
            refusal = refusal(-accepted);
            return null;
        }
        try {
            InetSocketAddress remoteAddress = SocketAddresses.read(address);
            option(accepted, Sockets.IPPROTO_TCP, Sockets.TCP_NODELAY, on);
            return new SocketStream(accepted, remoteAddress, localAddress(accepted));
        } catch (IOException e) { // the peer was gone before it was accepted
            Unistd.close(state, accepted);
            refusal = Refusal.ABORTED;
            return null;
        }
    }

    /** Why the last {@link #accept} answered {@code null}. */
    public Refusal refusal() {
        return refusal;
    }

    /** accept(2) names the errors of a connection that failed before it was accepted: they are that connection's, not ours. */
    private static Refusal refusal(int errno) throws IOException {
        return switch (errno) {
            case Errno.EAGAIN -> Refusal.NONE_WAITING;
            case Errno.EMFILE, Errno.ENFILE, Errno.ENOBUFS, Errno.ENOMEM -> Refusal.EXHAUSTED;
            case Errno.EBADF, Errno.EINVAL -> throw new SystemCallException("accept4", errno);
            default -> Refusal.ABORTED;
        };
    }

    /** The address that was bound, with the real port. */
    public InetSocketAddress localAddress() {
        return localAddress;
    }

    /** The descriptor, for registering. */
    public int fd() {
        return fd;
    }

    /** Closes the descriptor, once; connections in the backlog are refused. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            if (fd >= 0) {
                Unistd.close(state, fd);
            }
            arena.close();
        }
    }
}
