package io.netpoll.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;

/** A transport in memory that takes and gives as much as it is told. */
final class FakeTransport implements Stream {

    private static final int CAPACITY = 4_000_000;

    private final Readiness input = new Readiness();
    private final Readiness output = new Readiness();

    /** From the peer. */
    private final ByteBuffer incoming = ByteBuffer.allocate(CAPACITY).flip();

    /** To the peer. */
    private final ByteBuffer outgoing = ByteBuffer.allocate(CAPACITY).flip();

    int maxRead = Integer.MAX_VALUE;
    int room = Integer.MAX_VALUE;
    boolean ended;

    /** What happens while somebody is writing. */
    Step duringWrite = () -> {};

    @FunctionalInterface
    interface Step {
        void run() throws IOException;
    }

    FakeTransport() {
        output.restore();
    }

    void deliver(ByteBuffer octets) {
        incoming.compact().put(octets).flip();
        input.signal(false);
    }

    ByteBuffer toPeer() {
        return outgoing;
    }

    int sent() {
        return outgoing.remaining();
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        if (!input.take()) {
            return WOULD_BLOCK;
        }
        int read = Math.min(Math.min(maxRead, length), incoming.remaining());
        if (read == 0) {
            if (ended) {
                input.restore();
            }
            return ended ? EOF : WOULD_BLOCK;
        }
        incoming.get(target, offset, read);
        input.restore();
        return read;
    }

    @Override
    public int write(byte[] source, int offset, int length, boolean more) throws IOException {
        duringWrite.run();
        if (!output.take()) {
            return WOULD_BLOCK;
        }
        int written = Math.min(room, length);
        if (written == 0) {
            return WOULD_BLOCK;
        }
        room -= written;
        outgoing.compact().put(source, offset, written).flip();
        output.restore();
        return written;
    }

    @Override
    public int transfer(FileRegion region) {
        throw new UnsupportedOperationException();
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
    public void shutdownOutput() {}

    @Override
    public void abort() {}

    @Override
    public void close() {}

    @Override
    public void reset() {}

    @Override
    public SocketAddress remoteAddress() {
        return new InetSocketAddress(1);
    }

    @Override
    public SocketAddress localAddress() {
        return new InetSocketAddress(2);
    }

    @Override
    public int fd() {
        return -1;
    }
}
