package io.netpoll.http1.codec;

import io.netpoll.http.Headers;

/** Content whose length was declared (RFC 9112 §6.2): counting is all there is to it. */
final class FixedLengthDecoder implements BodyDecoder {

    private long remaining;
    private int produced;

    FixedLengthDecoder(long length) {
        this.remaining = length;
    }

    @Override
    public int decode(byte[] in, int pos, int limit, byte[] out, int off, int len) {
        produced = (int) Math.min(remaining, Math.min(limit - pos, len));
        System.arraycopy(in, pos, out, off, produced);
        remaining -= produced;
        return pos + produced;
    }

    @Override
    public int produced() {
        return produced;
    }

    @Override
    public boolean isFinished() {
        return remaining == 0;
    }

    @Override
    public Headers trailers() {
        return NoFields.INSTANCE;
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
    }
}
