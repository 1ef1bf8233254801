package io.netpoll.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Records on their way out: content is made a record in a borrowed buffer, and sent. Content counts as written when its record
 * has left as a whole; until then the writer has to offer the same octets again. So there is nothing behind the writer's back
 * that somebody else would have to send.
 *
 * <p>Used by the owner of the direction, by the reader when there is something to answer ({@link WriteTurn} keeps the two
 * apart), and during the handshake by the loop.
 */
final class TlsOutput {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** Answers that may wait because the peer does not read: each holds a cipher of its own until it leaves. */
    private static final int MAX_ANSWERS_WAITING = 32;

    /** More records than an engine has to say at its end. */
    private static final int MAX_LAST_RECORDS = 8;

    private final Stream transport;
    private final RecordBuffers buffers;
    private final WriteTurn turn = new WriteTurn();
    private @Nullable SSLEngine engine;
    private volatile Runnable onProgress = () -> {};

    /** What has to be sent before anything else, in {@code [position, limit)}. */
    private byte @Nullable [] records;

    private int position;
    private int limit;

    /** The content in {@link #records} that the writer has not been told of. */
    private int contentInside;

    private int answersWaiting;

    TlsOutput(Stream transport, RecordBuffers buffers) {
        this.transport = transport;
        this.buffers = buffers;
    }

    void engine(SSLEngine chosen) {
        engine = chosen;
    }

    /** Sets what resumes a writer that has to wait for the reader. */
    void onProgress(Runnable task) {
        onProgress = task;
    }

    /**
     * Writes content.
     *
     * @return as {@link Stream#write}
     */
    int write(byte[] source, int offset, int length, boolean more) throws IOException {
        if (!begin()) {
            return Stream.WOULD_BLOCK;
        }
        try {
            return writeInside(source, offset, length, more);
        } finally {
            end();
        }
    }

    /** Begins to write, or makes sure that the writer is resumed. */
    private boolean begin() {
        if (turn.isFree() && turn.beginWrite()) {
            return true;
        }
        transport.output().take(); // before the reader is told: what it sets from then on is a reason to try again
        if (!turn.beginWrite()) {
            return false;
        }
        transport.output().restore();
        return true;
    }

    private void end() throws IOException {
        boolean answered = false;
        try {
            while (!turn.endWrite()) {
                sendAnswers();
            }
            answered = true;
        } finally {
            if (!answered) {
                turn.leaveWrite(); // whoever writes next, perhaps an answer to this very failure, must not wait for us
            }
        }
    }

    private int writeInside(byte[] source, int offset, int length, boolean more) throws IOException {
        if (!send(more)) {
            return Stream.WOULD_BLOCK;
        }
        int written = takeWritten();
        while (written < length) {
            if (wrap(ByteBuffer.wrap(source, offset + written, length - written)) == Status.CLOSED) {
                send(false);
                throw PeerGoneException.brokenPipe();
            }
            if (!send(more || written + contentInside < length)) {
                break;
            }
            written += takeWritten();
        }
        return written == 0 ? Stream.WOULD_BLOCK : written;
    }

    private int takeWritten() {
        int written = contentInside;
        contentInside = 0;
        return written;
    }

    /**
     * Writes a part of a file, which is read for that: there is no sendfile(2) for what has to be encrypted. After
     * {@link Stream#WOULD_BLOCK} the next call reads the same octets again.
     *
     * @return as {@link Stream#transfer}
     */
    int transfer(FileRegion region) throws IOException {
        byte[] octets = buffers.borrow();
        try {
            int length = region.peek(octets);
            int written = write(octets, 0, length, region.remaining() > length);
            region.skip(Math.max(0, written));
            return written;
        } finally {
            buffers.giveBack(octets);
        }
    }

    /** Sends what a record that was read has to be answered with, now or when the writer leaves. */
    void answer() throws IOException {
        if (!turn.beginAnswer()) {
            return;
        }
        try {
            sendAnswers();
        } finally {
            if (turn.endAnswer()) {
                onProgress.run();
            }
        }
    }

    private void sendAnswers() throws IOException {
        SSLEngine current = Objects.requireNonNull(engine);
        while (send(false) && current.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
            answersWaiting = 0;
            if (wrap(NOTHING) == Status.CLOSED) {
                send(false);
                return;
            }
        }
        if (position < limit && ++answersWaiting > MAX_ANSWERS_WAITING) {
            throw new SSLException("The client asks for more than it reads");
        }
    }

    /** Makes a record of what the engine has to say of itself, or else of content. Called when none waits to be sent. */
    Status wrap(ByteBuffer source) throws SSLException {
        byte[] buffer = buffers.borrow();
        records = buffer;
        SSLEngineResult result = wrapInto(source, buffer);
        if (result.getStatus() == Status.BUFFER_OVERFLOW) { // an engine that wants more than the JDK's
            byte[] larger = new byte[Objects.requireNonNull(engine).getSession().getPacketBufferSize()];
            records = larger;
            buffers.giveBack(buffer);
            result = wrapInto(source, larger);
        }
        contentInside += result.bytesConsumed();
        limit = result.bytesProduced();
        if (limit == 0) {
            letGo();
            if (result.getStatus() == Status.OK) {
                throw new SSLException("The engine has nothing to say: " + result.getHandshakeStatus());
            }
        }
        return result.getStatus();
    }

    private SSLEngineResult wrapInto(ByteBuffer source, byte[] buffer) throws SSLException {
        try {
            return Objects.requireNonNull(engine).wrap(source, ByteBuffer.wrap(buffer));
        } catch (SSLException e) {
            letGo();
            throw e;
        }
    }

    /**
     * Sends what waits.
     *
     * @return whether nothing is left
     */
    boolean send(boolean more) throws IOException {
        byte[] octets = records;
        if (octets == null) {
            return true;
        }
        while (position < limit) {
            int written = transport.write(octets, position, limit - position, more);
            if (written == Stream.WOULD_BLOCK) {
                return false;
            }
            position += written;
        }
        letGo();
        return true;
    }

    /** Sends the engine's last words, an alert or close_notify, as far as the peer takes them now. Called by the loop. */
    void sendLastWords() {
        try {
            SSLEngine current = engine;
            for (int i = 0; i < MAX_LAST_RECORDS && current != null && send(false) && !current.isOutboundDone(); i++) {
                wrap(NOTHING);
            }
            send(false);
        } catch (IOException e) {
            letGo(); // it may be the very failure that is being told, or the peer is gone
        }
    }

    /** What waits to be sent is not. */
    void letGo() {
        byte[] buffer = records;
        records = null;
        position = 0;
        limit = 0;
        if (buffer != null) {
            buffers.giveBack(buffer);
        }
    }
}
