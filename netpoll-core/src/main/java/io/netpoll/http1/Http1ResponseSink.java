package io.netpoll.http1;

import io.netpoll.http.BlockingWork;
import io.netpoll.http.FieldList;
import io.netpoll.http.Headers;
import io.netpoll.http.ResponseHead;
import io.netpoll.http.ResponseSink;
import io.netpoll.http1.codec.OctetBuffer;
import io.netpoll.http1.codec.ResponseEncoder;
import io.netpoll.http1.codec.ResponseFraming;
import io.netpoll.net.FileRegion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Frames one response for HTTP/1.1 and hands it to the connection's output. */
final class Http1ResponseSink implements ResponseSink {

    /** How far the response has come. */
    private enum State {
        /** Nothing has been handed over. */
        OPEN,
        /** A head waits for the first octets of content, to leave with them. */
        STARTED,
        /** The head has left. */
        SENDING,
        /** Everything has been handed to the connection. */
        FINISHED,
        /** The connection cannot be used any more. */
        FAILED
    }

    /** Content up to this size is copied behind the head, so that both leave with one call. */
    private static final int COPY_LIMIT = 16 * 1024;

    private static final int HEAD_CAPACITY = 256;
    private static final int FIRST_ERROR_STATUS = 400;

    private final Http1Exchange exchange;
    private final ExchangeIo io;
    private OctetBuffer pending = new OctetBuffer(HEAD_CAPACITY);
    private ResponseFraming framing = ResponseFraming.NO_CONTENT;
    private long length;
    private long written;
    private volatile State state = State.OPEN;

    /** Why the response has failed; told to every later caller too. */
    private @Nullable IOException failure;

    private @Nullable Supplier<? extends Headers> trailers;

    Http1ResponseSink(Http1Exchange exchange, ExchangeIo io) {
        this.exchange = exchange;
        this.io = io;
    }

    @Override
    public boolean isCommitted() {
        return state != State.OPEN;
    }

    /** Whether all of the response has been handed over. */
    boolean isFinished() {
        return state == State.FINISHED;
    }

    @Override
    public void send(ResponseHead head, byte[] content, int offset, int count) throws IOException {
        Objects.checkFromIndexSize(offset, count, content.length);
        io.enterOutput();
        try {
            requireOpenFor(head);
            sendInside(head, content, offset, count);
        } finally {
            io.exitOutput();
        }
    }

    private void sendInside(ResponseHead head, byte[] content, int offset, int count) throws IOException {
        try {
            begin(head, count);
            boolean hasContent = framing != ResponseFraming.NO_CONTENT && count > 0;
            if (hasContent && count <= COPY_LIMIT) {
                pending.append(content, offset, count);
            }
            boolean separate = hasContent && count > COPY_LIMIT;
            emitPending(false, separate);
            if (separate) {
                io.emit(content, offset, count, false, false);
            }
            written = count;
            state = State.FINISHED;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /**
     * Answers without content, in place of the handler, not waiting for the client. Called by whoever has entered the output; nothing
     * may have been handed over yet.
     */
    void refuse(ResponseHead head) throws IOException {
        try {
            begin(head, 0);
            emitPending(true, false);
            state = State.FINISHED;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** The octets of content that were handed to the connection. */
    long sent() {
        return framing == ResponseFraming.NO_CONTENT ? 0 : written;
    }

    @Override
    public void start(ResponseHead head, long contentLength) throws IOException {
        io.enterOutput();
        try {
            requireOpenFor(head);
            begin(head, contentLength);
        } finally {
            io.exitOutput();
        }
    }

    /** A request that did not arrive whole is never answered with success (RFC 9112 §8), whatever its handler made of it. */
    private void requireOpenFor(ResponseHead head) throws IOException {
        io.requireInTime();
        if (state != State.OPEN) {
            throw new IllegalStateException("The response has been started already");
        }
        IOException incomplete = exchange.requestFailure();
        if (incomplete != null && head.status() < FIRST_ERROR_STATUS) {
            throw incomplete;
        }
    }

    private void begin(ResponseHead head, long contentLength) {
        length = contentLength;
        framing = ResponseEncoder.framing(exchange.request(), head.status(), contentLength);
        boolean closes =
                exchange.decideClose(ResponseEncoder.wantsClose(head) || framing == ResponseFraming.UNTIL_CLOSE);
        exchange.encodeHead(pending, head, framing, contentLength, closes);
        state = State.STARTED;
    }

    @Override
    public void write(byte[] content, int offset, int count) throws IOException {
        Objects.checkFromIndexSize(offset, count, content.length);
        io.requireMayBlock();
        writeContent(content, offset, count, false);
    }

    @Override
    public boolean tryWrite(byte[] content, int offset, int count) throws IOException {
        Objects.checkFromIndexSize(offset, count, content.length);
        if (!isWritable()) {
            throw new IllegalStateException("What was written before is still waiting for the client");
        }
        writeContent(content, offset, count, true);
        return isWritable();
    }

    @Override
    public void sendFile(Path file, long position, long count) throws IOException {
        io.requireMayBlock();
        FileRegion region = BlockingWork.<FileRegion, IOException>call(() -> new FileRegion(file, position, count));
        try {
            io.enterOutput();
            try {
                requireStarted();
                sendInside(region);
            } catch (IOException e) {
                throw failed(e);
            } finally {
                io.exitOutput();
            }
        } finally {
            BlockingWork.run(region::close);
        }
    }

    private void sendInside(FileRegion region) throws IOException {
        if (framing == ResponseFraming.CHUNKED || (length >= 0 && region.remaining() > length - written)) {
            throw new IllegalStateException("A file needs a response of known length with room for it");
        }
        written += region.remaining();
        if (framing != ResponseFraming.NO_CONTENT) {
            emitPending(false, true);
            io.emit(region);
        }
    }

    /** Sends 101 (Switching Protocols); what follows is unframed. */
    void upgrade(String protocol, FieldList fields) throws IOException {
        io.enterOutput();
        try {
            io.requireInTime();
            if (state != State.OPEN) {
                throw new IllegalStateException("The response has been started already");
            }
            length = UNKNOWN_LENGTH;
            framing = ResponseFraming.UNTIL_CLOSE;
            exchange.decideClose(true);
            exchange.encodeUpgrade(pending, protocol, fields);
            state = State.STARTED;
            emitPending(!io.mayBlock(), false);
        } catch (IOException e) {
            throw failed(e);
        } finally {
            io.exitOutput();
        }
    }

    private void writeContent(byte[] content, int offset, int count, boolean keep) throws IOException {
        io.enterOutput();
        try {
            requireStarted();
            int allowed = allowed(count);
            written += allowed;
            if (allowed > 0 && framing != ResponseFraming.NO_CONTENT) {
                emitContent(content, offset, allowed, keep);
            }
            if (allowed < count) {
                emitPending(keep, false);
                throw new IOException("More content than the declared " + length + " octets");
            }
        } catch (IOException e) {
            throw failed(e);
        } finally {
            io.exitOutput();
        }
    }

    private int allowed(int count) {
        return length < 0 ? count : (int) Math.min(count, length - written);
    }

    private void emitContent(byte[] content, int offset, int count, boolean keep) throws IOException {
        boolean chunked = framing == ResponseFraming.CHUNKED;
        if (chunked) {
            ResponseEncoder.chunkStart(pending, count);
        }
        if (count <= COPY_LIMIT) {
            pending.append(content, offset, count);
        } else {
            emitPending(keep, true);
            io.emit(content, offset, count, keep, chunked);
        }
        if (chunked) {
            ResponseEncoder.chunkEnd(pending);
        }
        emitPending(keep, false);
    }

    /** Sends what has been collected: a head, framing, small content. */
    private void emitPending(boolean keep, boolean more) throws IOException {
        if (pending.length() > 0) {
            io.emit(pending.array(), 0, pending.length(), keep, more);
            pending.clear();
        }
        if (state == State.STARTED) {
            state = State.SENDING;
        }
    }

    private void requireStarted() throws IOException {
        io.requireInTime();
        switch (state) {
            case OPEN -> throw new IllegalStateException("The response has not been started");
            case FINISHED -> throw new IllegalStateException("The response has been finished");
            case FAILED -> throw failure == null ? new IOException("The response has failed") : failure;
            case STARTED, SENDING -> {}
        }
    }

    @Override
    public boolean isWritable() {
        return io.isOutputDrained();
    }

    @Override
    public void onWritable(Runnable task) {
        exchange.onOutput(task);
    }

    @Override
    public void flush() throws IOException {
        io.enterOutput();
        try {
            if (state != State.FINISHED) {
                requireStarted();
                emitPending(!io.mayBlock(), false);
            }
        } catch (IOException e) {
            throw failed(e);
        } finally {
            io.exitOutput();
        }
    }

    @Override
    public void trailers(Supplier<? extends Headers> fields) {
        trailers = fields;
    }

    @Override
    public void finish() throws IOException {
        io.enterOutput();
        try {
            if (state != State.FINISHED) {
                requireStarted();
                finishInside();
                state = State.FINISHED;
            }
        } catch (IOException e) {
            throw failed(e);
        } finally {
            io.exitOutput();
        }
    }

    private void finishInside() throws IOException {
        if (framing == ResponseFraming.CHUNKED) {
            Supplier<? extends Headers> fields = trailers;
            ResponseEncoder.lastChunk(pending, fields == null ? new FieldList() : fields.get());
        }
        emitPending(false, false);
        if (framing == ResponseFraming.LENGTH && written < length) {
            throw new IOException("Only " + written + " of the declared " + length + " octets were written");
        }
    }

    private IOException failed(IOException e) {
        IOException explained = io.explain(e);
        if (state != State.FINISHED) { // it is if the server has answered in the handler's place
            failure = explained;
            state = State.FAILED;
            exchange.noteFailure(explained);
        }
        return explained;
    }
}
