package io.netpoll.servlet;

import io.netpoll.http.Headers;
import io.netpoll.http.RequestBody;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A request's content, or an upgraded connection's octets, as the application reads them (Servlet 6.1 §3.8). */
final class EngineInputStream extends ServletInputStream {

    private final StreamOwner owner;
    private final RequestBody body;
    private byte @Nullable [] single;
    private boolean closed;
    private @Nullable IOException failure;
    private volatile @Nullable NonBlockingInput nonBlocking;

    EngineInputStream(StreamOwner owner, RequestBody body) {
        this.owner = owner;
        this.body = body;
    }

    @Override
    public int read() throws IOException {
        byte[] one = single;
        if (one == null) {
            one = new byte[1];
            single = one;
        }
        int n = read(one, 0, 1);
        return n < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        requireOpen();
        if (length == 0) {
            return 0;
        }
        NonBlockingInput mode = nonBlocking;
        if (mode != null) {
            return mode.read(target, offset, length);
        }
        try {
            return body.read(target, offset, length);
        } catch (IOException e) {
            failure = e;
            owner.readFailed(e);
            throw e;
        }
    }

    /** Whether reading has failed, and with this exception. */
    @SuppressWarnings("ReferenceEquality")
    boolean hasFailedWith(IOException cause) {
        NonBlockingInput mode = nonBlocking;
        return failure == cause || (mode != null && mode.failure() == cause);
    }

    @Override
    public int read(ByteBuffer buffer) throws IOException {
        int room = buffer.remaining();
        if (room == 0) {
            return 0;
        }
        int position = buffer.position();
        int n;
        if (buffer.hasArray()) {
            n = read(buffer.array(), buffer.arrayOffset() + position, room);
        } else {
            byte[] octets = new byte[Math.min(room, 8192)];
            n = read(octets, 0, octets.length);
            if (n > 0) {
                buffer.put(position, octets, 0, n);
            }
        }
        if (n >= 0) {
            buffer.limit(position + n);
        }
        return n;
    }

    @Override
    public int available() throws IOException {
        requireOpen();
        NonBlockingInput mode = nonBlocking;
        return mode == null ? Math.max(0, body.available()) : mode.available();
    }

    @Override
    public boolean isFinished() {
        NonBlockingInput mode = nonBlocking;
        return mode == null ? body.isFinished() : mode.isFinished();
    }

    /** Whether the content is framed in a way that has room for trailers; where its length is known it is not. */
    boolean mayHaveTrailers() {
        return body.length() < 0;
    }

    Headers trailers() {
        return body.trailers();
    }

    @Override
    public boolean isReady() {
        NonBlockingInput mode = nonBlocking;
        return mode == null || mode.isReady();
    }

    @Override
    public void setReadListener(ReadListener readListener) {
        Objects.requireNonNull(readListener, "readListener");
        owner.requireListening();
        if (nonBlocking != null) {
            throw new IllegalStateException("A read listener has been set already");
        }
        nonBlocking = new NonBlockingInput(owner, body, readListener);
        owner.streamsChanged();
    }

    @Override
    public int readLine(byte[] target, int offset, int length) throws IOException {
        if (nonBlocking != null) {
            throw new IllegalStateException("Lines cannot be read without blocking");
        }
        return super.readLine(target, offset, length);
    }

    /** How the content is read without blocking; {@code null} if it is not. */
    @Nullable NonBlockingInput nonBlocking() {
        return nonBlocking;
    }

    @Override
    public void close() {
        closed = true;
    }

    private void requireOpen() throws IOException {
        if (closed) {
            throw new IOException("The stream has been closed");
        }
    }
}
