package io.netpoll.net;

import java.util.zip.CRC32C;

/**
 * The type-length-value vectors behind the addresses of a binary header (proxy-protocol.txt §2.2). Of them the checksum is
 * verified; the others, such as what the client and the proxy have agreed on by TLS, are skipped, whatever their type.
 */
final class ProxyHeaderVectors {

    private static final int TYPE_CRC32C = 0x03;
    private static final int HEAD_SIZE = 3;

    private final CRC32C crc = new CRC32C();

    /** How many octets of a vector's type and length have come; of its value when it is all of them. */
    private int headRead;

    private int type;
    private int valueToCome;
    private boolean checksumFound;
    private int checksum;

    /** An octet before the vectors, which the checksum covers as well. */
    void cover(byte octet) {
        crc.update(octet);
    }

    /**
     * Takes the next octet.
     *
     * @param left how many octets of the header follow
     */
    void add(byte octet, int left) throws ProxyHeaderException {
        if (headRead < HEAD_SIZE) {
            crc.update(octet);
            addToHead(octet & 0xFF);
            if (headRead == HEAD_SIZE) {
                begin(left);
            }
        } else {
            addToValue(octet);
        }
        if (headRead == HEAD_SIZE && valueToCome == 0) {
            headRead = 0;
        }
    }

    private void addToHead(int octet) {
        if (headRead == 0) {
            type = octet;
            valueToCome = 0;
        } else {
            valueToCome = valueToCome << Byte.SIZE | octet;
        }
        headRead++;
    }

    private void begin(int left) throws ProxyHeaderException {
        boolean fits = valueToCome <= left;
        if (!fits || (type == TYPE_CRC32C && (checksumFound || valueToCome != Integer.BYTES))) {
            throw new ProxyHeaderException(ProxyHeaderFailure.MALFORMED_VECTOR);
        }
        checksumFound |= type == TYPE_CRC32C;
    }

    /** The checksum is calculated as if its own field were zero. */
    private void addToValue(byte octet) {
        valueToCome--;
        if (type == TYPE_CRC32C) {
            checksum = checksum << Byte.SIZE | (octet & 0xFF);
            crc.update(0);
        } else {
            crc.update(octet);
        }
    }

    /** The header has ended. */
    void end() throws ProxyHeaderException {
        if (headRead != 0) {
            throw new ProxyHeaderException(ProxyHeaderFailure.MALFORMED_VECTOR);
        }
        if (checksumFound && (int) crc.getValue() != checksum) {
            throw new ProxyHeaderException(ProxyHeaderFailure.CHECKSUM);
        }
    }
}
