package io.netpoll.servlet;

import io.netpoll.http.FieldList;
import io.netpoll.http.Headers;
import io.netpoll.http.ResponseHead;
import io.netpoll.http.ResponseSink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keeps a response, and fails where a real sink does. */
final class FakeSink implements ResponseSink {

    final FieldList fields = new FieldList();
    final ByteArrayOutputStream content = new ByteArrayOutputStream();
    private final boolean head;
    private final Consumer<Runnable> tasks;
    private @Nullable Runnable demand;
    private boolean full;
    int room = Integer.MAX_VALUE;
    int status;
    long length = -2;
    long counted;
    boolean whole;
    boolean finished;
    int flushes;
    int filesSent;

    @Nullable IOException failWith;

    @Nullable Headers trailerLines;

    private @Nullable Supplier<? extends Headers> trailers;

    FakeSink(boolean head, Consumer<Runnable> tasks) {
        this.head = head;
        this.tasks = tasks;
    }

    @Override
    public boolean isCommitted() {
        return length != -2;
    }

    private void take(ResponseHead given, long declared) {
        if (length != -2) {
            throw new IllegalStateException("started already");
        }
        status = given.status();
        for (int i = 0; i < given.fields().size(); i++) {
            fields.add(given.fields().name(i), given.fields().value(i));
        }
        length = declared;
    }

    @Override
    public void send(ResponseHead given, byte[] octets, int offset, int count) throws IOException {
        take(given, count);
        write(octets, offset, count);
        whole = true;
        finished = true;
    }

    @Override
    public void start(ResponseHead given, long declared) {
        take(given, declared);
    }

    @Override
    public void write(byte[] octets, int offset, int count) throws IOException {
        if (failWith != null) {
            throw failWith;
        }
        if (length == -2 || finished) {
            throw new IllegalStateException("not started, or at the end");
        }
        counted += count;
        if (length >= 0 && counted > length) {
            throw new IOException("more than declared");
        }
        if (!head) {
            content.write(octets, offset, count);
        }
    }

    @Override
    public void sendFile(Path file, long position, long count) throws IOException {
        filesSent++;
        write(Files.readAllBytes(file), (int) position, (int) count);
    }

    @Override
    public boolean tryWrite(byte[] octets, int offset, int count) throws IOException {
        if (full) {
            throw new IllegalStateException("what was written before is still waiting");
        }
        write(octets, offset, count);
        full = content.size() > room;
        return !full;
    }

    @Override
    public boolean isWritable() {
        return !full;
    }

    @Override
    public void onWritable(Runnable task) {
        if (demand != null) {
            throw new IllegalStateException("a task waits already");
        }
        demand = task;
    }

    /** The client reads on, as much as it is allowed. */
    void readOn(int octets) {
        room = content.size() + octets;
        full = false;
        Runnable waiting = demand;
        demand = null;
        if (waiting != null) {
            tasks.accept(waiting);
        }
    }

    @Override
    public void flush() throws IOException {
        if (failWith != null) {
            throw failWith;
        }
        flushes++;
    }

    @Override
    public void trailers(Supplier<? extends Headers> given) {
        trailers = given;
    }

    @Override
    public void finish() throws IOException {
        if (length >= 0 && counted < length && !head) {
            throw new IOException("less than declared");
        }
        if (trailers != null) {
            trailerLines = trailers.get();
        }
        finished = true;
    }
}
