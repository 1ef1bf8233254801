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
 * Records on their way in: from the transport into a borrowed buffer, from there as content to whoever reads. Used by the
 * owner of the direction, and during the handshake by the loop.
 */
final class TlsInput {

    /** Records without content in a row that are more than a peer has reason to send; OpenSSL draws the line there too. */
    private static final int MAX_RECORDS_WITHOUT_CONTENT = 32;

    private final Stream transport;
    private final RecordBuffers buffers;
    private final TlsOutput output;
    private @Nullable SSLEngine engine;

    /** What has come and was not read as a record yet, in {@code [position, limit)}. */
    private byte @Nullable [] records;

    private int position;
    private int limit;

    /** Content of a record for which the reader had no room, in {@code [contentPosition, contentLimit)}. */
    private byte @Nullable [] content;

    private int contentPosition;
    private int contentLimit;
    private int recordsWithoutContent;

    /** Why no further record is read. */
    private @Nullable SSLException refusal;

    private boolean closeNotified;
    private volatile boolean truncated;

    TlsInput(Stream transport, RecordBuffers buffers, TlsOutput output) {
        this.transport = transport;
        this.buffers = buffers;
        this.output = output;
    }

    void engine(SSLEngine chosen) {
        engine = chosen;
    }

    /** Whether nothing has come that was not read. */
    boolean isEmpty() {
        return records == null;
    }

    /** Whether the peer closed the transport without saying that it had sent all it had to (RFC 8446 §6.1). Any thread. */
    boolean isTruncated() {
        return truncated;
    }

    /** What the octets that have come say about the client; called until the engine is known. */
    ClientHello hello() {
        byte[] octets = records;
        return octets == null
                ? ClientHello.read(new byte[0], 0, 0, false)
                : ClientHello.read(octets, position, limit, limit - position == octets.length);
    }

    /**
     * Reads more records from the transport.
     *
     * @return as {@link Stream#read}
     */
    int receive() throws IOException {
        byte[] buffer = room();
        int read = transport.read(buffer, limit, buffer.length - limit);
        if (read > 0) {
            limit += read;
        } else {
            letGoIfEmpty();
        }
        return read;
    }

    private byte[] room() throws SSLException {
        byte[] buffer = records;
        if (buffer == null) {
            buffer = buffers.borrow();
            records = buffer;
        } else if (limit == buffer.length) {
            if (position == 0) {
                throw new SSLException("A record is larger than any may be");
            }
            System.arraycopy(buffer, position, buffer, 0, limit - position);
            limit -= position;
            position = 0;
        }
        return buffer;
    }

    /**
     * One step of the handshake.
     *
     * @return as {@link Stream#read}; 0 if the engine has read a record
     */
    int readHandshake() throws IOException {
        while (true) {
            SSLEngineResult result = unwrapAside();
            switch (result.getStatus()) {
                case BUFFER_UNDERFLOW -> {
                    int received = receive();
                    if (received < 0) {
                        return received;
                    }
                }
                case CLOSED -> {
                    closeNotified = true;
                    return Stream.EOF;
                }
                default -> {
                    return 0;
                }
            }
        }
    }

    /**
     * Content. What came before a record that is refused is given out first.
     *
     * @return as {@link Stream#read}
     * @throws SSLException if a record is refused
     */
    int read(byte[] target, int offset, int length) throws IOException {
        int read = 0;
        try {
            while (content == null && !closeNotified) {
                SSLEngineResult result = next(ByteBuffer.wrap(target, offset + read, length - read));
                read += result.bytesProduced();
                if (result.getStatus() == Status.BUFFER_OVERFLOW) { // said of a record that is not complete, too
                    if (read > 0) {
                        break; // there may be more, and no edge will say so
                    }
                    result = unwrapAside();
                }
                if (result.getStatus() == Status.BUFFER_UNDERFLOW) {
                    if (read > 0) {
                        return read;
                    }
                    int received = receive();
                    if (received < 0) {
                        truncated = received == Stream.EOF;
                        return received;
                    }
                } else {
                    closeNotified = result.getStatus() == Status.CLOSED;
                    answer(result);
                }
            }
        } catch (SSLException e) {
            transport.input().restore();
            refusal = e;
            if (read == 0) {
                throw e;
            }
        }
        transport.input().restore();
        return read > 0 ? read : content == null ? Stream.EOF : takeContent(target, offset, length);
    }

    private SSLEngineResult next(ByteBuffer target) throws SSLException {
        if (refusal != null) {
            throw refusal;
        }
        return unwrap(target);
    }

    private int takeContent(byte[] target, int offset, int length) {
        byte[] from = Objects.requireNonNull(content);
        int taken = Math.min(length, contentLimit - contentPosition);
        System.arraycopy(from, contentPosition, target, offset, taken);
        contentPosition += taken;
        if (contentPosition == contentLimit) {
            letContentGo();
        }
        return taken;
    }

    private void letContentGo() {
        byte[] buffer = content;
        if (buffer != null) {
            content = null;
            contentPosition = 0;
            contentLimit = 0;
            buffers.giveBack(buffer);
        }
    }

    private SSLEngineResult unwrapAside() throws SSLException {
        byte[] aside = buffers.borrow();
        content = aside;
        SSLEngineResult result = unwrap(ByteBuffer.wrap(aside));
        contentLimit = result.bytesProduced();
        if (contentLimit == 0) {
            letContentGo();
        }
        return result;
    }

    private SSLEngineResult unwrap(ByteBuffer target) throws SSLException {
        byte[] octets = records;
        if (octets == null) {
            return new SSLEngineResult(Status.BUFFER_UNDERFLOW, HandshakeStatus.NOT_HANDSHAKING, 0, 0);
        }
        SSLEngineResult result =
                Objects.requireNonNull(engine).unwrap(ByteBuffer.wrap(octets, position, limit - position), target);
        position += result.bytesConsumed();
        letGoIfEmpty();
        return result;
    }

    /** A record may be more than content: the engine may want to answer it, or to begin again. */
    private void answer(SSLEngineResult result) throws IOException {
        if (result.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
            // Only TLS 1.2 knows it; it would bring delegated tasks into the midst of an exchange.
            throw new SSLException("The client wants to renegotiate");
        }
        if (result.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
            output.answer();
        }
        if (result.bytesProduced() > 0) {
            recordsWithoutContent = 0;
        } else if (++recordsWithoutContent > MAX_RECORDS_WITHOUT_CONTENT) {
            throw new SSLException("The client sends records without content");
        }
    }

    private void letGoIfEmpty() {
        byte[] buffer = records;
        if (buffer != null && position == limit) {
            records = null;
            position = 0;
            limit = 0;
            buffers.giveBack(buffer);
        }
    }

    /** Nothing is read any more. */
    void letGo() {
        position = limit;
        letGoIfEmpty();
        letContentGo();
    }
}
