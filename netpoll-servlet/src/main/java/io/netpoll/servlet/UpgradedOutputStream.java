package io.netpoll.servlet;

import io.netpoll.http.ResponseSink;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The octets of an upgraded connection on their way out: nothing frames them, and nothing holds them back. */
final class UpgradedOutputStream extends ServletOutputStream {

    private final StreamOwner owner;
    private final ResponseSink sink;
    private boolean closed;
    private volatile @Nullable NonBlockingOutput nonBlocking;

    UpgradedOutputStream(StreamOwner owner, ResponseSink sink) {
        this.owner = owner;
        this.sink = sink;
    }

    @Override
    public void write(int octet) throws IOException {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] content, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, content.length);
        if (closed) {
            throw new IOException("The stream has been closed");
        }
        requireReady();
        try {
            if (nonBlocking == null) {
                sink.write(content, offset, length);
            } else {
                sink.tryWrite(content, offset, length);
            }
        } catch (IOException e) {
            owner.ioFailed(e);
            throw e;
        }
    }

    /** All in one call: what the connection does not take at once it holds back, and more is not welcome then. */
    @Override
    public void write(ByteBuffer buffer) throws IOException {
        byte[] octets = new byte[buffer.remaining()];
        buffer.get(buffer.position(), octets);
        write(octets, 0, octets.length);
        buffer.position(buffer.limit());
    }

    @Override
    public void flush() throws IOException {
        requireReady();
        try {
            sink.flush();
        } catch (IOException e) {
            owner.ioFailed(e);
            throw e;
        }
    }

    private void requireReady() {
        if (!isReady()) {
            throw new IllegalStateException("The stream is not ready: isReady has to be asked first");
        }
    }

    @Override
    public boolean isReady() {
        NonBlockingOutput mode = nonBlocking;
        return mode == null || mode.isReady();
    }

    @Override
    public void setWriteListener(WriteListener writeListener) {
        Objects.requireNonNull(writeListener, "writeListener");
        owner.requireListening();
        if (nonBlocking != null) {
            throw new IllegalStateException("A write listener has been set already");
        }
        nonBlocking = new NonBlockingOutput(owner, sink, writeListener);
        owner.streamsChanged();
    }

    @Nullable NonBlockingOutput nonBlocking() {
        return nonBlocking;
    }

    /** Whether the listener is still to hear that it may write. */
    boolean isWaiting() {
        NonBlockingOutput mode = nonBlocking;
        return mode != null && mode.isWaiting();
    }

    /** Writes no more; the connection itself is closed by {@link UpgradedConnection#close}. */
    @Override
    public void close() {
        closed = true;
    }
}
