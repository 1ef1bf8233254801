package io.netpoll.handler;

import io.netpoll.handler.CompressionPolicy.Treatment;
import io.netpoll.http.Headers;
import io.netpoll.http.RequestHead;
import io.netpoll.http.ResponseHead;
import io.netpoll.http.ResponseSink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Decides about a response when it starts, and has its content compressed if that is the decision. */
final class CompressingSink implements ResponseSink {

    /** Content up to this size is compressed as a whole, so that its length can be told. */
    private static final int WHOLE_LIMIT = 64 * 1024;

    private final ResponseSink sink;
    private final RequestHead request;
    private final CompressionPolicy policy;
    private final DeflaterPool pool;
    private final boolean onLoop;
    private volatile @Nullable GzipContent content;
    private volatile boolean released;

    CompressingSink(
            ResponseSink sink, RequestHead request, CompressionPolicy policy, DeflaterPool pool, boolean onLoop) {
        this.sink = sink;
        this.request = request;
        this.policy = policy;
        this.pool = pool;
        this.onLoop = onLoop;
    }

    @Override
    public boolean isCommitted() {
        return sink.isCommitted();
    }

    @Override
    public void send(ResponseHead head, byte[] octets, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, octets.length);
        switch (policy.decide(request, head, length, onLoop)) {
            case UNTOUCHED -> sink.send(head, octets, offset, length);
            case VARIES -> sink.send(policy.varying(request, head), octets, offset, length);
            case COMPRESSED -> {
                if (isHead()) {
                    sink.start(policy.compressed(head), UNKNOWN_LENGTH);
                    sink.finish();
                } else if (length > WHOLE_LIMIT) {
                    start(head, length);
                    write(octets, offset, length);
                    finish();
                } else {
                    sendCompressed(head, octets, offset, length);
                }
            }
        }
    }

    private void sendCompressed(ResponseHead head, byte[] octets, int offset, int length) throws IOException {
        byte[] compressed = GzipContent.whole(pool, octets, offset, length);
        if (compressed.length < length) {
            sink.send(policy.compressed(head), compressed, 0, compressed.length);
        } else {
            sink.send(policy.varying(request, head), octets, offset, length);
        }
    }

    @Override
    public void start(ResponseHead head, long length) throws IOException {
        Treatment treatment = policy.decide(request, head, length, onLoop);
        switch (treatment) {
            case UNTOUCHED -> sink.start(head, length);
            case VARIES -> sink.start(policy.varying(request, head), length);
            case COMPRESSED -> {
                sink.start(policy.compressed(head), UNKNOWN_LENGTH);
                if (!isHead()) {
                    content = new GzipContent(sink, pool, length, onLoop);
                    if (released) {
                        release(); // the exchange has been given up meanwhile
                    }
                }
            }
        }
    }

    private boolean isHead() {
        return request.method().equals("HEAD");
    }

    @Override
    public void write(byte[] octets, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, octets.length);
        GzipContent compressing = compressing();
        if (compressing == null) {
            sink.write(octets, offset, length);
        } else {
            requireMayWait();
            compressing.write(octets, offset, length);
        }
    }

    @Override
    public boolean tryWrite(byte[] octets, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, octets.length);
        GzipContent compressing = compressing();
        if (compressing == null) {
            return sink.tryWrite(octets, offset, length);
        }
        if (!sink.isWritable()) {
            throw new IllegalStateException("What was written before is still waiting for the client");
        }
        compressing.tryWrite(octets, offset, length);
        return sink.isWritable();
    }

    @Override
    public void sendFile(Path file, long position, long count) throws IOException {
        GzipContent compressing = compressing();
        if (compressing == null) {
            sink.sendFile(file, position, count);
        } else {
            requireMayWait();
            compressing.sendFile(file, position, count);
        }
    }

    private void requireMayWait() {
        if (onLoop) {
            throw new IllegalStateException("This call may wait, but the handler runs on the event loop");
        }
    }

    @Override
    public boolean isWritable() {
        return sink.isWritable();
    }

    @Override
    public void onWritable(Runnable task) {
        sink.onWritable(guarded(() -> {
            GzipContent compressing = content;
            if (compressing != null && compressing.isFlushDue() && !compressing.isEnded() && !flushed(compressing)) {
                onWritable(task);
            } else {
                task.run();
            }
        }));
    }

    /** Flushes what had to wait; after a failure there is nothing to wait for either. */
    private boolean flushed(GzipContent compressing) {
        try {
            compressing.flush();
            return sink.isWritable();
        } catch (IOException e) {
            return true; // whoever writes next meets it again
        }
    }

    @Override
    public void flush() throws IOException {
        GzipContent compressing = compressing();
        if (compressing == null) {
            sink.flush();
        } else {
            compressing.flush();
        }
    }

    @Override
    public void trailers(Supplier<? extends Headers> trailers) {
        sink.trailers(trailers);
    }

    @Override
    public void finish() throws IOException {
        GzipContent compressing = compressing();
        if (compressing != null) {
            compressing.finish();
        }
        sink.finish();
    }

    /** The content that is being compressed, if there is any left to come. */
    private @Nullable GzipContent compressing() throws IOException {
        GzipContent compressing = content;
        if (compressing == null) {
            return null;
        }
        compressing.requireNoFailure();
        return compressing.isEnded() ? null : compressing;
    }

    /** Whether the end of the content has not been made yet. */
    boolean isOpen() {
        GzipContent compressing = content;
        return compressing != null && !compressing.isEnded();
    }

    /** Whether the response has failed, and the sink below knows. */
    boolean hasSinkFailed() {
        GzipContent compressing = content;
        return compressing != null && compressing.hasSinkFailed();
    }

    /** Makes the end of the content if the handler has not. */
    void finishContent() throws IOException {
        GzipContent compressing = compressing();
        if (compressing != null) {
            compressing.finish();
        }
    }

    /** A task of the exchange: if it fails, the exchange is over. */
    Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                release();
                throw e;
            }
        };
    }

    /** Gives back what the response has taken, whatever has become of it. Any thread may call this. */
    void release() {
        released = true;
        GzipContent compressing = content;
        if (compressing != null) {
            compressing.release();
        }
    }
}
