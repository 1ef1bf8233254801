package io.netpoll.servlet;

import io.netpoll.http.ResponseSink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A response's content on its way out: a buffer that grows to the size at which the response is committed (Servlet 6.1
 * §5.1). What fits into it leaves in one piece when the response ends.
 */
final class ResponseOutput {

    private static final int FIRST_CAPACITY = 512;
    private static final int DEFAULT_LIMIT = 8192;
    private static final byte[] EMPTY = {};

    private final ResponseSink sink;
    private final ResponseFields fields;
    private final Consumer<IOException> onFailure;
    private byte[] buffer = EMPTY;
    private int count;
    private int limit = DEFAULT_LIMIT;
    private long accepted;
    private boolean sealed;
    private boolean started;
    private boolean ended;
    private boolean complete;
    private @Nullable ProtocolSwitch protocolSwitch;
    private volatile @Nullable NonBlockingOutput nonBlocking;
    private volatile @Nullable Thread owner;

    ResponseOutput(ResponseSink sink, ResponseFields fields, Consumer<IOException> onFailure) {
        this.sink = sink;
        this.fields = fields;
        this.onFailure = onFailure;
    }

    /** Whether the head has left, so that nothing of the response can be taken back. */
    boolean isStarted() {
        return started;
    }

    /** Whether nothing can be written any more. */
    boolean isEnded() {
        return ended;
    }

    /** Whether everything has left, so that what goes wrong now harms no response. */
    boolean isComplete() {
        return complete;
    }

    /** Whether the application may not change the response any more. */
    boolean isSealed() {
        return sealed || started || ended;
    }

    /** Lets nothing more in: what the application writes from now on is dropped. */
    void seal() {
        sealed = true;
    }

    /** Lets the container write what takes the place of sealed content. */
    void unseal() {
        sealed = false;
    }

    int limit() {
        return limit;
    }

    void limit(int size) {
        if (accepted > 0 || started) {
            throw new IllegalStateException("Content has been written already");
        }
        limit = Math.max(size, FIRST_CAPACITY);
    }

    @Nullable NonBlockingOutput nonBlocking() {
        return nonBlocking;
    }

    void nonBlocking(NonBlockingOutput mode) {
        nonBlocking = mode;
    }

    /** Whether content may be written now. */
    boolean isReady() {
        NonBlockingOutput mode = nonBlocking;
        return mode == null || mode.isReady();
    }

    /** Throws the content away. */
    void reset() {
        if (started) {
            throw new IllegalStateException("The response is committed");
        }
        count = 0;
        accepted = 0;
    }

    void write(byte[] content, int offset, int length) throws IOException {
        requireAllowed();
        NonBlockingOutput mode = nonBlocking;
        if (mode != null && !sealed && !mode.isReady()) {
            throw new IllegalStateException("The stream is not ready: isReady has to be asked first");
        }
        if (isSwitching()) {
            return;
        }
        if (ended) {
            throw new IOException("The response has ended");
        }
        if (sealed || length == 0) {
            return;
        }
        long declared = fields.length();
        if (declared >= 0 && accepted + length > declared) {
            overflow(content, offset, (int) Math.max(0, declared - accepted));
        }
        accepted += length;
        put(content, offset, length);
        if (accepted == declared) {
            sealed = true;
        }
    }

    /**
     * Sends a part of a file as all of the content.
     *
     * @return {@code false}, and nothing has happened, unless the content is of this declared length, is too long to be held
     *     back, and may be waited for
     */
    boolean sendFile(Path file, long position, long length) throws IOException {
        if (isSealed() || accepted > 0 || length != fields.length() || length <= limit || nonBlocking != null) {
            return false;
        }
        requireAllowed();
        accepted = length;
        start();
        guarded(() -> sink.sendFile(file, position, length));
        sealed = true;
        return true;
    }

    /** More than was declared (§5.7): the declared octets leave, the writer learns of it. */
    private void overflow(byte[] content, int offset, int fitting) throws IOException {
        accepted += fitting;
        put(content, offset, fitting);
        finish();
        throw new IOException("More content than the Content-Length that was set");
    }

    private void put(byte[] content, int offset, int length) throws IOException {
        if (length <= limit - count) {
            copy(content, offset, length);
            return;
        }
        start();
        if (nonBlocking != null) {
            offer(content, offset, length);
            return;
        }
        drain();
        if (length >= limit) {
            guarded(() -> sink.write(content, offset, length));
        } else {
            copy(content, offset, length);
        }
    }

    /** All in one call, for the connection may have to hold back what it does not take at once. */
    private void offer(byte[] content, int offset, int length) throws IOException {
        if (count == 0) {
            guarded(() -> sink.tryWrite(content, offset, length));
            return;
        }
        copy(content, offset, length);
        drain();
    }

    private void copy(byte[] content, int offset, int length) {
        int needed = count + length;
        if (needed > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(capacity(), needed));
        }
        System.arraycopy(content, offset, buffer, count, length);
        count = needed;
    }

    /** Exactly what was declared, if it is held back whole; otherwise twice as much as before. */
    private int capacity() {
        long declared = fields.length();
        return declared >= 0 && declared <= limit
                ? (int) declared
                : Math.min(Math.max(FIRST_CAPACITY, buffer.length * 2), limit);
    }

    /** Commits the response and sends what there is. */
    void flush() throws IOException {
        if (ended || (sealed && !started && !isFull())) {
            return;
        }
        requireAllowed();
        if (!isReady()) {
            throw new IllegalStateException("The stream is not ready: isReady has to be asked first");
        }
        start();
        if (ended) {
            return;
        }
        drain();
        guarded(sink::flush);
    }

    /** Whether as much has been written as was declared, which closes the response (§5.7). */
    private boolean isFull() {
        return accepted > 0 && accepted == fields.length();
    }

    /** Whether less has been written than was declared, and nothing has failed. */
    boolean isShort() {
        return !ended && accepted < fields.length();
    }

    /**
     * From now on only this thread writes: the time of an asynchronous request is up, and an error page is to be written,
     * not a mixture of it and of what a late thread of the application writes.
     */
    void claim() {
        owner = Thread.currentThread();
    }

    /** Any thread may write again. */
    void release() {
        owner = null;
    }

    /** Whether this thread is not the one that has claimed the response. */
    boolean isForeign() {
        Thread claimed = owner;
        return claimed != null && !claimed.equals(Thread.currentThread());
    }

    private void requireAllowed() throws IOException {
        if (isForeign()) {
            throw new IOException("The asynchronous request has timed out");
        }
    }

    /** Ends the response. Harmless if it has ended. */
    void finish() throws IOException {
        if (ended) {
            return;
        }
        boolean whole = !started
                && !isSwitching()
                && (fields.length() < 0 || fields.length() == count)
                && !fields.hasTrailers();
        if (whole) {
            ended = true;
            started = true;
            guarded(() -> sink.send(fields.complete(), buffer, 0, count));
        } else {
            start();
            if (!ended) {
                drain();
                ended = true;
                guarded(sink::finish);
            }
        }
        complete = true;
    }

    /** The application has closed its stream: what it has written leaves, unless an error is to take its place. */
    void closedByApplication() throws IOException {
        if (!sealed || started || isFull()) {
            finish();
        }
    }

    /** Cuts the application off: the exchange is over. */
    void close() {
        sealed = true;
        ended = true;
    }

    void switchTo(ProtocolSwitch other) {
        protocolSwitch = other;
    }

    /** Whether another protocol takes the place of content. */
    private boolean isSwitching() {
        return protocolSwitch != null && fields.status() == ProtocolSwitch.STATUS;
    }

    private void start() throws IOException {
        if (started) {
            return;
        }
        started = true;
        ProtocolSwitch other = protocolSwitch;
        if (other != null && isSwitching()) {
            count = 0;
            ended = true;
            complete = true;
            guarded(() -> other.perform(fields.lines()));
            return;
        }
        long declared = fields.length();
        if (declared >= 0 && count > declared) {
            count = (int) declared;
            sealed = true;
        }
        guarded(() -> {
            sink.start(fields.complete(), declared < 0 ? ResponseSink.UNKNOWN_LENGTH : declared);
            fields.passTrailers(sink);
        });
    }

    private void drain() throws IOException {
        if (count > 0) {
            int ready = count;
            count = 0;
            boolean mayWait = nonBlocking == null || ended;
            guarded(() -> {
                if (mayWait || !sink.isWritable()) {
                    sink.write(buffer, 0, ready);
                } else {
                    sink.tryWrite(buffer, 0, ready);
                }
            });
        }
    }

    @FunctionalInterface
    private interface Call {
        void run() throws IOException;
    }

    /** After a failure there is nobody to write to. */
    private void guarded(Call call) throws IOException {
        try {
            call.run();
        } catch (IOException e) {
            ended = true;
            onFailure.accept(e);
            throw e;
        }
    }
}
