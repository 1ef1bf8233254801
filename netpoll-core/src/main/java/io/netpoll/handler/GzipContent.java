package io.netpoll.handler;

import io.netpoll.http.BlockingWork;
import io.netpoll.http.ResponseSink;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/**
 * The content of one response on its way through an encoder to the sink. What comes out gathers in a buffer that leaves when
 * it is full, with a flush, and at the end.
 *
 * <p>The deflater goes back to the pool at the end, at the first failure, and at the latest with {@link #release}, which any
 * thread may call. The buffer is never anybody else's: a thread that is late may still be sending from it.
 */
final class GzipContent {

    private static final int CAPACITY = 8 * 1024;
    private static final int FILE_BLOCK = 16 * 1024;

    /** Beyond this a handler that an event loop carries leaves it to helpers: more is not compressed on a loop either. */
    private static final int SMALL = CompressionPolicy.LOOP_LIMIT;

    private final ResponseSink sink;
    private final DeflaterPool pool;
    private final GzipEncoder encoder;
    private final long declared;
    private final boolean onLoop;
    private final Gate gate = new Gate();

    private byte[] buffer;
    private int count;
    private long accepted;

    /** Content has been taken since the last flush. */
    private boolean unflushed;

    /** The last writer does not want to wait. */
    private boolean keeps;

    private volatile boolean flushDue;
    private boolean released;
    private volatile boolean sinkFailed;
    private volatile boolean ended;
    private volatile @Nullable IOException failure;

    /**
     * Content without octets.
     *
     * @param sink has been started with an unknown length
     * @param declared how many octets there will be before compression, negative if that is not known
     * @param onLoop whether nothing may wait
     */
    GzipContent(ResponseSink sink, DeflaterPool pool, long declared, boolean onLoop) {
        this.sink = sink;
        this.pool = pool;
        this.encoder = new GzipEncoder(pool.take());
        this.declared = declared;
        this.onLoop = onLoop;
        this.keeps = onLoop;
        this.buffer = new byte[CAPACITY];
        GzipEncoder.header(buffer, 0);
        this.count = GzipEncoder.HEADER_LENGTH;
    }

    /** Compresses content that is there as a whole. */
    static byte[] whole(DeflaterPool pool, byte[] content, int offset, int length) {
        return length > SMALL
                ? BlockingWork.<byte[], RuntimeException>call(() -> wholeHere(pool, content, offset, length))
                : wholeHere(pool, content, offset, length);
    }

    private static byte[] wholeHere(DeflaterPool pool, byte[] content, int offset, int length) {
        Deflater deflater = pool.take();
        try {
            GzipEncoder encoder = new GzipEncoder(deflater);
            byte[] target = new byte[Math.max(64, length / 4)];
            GzipEncoder.header(target, 0);
            int end = GzipEncoder.HEADER_LENGTH;
            encoder.input(content, offset, length);
            encoder.end();
            for (int n = encoder.encode(target, end, false); n > 0; n = encoder.encode(target, end, false)) {
                end += n;
                if (end == target.length) {
                    target = Arrays.copyOf(target, target.length * 2);
                }
            }
            target = Arrays.copyOf(target, end + GzipEncoder.TRAILER_LENGTH);
            encoder.trailer(target, end);
            return target;
        } finally {
            pool.give(deflater);
        }
    }

    /** Whether there is nothing left to do: all has been handed to the sink, or it never will be. */
    boolean isEnded() {
        return ended;
    }

    /** Whether the sink has failed, which then knows why. */
    boolean hasSinkFailed() {
        return sinkFailed;
    }

    /** Throws again what went wrong before. */
    void requireNoFailure() throws IOException {
        IOException known = failure;
        if (known != null) {
            throw known;
        }
    }

    /** As {@link ResponseSink#write}. */
    void write(byte[] content, int offset, int length) throws IOException {
        inside(() -> {
            keeps = false;
            take(content, offset, length);
        });
    }

    /** As {@link ResponseSink#tryWrite}, once the sink is known to be writable. */
    void tryWrite(byte[] content, int offset, int length) throws IOException {
        inside(() -> {
            keeps = true;
            take(content, offset, length);
        });
    }

    /** As {@link ResponseSink#flush}. */
    void flush() throws IOException {
        inside(() -> {
            if (keeps && !sink.isWritable()) {
                flushDue = true;
                return;
            }
            flushNow();
            sink.flush();
        });
    }

    /** Whether a flush still waits for the client to take what was sent before. */
    boolean isFlushDue() {
        return flushDue;
    }

    /** As {@link ResponseSink#sendFile}, through memory. */
    void sendFile(Path file, long position, long length) throws IOException {
        try (InputStream in = BlockingWork.input(() -> open(file, position))) {
            inside(() -> {
                keeps = false;
                if (declared < 0 || length > declared - accepted) {
                    throw new IllegalStateException("A file needs a response of known length with room for it");
                }
                copy(in, length);
            });
        }
    }

    private static InputStream open(Path file, long position) throws IOException {
        SeekableByteChannel channel = Files.newByteChannel(file);
        try {
            return Channels.newInputStream(channel.position(position));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private void copy(InputStream in, long length) throws IOException {
        byte[] block = new byte[(int) Math.min(FILE_BLOCK, Math.max(1, length))];
        long left = length;
        while (left > 0) {
            int read = in.read(block, 0, (int) Math.min(block.length, left));
            if (read < 0) {
                throw new IOException("The file has ended " + left + " octets early");
            }
            take(block, 0, read);
            left -= read;
        }
    }

    /** Ends the content, but not yet the sink. */
    void finish() throws IOException {
        inside(() -> {
            if (accepted < declared) {
                if (!onLoop) {
                    flushNow();
                }
                throw new IOException("Only " + accepted + " of the declared " + declared + " octets were written");
            }
            end();
        });
    }

    /** Gives the deflater back, now or when whoever is inside comes out. Harmless if that has been done. */
    void release() {
        if (gate.shut()) {
            giveBack();
        }
    }

    @FunctionalInterface
    private interface Step {
        void run() throws IOException;
    }

    private void inside(Step step) throws IOException {
        gate.enter();
        try {
            step.run();
        } catch (IOException e) {
            failure = e;
            ended = true;
            giveBack();
            throw e;
        } finally {
            if (gate.exit()) {
                giveBack();
            }
        }
    }

    private void giveBack() {
        ended = true;
        if (!released) {
            released = true;
            pool.give(encoder.deflater());
        }
    }

    private void take(byte[] content, int offset, int length) throws IOException {
        int allowed = declared < 0 ? length : (int) Math.min(length, declared - accepted);
        accepted += allowed;
        if (allowed > 0) {
            unflushed = true;
            encoder.input(content, offset, allowed);
            drain(false);
        }
        if (accepted == declared) {
            end();
        } else if (flushDue) {
            flushNow();
        }
        if (allowed < length) {
            throw new IOException("More content than the declared " + declared + " octets");
        }
        if (keeps && count >= CAPACITY) {
            send();
        }
    }

    /** Has the trailer follow what is there. */
    private void end() throws IOException {
        if (ended) {
            return;
        }
        encoder.end();
        drain(false);
        room(GzipEncoder.TRAILER_LENGTH);
        encoder.trailer(buffer, count);
        count += GzipEncoder.TRAILER_LENGTH;
        send();
        giveBack();
    }

    private void flushNow() throws IOException {
        flushDue = false;
        if (unflushed && !ended) {
            unflushed = false;
            drain(true);
            send();
        }
    }

    private void drain(boolean sync) throws IOException {
        int room;
        int n;
        do {
            room(1);
            room = buffer.length - count;
            n = accepted > SMALL ? encodeMuch(sync) : encoder.encode(buffer, count, sync);
            count += n;
        } while (n == room);
    }

    private int encodeMuch(boolean sync) {
        return BlockingWork.<Integer, RuntimeException>call(() -> encoder.encode(buffer, count, sync));
    }

    /** Makes room: by sending, or by a larger buffer where the sink takes only one piece at a time. */
    private void room(int needed) throws IOException {
        if (buffer.length - count >= needed) {
            return;
        }
        if (keeps) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        } else {
            send();
        }
    }

    private void send() throws IOException {
        int ready = count;
        count = 0;
        if (ready == 0) {
            return;
        }
        try {
            if (keeps && sink.isWritable()) {
                sink.tryWrite(buffer, 0, ready);
            } else {
                sink.write(buffer, 0, ready);
            }
        } catch (IOException e) {
            sinkFailed = true;
            throw e;
        }
    }
}
