package io.netpoll.http1.codec;

/** The value of Transfer-Encoding (RFC 9112 §6.1): {@code chunked} is the one coding there is. */
final class TransferCodings {

    private static final String CHUNKED = "chunked";

    private TransferCodings() {}

    /** Refuses everything but {@code chunked} alone, and says why as exactly as the client deserves. */
    static void requireChunkedOnly(byte[] octets, int from, int to) throws ProtocolException {
        if (!Octets.equalsIgnoreCase(octets, from, to, CHUNKED)) {
            throw new ProtocolException(why(octets, from, to));
        }
    }

    private static Violation why(byte[] octets, int from, int to) {
        int start = from;
        int chunked = 0;
        boolean isChunkedLast = false;
        while (start <= to) {
            int comma = Octets.indexOf(',', octets, start, to);
            int first = Octets.skipBlanks(octets, start, comma);
            int last = Octets.dropBlanks(octets, first, comma);
            int nameEnd = Octets.skip(Octets.TOKEN, octets, first, last);
            isChunkedLast = Octets.equalsIgnoreCase(octets, first, nameEnd, CHUNKED);
            chunked += isChunkedLast ? 1 : 0;
            boolean hasParameters = nameEnd < last;
            if (first == nameEnd || chunked > 1 || (isChunkedLast && hasParameters)) {
                return Violation.CODING_SYNTAX;
            }
            start = comma + 1;
        }
        return isChunkedLast ? Violation.CODING_UNKNOWN : Violation.CHUNKED_NOT_FINAL;
    }
}
