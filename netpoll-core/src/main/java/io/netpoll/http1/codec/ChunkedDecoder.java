package io.netpoll.http1.codec;

import io.netpoll.http.Headers;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The chunked transfer coding (RFC 9112 §7.1), strictly: CR LF where the grammar has it, hexadecimal digits only.
 *
 * <pre>
 *       size > 0          no octet left         CR            LF
 * LINE ──────────▶ DATA ────────────────▶ DATA_CR ──▶ DATA_LF ──▶ LINE
 *  │ size = 0             empty line
 *  └──────────▶ TRAILERS ────────────▶ FINISHED
 * </pre>
 */
final class ChunkedDecoder implements BodyDecoder {

    private enum State {
        LINE,
        DATA,
        DATA_CR,
        DATA_LF,
        TRAILERS,
        FINISHED
    }

    private final int maxTrailerSize;
    private final ChunkLine line = new ChunkLine();
    private final FieldScanner trailerScanner;
    private State state = State.LINE;
    private long remaining;
    private int produced;
    private @Nullable OctetBuffer kept;
    private Headers trailers = NoFields.INSTANCE;

    ChunkedDecoder(HeadLimits limits) {
        this.maxTrailerSize = limits.maxHeadSize();
        this.trailerScanner = new FieldScanner(limits.maxHeaderCount());
    }

    @Override
    public int decode(byte[] in, int pos, int limit, byte[] out, int off, int len) throws ProtocolException {
        produced = 0;
        int i = pos;
        while (i < limit && state != State.FINISHED && (state != State.DATA || produced < len)) {
            i = switch (state) {
                case LINE -> line(in, i, limit);
                case DATA -> data(in, i, limit, out, off + produced, len - produced);
                case DATA_CR -> dataEnd('\r', in[i], i, State.DATA_LF);
                case DATA_LF -> dataEnd('\n', in[i], i, State.LINE);
                case TRAILERS -> trailers(in, i, limit);
                case FINISHED -> i;
            };
        }
        return i;
    }

    @Override
    public int produced() {
        return produced;
    }

    @Override
    public boolean isFinished() {
        return state == State.FINISHED;
    }

    @Override
    public Headers trailers() {
        return trailers;
    }

    @Override
    public long remainingInChunk() {
        return remaining;
    }

    @Override
    public void consumed(int octets) {
        if (octets < 0 || octets > remaining) {
            throw new IllegalArgumentException(octets + " octets of " + remaining);
        }
        remaining -= octets;
        if (remaining == 0 && octets > 0) {
            state = State.DATA_CR;
        }
    }

    private int line(byte[] in, int from, int limit) throws ProtocolException {
        int i = line.decode(in, from, limit);
        if (line.isComplete()) {
            remaining = line.size();
            state = remaining == 0 ? State.TRAILERS : State.DATA;
            line.reset();
        }
        return i;
    }

    private int data(byte[] in, int from, int limit, byte[] out, int off, int len) {
        int count = (int) Math.min(remaining, Math.min(limit - from, len));
        System.arraycopy(in, from, out, off, count);
        produced += count;
        consumed(count);
        return from + count;
    }

    private int dataEnd(int wanted, byte octet, int i, State next) throws ProtocolException {
        if (octet != wanted) {
            throw new ProtocolException(Violation.CHUNK_DATA_END);
        }
        state = next;
        return i + 1;
    }

    private int trailers(byte[] in, int from, int limit) throws ProtocolException {
        int before = kept == null ? 0 : kept.length();
        int end = Math.min(limit - from, maxTrailerSize - before) + from;
        int behind = trailerScanner.scan(in, from, end, before - from);
        if (trailerScanner.isComplete()) {
            complete(in, from, behind);
        } else if (before + end - from == maxTrailerSize) {
            throw new ProtocolException(Violation.TRAILERS_TOO_LARGE);
        } else {
            keep(in, from, behind);
        }
        return behind;
    }

    private void complete(byte[] in, int from, int end) {
        int count = trailerScanner.count();
        if (count > 0) {
            byte[] octets = kept == null ? Arrays.copyOfRange(in, from, end) : kept.joinedWith(in, from, end);
            trailers = TrailerFields.permitted(new FieldBlock(octets, trailerScanner.offsets(), count));
        }
        kept = null;
        state = State.FINISHED;
    }

    private void keep(byte[] in, int from, int end) {
        if (kept == null) {
            kept = new OctetBuffer(end - from);
        }
        kept.append(in, from, end - from);
    }
}
