package io.netpoll.http1.codec;

import java.nio.charset.StandardCharsets;

/** Octets as tests write them. */
final class Wire {

    private Wire() {}

    /** A text in ISO-8859-1, in which {@code ⏎} stands for CR LF. */
    static byte[] octets(String text) {
        return text.replace("⏎", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    static String text(byte[] octets, int from, int to) {
        return new String(octets, from, to - from, StandardCharsets.ISO_8859_1);
    }

    static String text(OctetBuffer buffer) {
        return text(buffer.array(), 0, buffer.length()).replace("\r\n", "⏎");
    }
}
