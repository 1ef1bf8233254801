package io.netpoll.reactor;

import static io.netpoll.reactor.SystemCallException.check;

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
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** A plain, non-blocking descriptor for tests, that reads and writes text. */
record Plain(int fd) implements AutoCloseable {

    /** What {@link #read} answers when it would have to wait. */
    static final String WOULD_BLOCK = "would block";

    /** What {@link #read} answers at the end. */
    static final String EOF = "end";

    /** Two ends of something: what is written to {@code b} is read from {@code a}. */
    record Pair(Plain a, Plain b) implements AutoCloseable {
        @Override
        public void close() {
            a.close();
            b.close();
        }
    }

    /** socketpair(2). */
    static Pair socketPair() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment fds = arena.allocate(ValueLayout.JAVA_INT, 2);
            int type = Sockets.SOCK_STREAM | Sockets.SOCK_NONBLOCK | Sockets.SOCK_CLOEXEC;
            check("socketpair", Sockets.socketpair(CallState.allocate(arena), SocketAddresses.AF_UNIX, type, 0, fds));
            return pair(fds);
        }
    }

    /** pipe2(2). */
    static Pair pipe() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment fds = arena.allocate(ValueLayout.JAVA_INT, 2);
            check("pipe2", Unistd.pipe2(CallState.allocate(arena), fds, Fcntl.O_NONBLOCK | Fcntl.O_CLOEXEC));
            return pair(fds);
        }
    }

    private static Pair pair(MemorySegment fds) {
        return new Pair(
                new Plain(fds.getAtIndex(ValueLayout.JAVA_INT, 0)), new Plain(fds.getAtIndex(ValueLayout.JAVA_INT, 1)));
    }

    /** A UDP socket on a free port of the loopback address. */
    static Plain udp() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            CallState state = CallState.allocate(arena);
            int type = Sockets.SOCK_DGRAM | Sockets.SOCK_NONBLOCK | Sockets.SOCK_CLOEXEC;
            Plain socket = new Plain(check("socket", Sockets.socket(state, SocketAddresses.AF_INET, type, 0)));
            MemorySegment address = arena.allocate(SocketAddresses.MAX_SIZE, Long.BYTES);
            InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            int size = SocketAddresses.write(address, SocketAddresses.AF_INET, anyPort);
            check("bind", Sockets.bind(state, socket.fd, address, size));
            return socket;
        }
    }

    InetSocketAddress localAddress() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = arena.allocate(SocketAddresses.MAX_SIZE, Long.BYTES);
            MemorySegment length = arena.allocateFrom(ValueLayout.JAVA_INT, SocketAddresses.MAX_SIZE);
            check("getsockname", Sockets.getsockname(CallState.allocate(arena), fd, address, length));
            return SocketAddresses.read(address);
        }
    }

    /** read(2): the text, {@link #WOULD_BLOCK} or {@link #EOF}. */
    String read(int atMost) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(atMost);
            int read = (int) Unistd.read(CallState.allocate(arena), fd, buffer, atMost);
            if (read == -Errno.EAGAIN) {
                return WOULD_BLOCK;
            }
            byte[] octets = buffer.asSlice(0, check("read", read)).toArray(ValueLayout.JAVA_BYTE);
            return read == 0 ? EOF : new String(octets, StandardCharsets.US_ASCII);
        }
    }

    /** write(2), which has to take it all. */
    void write(String text) throws IOException {
        byte[] octets = text.getBytes(StandardCharsets.US_ASCII);
        if (write(octets) != octets.length) {
            throw new IOException("Written in part: " + text);
        }
    }

    /** write(2): how many octets it took; 0 if it would have to wait. */
    int write(byte[] octets) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocateFrom(ValueLayout.JAVA_BYTE, octets);
            int written = (int) Unistd.write(CallState.allocate(arena), fd, buffer, octets.length);
            return written == -Errno.EAGAIN ? 0 : check("write", written);
        }
    }

    /** shutdown(2) of the sending side. */
    void shutdownOutput() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            check("shutdown", Sockets.shutdown(CallState.allocate(arena), fd, Sockets.SHUT_WR));
        }
    }

    @Override
    public void close() {
        try (Arena arena = Arena.ofConfined()) {
            Unistd.close(CallState.allocate(arena), fd);
        }
    }
}
