package io.netpoll.http1.codec;

import java.nio.charset.StandardCharsets;

/** The names of the methods everybody uses (RFC 9110 §9.3, RFC 5789), so that a request need not make them anew. */
final class Methods {

    private Methods() {}

    /** The method in {@code octets[0, end)}. */
    static String name(byte[] octets, int end) {
        String likely = likely(octets, end);
        return Octets.equals(octets, 0, end, likely) ? likely : new String(octets, 0, end, StandardCharsets.ISO_8859_1);
    }

    /** The only well-known method of this length and first letter. */
    private static String likely(byte[] octets, int length) {
        return switch (length) {
            case 3 -> octets[0] == 'G' ? "GET" : "PUT";
            case 4 -> octets[0] == 'P' ? "POST" : "HEAD";
            case 5 -> octets[0] == 'P' ? "PATCH" : "TRACE";
            case 6 -> "DELETE";
            default -> octets[0] == 'O' ? "OPTIONS" : "CONNECT";
        };
    }
}
