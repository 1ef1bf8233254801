package io.netpoll.http1.codec;

import io.netpoll.http.Headers;

/** What follows an upgrade: octets of another protocol, without framing, until the connection ends (RFC 9110 §7.8). */
final class RawDecoder implements BodyDecoder {

    private int produced;
    private boolean ended;

    @Override
    public int decode(byte[] in, int pos, int limit, byte[] out, int off, int len) {
        produced = Math.min(limit - pos, len);
        System.arraycopy(in, pos, out, off, produced);
        return pos + produced;
    }

    @Override
    public int produced() {
        return produced;
    }

    @Override
    public boolean isFinished() {
        return ended;
    }

    @Override
    public Headers trailers() {
        return NoFields.INSTANCE;
    }

    @Override
    public long remainingInChunk() {
        return Long.MAX_VALUE;
    }

    @Override
    public void consumed(int octets) {}

    @Override
    public void endOfInput() {
        ended = true;
    }
}
