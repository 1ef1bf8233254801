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

/** Makes TCP sockets that listen. */
final class InetBinding {

    private final Arena arena;
    private final CallState state;
    private final InetSocketAddress bindAddress;

    private InetBinding(Arena arena, InetSocketAddress bindAddress) {
        this.arena = arena;
        this.state = CallState.allocate(arena);
        this.bindAddress = bindAddress;
    }

    /** A descriptor that is bound and listens. */
    static int listen(InetSocketAddress bindAddress, int backlog) throws IOException {
        if (bindAddress.isUnresolved()) {
            throw new BindException("Cannot assign requested address: " + bindAddress.getHostString() + " is unknown");
        }
        try (Arena arena = Arena.ofConfined()) {
            return new InetBinding(arena, bindAddress).listen(backlog);
        }
    }

    private int listen(int backlog) throws IOException {
        boolean anyAddress = bindAddress.getAddress().isAnyLocalAddress();
        int family = anyAddress || bindAddress.getAddress() instanceof Inet6Address ? AF_INET6 : AF_INET;
        int fd = open(family);
        if (fd == -Errno.EAFNOSUPPORT && anyAddress) {
            family = AF_INET; // no IPv6 on this machine
            fd = open(family);
        }
        SystemCallException.check("socket", fd);
        try {
            bind(fd, family, backlog);
            return fd;
        } catch (IOException e) {
            Unistd.close(state, fd);
            throw e;
        }
    }

    private int open(int family) {
        return Sockets.socket(state, family, Sockets.SOCK_STREAM | Sockets.SOCK_NONBLOCK | Sockets.SOCK_CLOEXEC, 0);
    }

    private void bind(int fd, int family, int backlog) throws IOException {
        // Without this a restart would fail while connections of the last run are in TIME_WAIT (socket(7)).
        option(fd, Sockets.SOL_SOCKET, Sockets.SO_REUSEADDR, 1);
        if (family == AF_INET6) {
            option(fd, Sockets.IPPROTO_IPV6, Sockets.IPV6_V6ONLY, 0);
        }
        MemorySegment address = arena.allocate(SocketAddresses.MAX_SIZE, Long.BYTES);
        int size = SocketAddresses.write(address, family, bindAddress);
        bound(Sockets.bind(state, fd, address, size));
        bound(Sockets.listen(state, fd, backlog));
    }

    private void option(int fd, int level, int name, int value) throws IOException {
        MemorySegment option = arena.allocateFrom(ValueLayout.JAVA_INT, value);
        SystemCallException.check("setsockopt", Sockets.setsockopt(state, fd, level, name, option));
    }

    private void bound(int result) throws BindException {
        if (result < 0) {
            throw new BindException(Errno.text(-result) + ": " + bindAddress);
        }
    }
}
