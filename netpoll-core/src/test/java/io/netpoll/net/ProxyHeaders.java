package io.netpoll.net;

import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/** Headers of the PROXY protocol as proxies write them, for tests. */
public final class ProxyHeaders {

    /** The client and the address it has connected to in all headers with addresses of IPv4. */
    public static final String LINE = "PROXY TCP4 192.0.2.1 198.51.100.7 56324 443\r\n";

    public static final int CRC32C = 3;
    public static final int NOOP = 4;
    public static final int LOCAL = 0x20;
    public static final int PROXY = 0x21;
    public static final int UNSPEC = 0;
    public static final int TCP4 = 0x11;
    public static final int TCP6 = 0x21;
    public static final int UNIX = 0x31;

    private static final HexFormat HEX = HexFormat.of();

    private ProxyHeaders() {}

    public static byte[] octets(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** A binary header: {@link #PROXY} or {@link #LOCAL}, a family with its protocol, and what follows the length. */
    public static byte[] block(int command, int family, byte[]... parts) {
        byte[] content = join(parts);
        return join(
                HEX.parseHex("0d0a0d0a000d0a515549540a"),
                new byte[] {(byte) command, (byte) family},
                ByteBuffer.allocate(2).putShort((short) content.length).array(),
                content);
    }

    /** Two addresses and their ports. */
    public static byte[] internet(String source, String destination, int sourcePort, int destinationPort) {
        return join(
                InetAddress.ofLiteral(source).getAddress(),
                InetAddress.ofLiteral(destination).getAddress(),
                ByteBuffer.allocate(4)
                        .putShort((short) sourcePort)
                        .putShort((short) destinationPort)
                        .array());
    }

    /** The addresses of {@link #LINE}. */
    public static byte[] internet() {
        return internet("192.0.2.1", "198.51.100.7", 56_324, 443);
    }

    /** Two paths, each in a field of its own. */
    public static byte[] unix(String source, String destination) {
        return ByteBuffer.allocate(216)
                .put(0, octets(source))
                .put(108, octets(destination))
                .array();
    }

    public static byte[] vector(int type, byte... value) {
        return join(
                new byte[] {(byte) type},
                ByteBuffer.allocate(2).putShort((short) value.length).array(),
                value);
    }

    /** A header whose checksum, four zeros at the index, is filled in (RFC 4960, appendix B). */
    public static byte[] withChecksum(byte[] header, int index) {
        CRC32C crc = new CRC32C();
        crc.update(header);
        ByteBuffer.wrap(header).putInt(index, (int) crc.getValue());
        return header;
    }

    public static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
