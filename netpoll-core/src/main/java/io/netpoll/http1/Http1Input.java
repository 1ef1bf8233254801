package io.netpoll.http1;

import io.netpoll.http1.codec.BodyDecoder;
import io.netpoll.http1.codec.ProtocolException;
import io.netpoll.net.Stream;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What has come on a connection and was not used yet, and behind it the stream. Used by whoever owns the direction.
 */
final class Http1Input {

    /** For the framing of chunked content, which cannot be read into the place where content goes. */
    private static final int CHUNK_BUFFER_SIZE = 4 * 1024;

    /** Answered at the end of the client's octets. */
    static final int NOTHING_YET = 0;

    private final Stream stream;
    private byte @Nullable [] octets;
    private int position;
    private int limit;
    private long received;
    private long reported;
    private byte @Nullable [] chunkBuffer;

    Http1Input(Stream stream) {
        this.stream = stream;
    }

    /** Whether octets are here that nobody has used. */
    boolean hasOctets() {
        return octets != null;
    }

    /** How many octets are here. */
    int available() {
        return limit - position;
    }

    /** All octets that have been received. */
    long received() {
        return received;
    }

    /** The octets received since this was asked last. */
    long takeReceived() {
        long taken = received - reported;
        reported = received;
        return taken;
    }

    /**
     * Reads into a buffer, which is what is here then. Called when nothing is here.
     *
     * @return as {@link Stream#read}
     */
    int fill(byte[] buffer) throws IOException {
        int read = stream.read(buffer, 0, buffer.length);
        if (read > 0) {
            received += read;
            octets = buffer;
            position = 0;
            limit = read;
        }
        return read;
    }

    /** The array that holds what is here; only while {@link #hasOctets}. */
    byte[] array() {
        byte[] array = octets;
        if (array == null) {
            throw new IllegalStateException("Nothing is here");
        }
        return array;
    }

    int position() {
        return position;
    }

    int limit() {
        return limit;
    }

    /** Octets before {@code newPosition} have been used. */
    void advanceTo(int newPosition) {
        position = newPosition;
        if (newPosition == limit) {
            clear();
        }
    }

    /** Forgets what is here, and the array with it. */
    void clear() {
        octets = null;
        position = 0;
        limit = 0;
    }

    /** Moves what is here out of a buffer that belongs to somebody else, into an array of its exact size. */
    @SuppressWarnings("ReferenceEquality") // it matters whose array it is
    void leave(byte[] buffer) {
        if (octets == buffer) {
            limit = limit - position;
            octets = Arrays.copyOfRange(buffer, position, position + limit);
            position = 0;
        }
    }

    /**
     * Content of a request that is here or in the stream.
     *
     * @return how many octets, {@link #NOTHING_YET}, or −1 at the end of the content
     * @throws IncompleteContentException if the client closed before that
     */
    int read(BodyDecoder decoder, byte[] target, int offset, int length) throws IOException {
        while (!decoder.isFinished()) {
            int moved =
                    hasOctets() ? decode(decoder, target, offset, length) : receive(decoder, target, offset, length);
            if (moved > 0) {
                return moved;
            }
            if (moved < 0) {
                return NOTHING_YET;
            }
        }
        return -1;
    }

    private int decode(BodyDecoder decoder, byte[] target, int offset, int length) throws IOException {
        advanceTo(decoder.decode(array(), position, limit, target, offset, length));
        return decoder.produced();
    }

    /** Content straight into its place, or framing into a buffer: a count, 0 to go on, or −1 if there is nothing yet. */
    private int receive(BodyDecoder decoder, byte[] target, int offset, int length) throws IOException {
        long direct = decoder.remainingInChunk();
        int read = direct == 0 ? fill(chunkBuffer()) : stream.read(target, offset, (int) Math.min(direct, length));
        if (read == Stream.WOULD_BLOCK) {
            return -1;
        }
        if (read == Stream.EOF) {
            if (stream.isTruncated()) {
                throw new IncompleteContentException(); // content that ends with the connection might have been cut by
                // anybody
            }
            ended(decoder);
            return 0;
        }
        if (direct == 0) {
            return 0; // framing, now here to be decoded
        }
        received += read;
        decoder.consumed(read);
        return read;
    }

    private byte[] chunkBuffer() {
        byte[] buffer = chunkBuffer;
        if (buffer == null) {
            buffer = new byte[CHUNK_BUFFER_SIZE];
            chunkBuffer = buffer;
        }
        return buffer;
    }

    /** The request has been read: what was needed for that alone is let go, what came behind it stays. */
    void endOfRequest() {
        byte[] buffer = chunkBuffer;
        if (buffer != null) {
            leave(buffer);
            chunkBuffer = null;
        }
    }

    private static void ended(BodyDecoder decoder) throws IncompleteContentException {
        try {
            decoder.endOfInput();
        } catch (ProtocolException e) {
            throw new IncompleteContentException();
        }
    }
}
