package io.netpoll.net;

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
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A socket that accepts connections, non-blocking: TCP on IPv4 and IPv6, or Unix-domain. It is bound here or adopted from
 * whoever opened it. Used by one thread at a time.
 */
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
    private final @Nullable UnixSocketFile file;
    private final SocketAddress localAddress;
    private Refusal refusal = Refusal.NONE_WAITING;

    /** Our address of the connection that was accepted last: most have the same, and share the object. */
    private SocketAddress lastLocalAddress;

    private boolean closed;

    /** Owns the descriptor and its file from here on; if this throws, too, both are gone. */
    private ListeningSocket(int fd, @Nullable UnixSocketFile file) throws IOException {
        this.fd = fd;
        this.file = file;
        try {
            localAddress = localAddress(fd);
            lastLocalAddress = localAddress;
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /**
     * Binds and listens.
     *
     * <p>The path of a Unix-domain address may be up to 107 octets long. Its file gets the mode that the process's umask
     * leaves, and {@link #close} removes it. A file that is a socket nobody listens on, left by a process that was killed, is
     * replaced; anything else at that path stays, and is an error. (Two processes that start at the same moment on the same
     * stale path may both see it as stale: the later one then has the path.)
     *
     * @param bindAddress an {@link InetSocketAddress}, whose wildcard address means IPv6 and IPv4, and port 0 any free port; or
     *     a {@link UnixDomainSocketAddress} with a path
     * @param backlog how many connections the kernel keeps until they are accepted
     * @throws BindException if the address is in use, not ours, not permitted, unresolved or too long; its text says which
     * @throws IOException if a call failed otherwise
     * @throws IllegalArgumentException if the address is of neither kind
     */
    public static ListeningSocket bind(SocketAddress bindAddress, int backlog) throws IOException {
        return switch (bindAddress) {
            case InetSocketAddress inet -> new ListeningSocket(InetBinding.listen(inet, backlog), null);
            case UnixDomainSocketAddress unix -> bindUnix(unix, null, backlog);
            default ->
                throw new IllegalArgumentException("Neither an internet nor a Unix-domain address: " + bindAddress);
        };
    }

    /**
     * Binds to a path and listens, as {@link #bind(SocketAddress, int)}, with a mode for the file. A client needs write
     * permission to connect (unix(7)).
     *
     * @param permissions the file's mode, whatever the umask is
     * @throws BindException as there
     * @throws IOException as there
     */
    public static ListeningSocket bind(
            UnixDomainSocketAddress bindAddress, Set<PosixFilePermission> permissions, int backlog) throws IOException {
        return bindUnix(bindAddress, permissions, backlog);
    }

    private static ListeningSocket bindUnix(
            UnixDomainSocketAddress bindAddress, @Nullable Set<PosixFilePermission> permissions, int backlog)
            throws IOException {
        UnixSocketFile.Listener listener = UnixSocketFile.listen(bindAddress, permissions, backlog);
        return new ListeningSocket(listener.fd(), listener.file());
    }

    /**
     * Adopts a stream socket that listens already, such as one of {@link SystemdSockets}. It becomes non-blocking (for every
     * process that shares it) and close-on-exec. {@link #close} closes the descriptor and leaves the file of a Unix-domain
     * socket to whoever made it.
     *
     * @param fd an open descriptor, which belongs to the new object unless this throws
     * @throws IOException if it is not open, or no stream socket of a known family that listens; the message says which
     */
    public static ListeningSocket adopt(int fd) throws IOException {
        AdoptedSocket.prepare(fd);
        return new ListeningSocket(fd, null);
    }

    /**
     * Adopts a duplicate of a descriptor, which stays the caller's; otherwise as {@link #adopt}.
     *
     * @throws IOException as there
     */
    public static ListeningSocket adoptCopy(int fd) throws IOException {
        return adopt(AdoptedSocket.duplicate(fd));
    }

    private SocketAddress localAddress(int socket) throws IOException {
        length.set(ValueLayout.JAVA_INT, 0, SocketAddresses.MAX_SIZE);
        SystemCallException.check("getsockname", Sockets.getsockname(state, socket, address, length));
        return readAddress();
    }

    private SocketAddress readAddress() {
        return SocketAddresses.family(address) == SocketAddresses.AF_UNIX
                ? UnixAddresses.read(address, length.get(ValueLayout.JAVA_INT, 0))
                : SocketAddresses.read(address);
    }

    /**
     * Accepts one connection. The remote address of a Unix-domain stream is usually an empty path: clients seldom bind.
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
            return stream(accepted);
        } catch (IOException e) { // the peer was gone before it was accepted
            Unistd.close(state, accepted);
            refusal = Refusal.ABORTED;
            return null;
        }
    }

    private SocketStream stream(int accepted) throws IOException {
        if (localAddress instanceof UnixDomainSocketAddress) {
            SocketAddress remoteAddress = readAddress();
            return new SocketStream(accepted, () -> remoteAddress, localAddress);
        }
        InternetAddress remoteAddress = InternetAddress.copyOf(address, length.get(ValueLayout.JAVA_INT, 0));
        SystemCallException.check(
                "setsockopt", Sockets.setsockopt(state, accepted, Sockets.IPPROTO_TCP, Sockets.TCP_NODELAY, on));
        SocketAddress ours = localAddress(accepted);
        if (!ours.equals(lastLocalAddress)) {
            lastLocalAddress = ours;
        }
        return new SocketStream(accepted, remoteAddress, lastLocalAddress);
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

    /**
     * The address that was bound: an {@link InetSocketAddress} with the real port, or a {@link UnixDomainSocketAddress}, whose
     * path begins with {@code @} if an adopted socket's name is abstract.
     */
    public SocketAddress localAddress() {
        return localAddress;
    }

    /** The descriptor, for registering. */
    public int fd() {
        return fd;
    }

    /**
     * Closes the descriptor, once; connections in the backlog are refused. Removes the file of a Unix-domain socket that was
     * bound here, unless another process has taken the path over.
     */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            if (file != null) {
                file.remove();
            }
            Unistd.close(state, fd);
            arena.close();
        }
    }
}
