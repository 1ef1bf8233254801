package io.netpoll.http1.codec;

/** The value of Content-Length (RFC 9110 §8.6): a number, or the same number several times in a list. */
final class ContentLength {

    private ContentLength() {}

    /**
     * The one number in a range.
     *
     * @throws ProtocolException if a member is no number, members differ, or the number is more than a long can hold
     */
    static long parse(byte[] octets, int from, int to) throws ProtocolException {
        int end = Octets.skip(Octets.DIGIT, octets, from, to);
        long first = number(octets, from, end);
        while (end < to) {
            int comma = Octets.skipBlanks(octets, end, to);
            if (comma == to || octets[comma] != ',') {
                throw new ProtocolException(Violation.CONTENT_LENGTH_SYNTAX);
            }
            int start = Octets.skipBlanks(octets, comma + 1, to);
            end = Octets.skip(Octets.DIGIT, octets, start, to);
            if (number(octets, start, end) != first) {
                throw new ProtocolException(Violation.CONTENT_LENGTH_CONFLICT);
            }
        }
        return first;
    }

    private static long number(byte[] octets, int from, int to) throws ProtocolException {
        if (from == to) {
            throw new ProtocolException(Violation.CONTENT_LENGTH_SYNTAX);
        }
        long number = 0;
        for (int i = from; i < to; i++) {
            int digit = octets[i] - '0';
            if (number > (Long.MAX_VALUE - digit) / 10) {
                throw new ProtocolException(Violation.CONTENT_TOO_LARGE);
            }
            number = number * 10 + digit;
        }
        return number;
    }
}
