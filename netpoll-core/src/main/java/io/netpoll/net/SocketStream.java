package io.netpoll.net;

import io.netpoll.reactor.SystemCallException;
import io.netpoll.sys.CallState;
import io.netpoll.sys.Errno;
import io.netpoll.sys.Sockets;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.function.Supplier;

/** A plain socket as a {@link Stream}: TCP, or any other stream socket. */
public final class SocketStream implements Stream {

    private final int fd;
    private final Supplier<SocketAddress> remoteAddress;
    private final SocketAddress localAddress;
    private final Readiness input = new Readiness();
    private final Readiness output = new Readiness();
    private final CallState readState;
    private final CallState writeState;

    /**
     * A stream on a connected, non-blocking socket, which it owns from here on.
     *
     * @param fd the socket
     * @param remoteAddress makes the peer's address
     * @param localAddress our own address
     */
    public SocketStream(int fd, Supplier<SocketAddress> remoteAddress, SocketAddress localAddress) {
        this.fd = fd;
        this.remoteAddress = remoteAddress;
        this.localAddress = localAddress;
        CallState[] states = CallState.onHeap(2);
        readState = states[0];
        writeState = states[1];
        output.restore(); // a connected socket has room to send
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (!input.take()) {
            return WOULD_BLOCK;
        }
        int read = Sockets.recv(readState, fd, target, offset, length);
        if (read > 0) {
            // Fewer octets than asked for: drained (epoll(7)), unless an end was announced, of which there is no second
            // edge.
            if (read == Math.min(length, Sockets.MAX_CRITICAL_TRANSFER) || input.isEnding()) {
                input.restore();
            }
            return read;
        }
        if (read == -Errno.EINTR) {
            input.restore(); // nothing was moved, and no edge will say so
            return read(target, offset, length);
        }
        return read == 0 ? atEnd(length) : readFailed(-read);
    }

    private int atEnd(int length) {
        input.restore(); // the end is there to be read again
        return length == 0 ? 0 : EOF;
    }

    private int readFailed(int errno) throws IOException {
        if (errno == Errno.EAGAIN) {
            return WOULD_BLOCK;
        }
        input.restore();
        throw failure("recv", errno);
    }

    @Override
    public int write(byte[] source, int offset, int length, boolean more) throws IOException {
        if (!output.take()) {
            return WOULD_BLOCK;
        }
        int written = Sockets.send(writeState, fd, source, offset, length, more ? Sockets.MSG_MORE : 0);
        if (written >= 0) {
            if (written == Math.min(length, Sockets.MAX_CRITICAL_TRANSFER)) {
                output.restore();
            }
            return written;
        }
        if (written == -Errno.EAGAIN) {
            return WOULD_BLOCK;
        }
        output.restore();
        if (written == -Errno.EINTR) {
            return 0;
        }
        throw failure("send", -written);
    }

    @Override
    public int transfer(FileRegion region) throws IOException {
        if (!output.take()) {
            return WOULD_BLOCK;
        }
        int sent = region.sendTo(fd);
        if (sent == -Errno.EAGAIN) {
            return WOULD_BLOCK;
        }
        output.restore(); // a short count may be the file's doing, so only EAGAIN says that the connection is full
        if (sent == -Errno.EINTR) {
            return 0;
        }
        if (sent < 0) {
            throw failure("sendfile", -sent);
        }
        return sent;
    }

    private static IOException failure(String call, int errno) {
        return switch (errno) {
            case Errno.EPIPE -> PeerGoneException.brokenPipe();
            case Errno.ECONNRESET, Errno.ETIMEDOUT, Errno.EHOSTUNREACH, Errno.ENOTCONN -> PeerGoneException.reset();
            default -> new SystemCallException(call, errno);
        };
    }

    @Override
    public Readiness input() {
        return input;
    }

    @Override
    public Readiness output() {
        return output;
    }

    @Override
    public void shutdownOutput() {
        SocketCalls.shutdown(fd, Sockets.SHUT_WR);
    }

    @Override
    public void abort() {
        SocketCalls.dissolve(fd);
    }

    @Override
    public void close() {
        SocketCalls.close(fd);
    }

    @Override
    public void reset() {
        SocketCalls.resetOnClose(fd);
        SocketCalls.close(fd);
    }

    @Override
    public SocketAddress remoteAddress() {
        return remoteAddress.get();
    }

    @Override
    public SocketAddress localAddress() {
        return localAddress;
    }

    @Override
    public int fd() {
        return fd;
    }
}
