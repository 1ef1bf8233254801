package io.netpoll.net;

import io.netpoll.sys.CallState;
import io.netpoll.sys.SocketAddresses;
import io.netpoll.sys.Sockets;
import io.netpoll.sys.Unistd;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The calls that end a socket. They are rare and may come from whatever thread is the last holder, so each brings its own
 * errno slot. Failures mean that the peer was faster, and change nothing.
 */
final class SocketCalls {

    private SocketCalls() {}

    static void shutdown(int fd, int how) {
        try (Arena arena = Arena.ofConfined()) {
            Sockets.shutdown(CallState.allocate(arena), fd, how);
        }
    }

    /**
     * Dissolves a connection without giving its descriptor up: connect(2) with AF_UNSPEC. TCP sends a reset, and whoever
     * calls on the socket from then on finds it not connected. Where that is not possible, both directions are shut down.
     */
    static void dissolve(int fd) {
        try (Arena arena = Arena.ofConfined()) {
            CallState state = CallState.allocate(arena);
            MemorySegment nobody = arena.allocate(SocketAddresses.MAX_SIZE, Long.BYTES);
            nobody.set(ValueLayout.JAVA_SHORT, 0, (short) SocketAddresses.AF_UNSPEC);
            if (Sockets.connect(state, fd, nobody, (int) nobody.byteSize()) < 0) {
                Sockets.shutdown(state, fd, Sockets.SHUT_RDWR);
            }
        }
    }

    static void close(int fd) {
        try (Arena arena = Arena.ofConfined()) {
            Unistd.close(CallState.allocate(arena), fd);
        }
    }

    /** {@code SO_LINGER {1, 0}}: the close that follows sends a reset and drops what was not sent (socket(7)). */
    static void resetOnClose(int fd) {
        try (Arena arena = Arena.ofConfined()) {
            // struct linger { int l_onoff; int l_linger; };
            MemorySegment linger = arena.allocateFrom(ValueLayout.JAVA_INT, 1, 0);
            Sockets.setsockopt(CallState.allocate(arena), fd, Sockets.SOL_SOCKET, Sockets.SO_LINGER, linger);
        }
    }
}
