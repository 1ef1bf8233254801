package io.netpoll.handler;

import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Makes one member of the gzip format (RFC 1952) out of octets, piece by piece, into buffers that its caller supplies. For
 * one thread at a time.
 */
final class GzipEncoder {

    /** Octets that the format has in front of the compressed data (RFC 1952 §2.3). */
    static final int HEADER_LENGTH = 10;

    /** Octets that the format has behind it. */
    static final int TRAILER_LENGTH = 8;

    private static final byte ID1 = 0x1F;
    private static final byte ID2 = (byte) 0x8B;
    private static final byte CM_DEFLATE = 8;
    private static final byte OS_UNKNOWN = (byte) 0xFF;

    private final Deflater deflater;
    private final CRC32 crc = new CRC32();

    /**
     * An encoder at the start of a member.
     *
     * @param deflater makes raw deflate data, from the start
     */
    GzipEncoder(Deflater deflater) {
        this.deflater = deflater;
    }

    Deflater deflater() {
        return deflater;
    }

    /** Writes the header; no time and no name, so that equal content has equal octets. */
    static void header(byte[] target, int offset) {
        target[offset] = ID1;
        target[offset + 1] = ID2;
        target[offset + 2] = CM_DEFLATE;
        for (int i = 3; i < HEADER_LENGTH - 1; i++) {
            target[offset + i] = 0;
        }
        target[offset + HEADER_LENGTH - 1] = OS_UNKNOWN;
    }

    /** Takes content, which {@link #encode} has to work off before the next is given. */
    void input(byte[] content, int offset, int length) {
        crc.update(content, offset, length);
        deflater.setInput(content, offset, length);
    }

    /** Has the end follow what was given. */
    void end() {
        deflater.finish();
    }

    /**
     * Compresses into a buffer.
     *
     * @param sync whether all that was given is to come out, so that it can be decoded (Z_SYNC_FLUSH)
     * @return how many octets were written; fewer than there is room for if there is nothing more to do
     */
    int encode(byte[] target, int offset, boolean sync) {
        int mode = sync ? Deflater.SYNC_FLUSH : Deflater.NO_FLUSH;
        return deflater.deflate(target, offset, target.length - offset, mode);
    }

    /** Writes the check sum and the length, both with the least octet first (RFC 1952 §2.3.1). */
    void trailer(byte[] target, int offset) {
        littleEndian(crc.getValue(), target, offset);
        littleEndian(deflater.getBytesRead(), target, offset + Integer.BYTES);
    }

    private static void littleEndian(long value, byte[] target, int offset) {
        for (int i = 0; i < Integer.BYTES; i++) {
            target[offset + i] = (byte) (value >>> (Byte.SIZE * i));
        }
    }
}
