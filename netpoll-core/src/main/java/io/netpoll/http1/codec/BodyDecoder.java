package io.netpoll.http1.codec;

import io.netpoll.http.Headers;

/**
 * Takes the framing off the content of one request. Which one does it is decided once, by {@link #of}. Not safe for use by
 * several threads.
 */
public sealed interface BodyDecoder permits NoBodyDecoder, FixedLengthDecoder, ChunkedDecoder, RawDecoder {

    /**
     * The decoder for the content that follows a head.
     *
     * @param limits bound the trailer section
     */
    static BodyDecoder of(DecodedHead head, HeadLimits limits) {
        return switch (head.bodyFraming()) {
            case NONE -> NoBodyDecoder.INSTANCE;
            case LENGTH -> new FixedLengthDecoder(head.contentLength());
            case CHUNKED -> new ChunkedDecoder(limits);
        };
    }

    /** A decoder for what follows an upgrade: everything until the connection ends. */
    static BodyDecoder raw() {
        return new RawDecoder();
    }

    /** The decoder for a request without content. */
    static BodyDecoder none() {
        return NoBodyDecoder.INSTANCE;
    }

    /**
     * Moves content from {@code in[pos, limit)} to {@code out[off, off + len)} until there is no more of the one, no more
     * room in the other, or the content ends. Framing is consumed even when there is no room. Octets behind the end of the
     * request are not touched.
     *
     * @return the position behind the last octet taken from {@code in}; {@link #produced()} tells what was moved
     * @throws ProtocolException if the client broke the framing; the decoder is of no further use then
     */
    int decode(byte[] in, int pos, int limit, byte[] out, int off, int len) throws ProtocolException;

    /** How many octets of content the last {@link #decode} moved. */
    int produced();

    /** Whether the request has ended, trailer section included. */
    boolean isFinished();

    /** The trailer fields that may be believed (RFC 9110 §6.5.1): empty before the end, and mostly after it. */
    Headers trailers();

    /**
     * How many octets of content come next without any framing between them; 0 if framing comes next. That many may be
     * read from the connection straight into the place where they are wanted, if {@link #consumed} is told.
     */
    long remainingInChunk();

    /**
     * Tells that content has bypassed {@link #decode}.
     *
     * @param octets at most {@link #remainingInChunk()}
     * @throws IllegalArgumentException if there are not so many
     */
    void consumed(int octets);

    /**
     * Tells the decoder that nothing more will come.
     *
     * @throws ProtocolException if that is before the end (RFC 9112 §8)
     */
    default void endOfInput() throws ProtocolException {
        if (!isFinished()) {
            throw new ProtocolException(Violation.CONTENT_INCOMPLETE);
        }
    }
}
