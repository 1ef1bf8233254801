package io.netpoll.http1.codec;

import io.netpoll.http.Headers;

/** For requests without content: it has nothing to do and nothing to remember. */
enum NoBodyDecoder implements BodyDecoder {
    INSTANCE;

    @Override
    public int decode(byte[] in, int pos, int limit, byte[] out, int off, int len) {
        return pos;
    }

    @Override
    public int produced() {
        return 0;
    }

    @Override
    public boolean isFinished() {
        return true;
    }

    @Override
    public Headers trailers() {
        return NoFields.INSTANCE;
    }

    @Override
    public long remainingInChunk() {
        return 0;
    }

    @Override
    public void consumed(int octets) {
        if (octets != 0) {
            throw new IllegalArgumentException("There is no content");
        }
    }
}
