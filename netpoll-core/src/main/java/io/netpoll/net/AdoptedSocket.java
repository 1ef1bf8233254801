package io.netpoll.net;

import io.netpoll.sys.CallState;
import io.netpoll.sys.Errno;
import io.netpoll.sys.Fcntl;
import io.netpoll.sys.SocketAddresses;
import io.netpoll.sys.Sockets;
import io.netpoll.sys.Unistd;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Looks a descriptor that somebody else has opened over, and makes it one of ours. */
final class AdoptedSocket {

    private final int fd;
    private final CallState state;
    private final MemorySegment value;
    private final MemorySegment length;

    private AdoptedSocket(int fd, Arena arena) {
        this.fd = fd;
        this.state = CallState.allocate(arena);
        this.value = arena.allocate(ValueLayout.JAVA_INT);
        this.length = arena.allocate(ValueLayout.JAVA_INT);
    }

    /**
     * Makes a listening socket non-blocking and close-on-exec.
     *
     * @throws IOException if it is none, or is not open
     */
    static void prepare(int fd) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            AdoptedSocket socket = new AdoptedSocket(fd, arena);
            if (!socket.isListener()) {
                throw new IOException("Descriptor " + fd + " cannot be adopted: it is no stream socket that listens");
            }
            socket.addFlag(Fcntl.F_GETFL, Fcntl.F_SETFL, Fcntl.O_NONBLOCK);
            socket.addFlag(Fcntl.F_GETFD, Fcntl.F_SETFD, Fcntl.FD_CLOEXEC);
        }
    }

    /**
     * Another descriptor of a listening socket, itself non-blocking and close-on-exec.
     *
     * @throws IOException if it is none, or is not open
     */
    static int duplicate(int fd) throws IOException {
        prepare(fd);
        try (Arena arena = Arena.ofConfined()) {
            AdoptedSocket socket = new AdoptedSocket(fd, arena);
            int copy = socket.check(Unistd.dup(socket.state, fd));
            new AdoptedSocket(copy, arena).addFlag(Fcntl.F_GETFD, Fcntl.F_SETFD, Fcntl.FD_CLOEXEC);
            return copy;
        }
    }

    private boolean isListener() throws IOException {
        int family = option(Sockets.SO_DOMAIN);
        boolean known = family == SocketAddresses.AF_INET
                || family == SocketAddresses.AF_INET6
                || family == SocketAddresses.AF_UNIX;
        return known && option(Sockets.SO_TYPE) == Sockets.SOCK_STREAM && option(Sockets.SO_ACCEPTCONN) != 0;
    }

    private int option(int name) throws IOException {
        length.set(ValueLayout.JAVA_INT, 0, Integer.BYTES);
        check(Sockets.getsockopt(state, fd, Sockets.SOL_SOCKET, name, value, length));
        return value.get(ValueLayout.JAVA_INT, 0);
    }

    private void addFlag(int get, int set, int flag) throws IOException {
        int flags = check(Fcntl.fcntl(state, fd, get, 0));
        check(Fcntl.fcntl(state, fd, set, flags | flag));
    }

    private int check(int result) throws IOException {
        if (result < 0) {
            throw new IOException("Descriptor " + fd + " cannot be adopted: " + Errno.text(-result));
        }
        return result;
    }
}
