package io.netpoll.http1.codec;

/** The grammar between the brackets of a host (RFC 3986 §3.2.2): an IPv6 address or one of a version to come. */
final class IpLiteral {

    private static final int GROUPS = 8;
    private static final int DIGITS_PER_GROUP = 4;

    private IpLiteral() {}

    static boolean isValid(byte[] octets, int from, int to) {
        boolean isVersioned = from < to && (octets[from] | 0x20) == 'v';
        return isVersioned ? isFuture(octets, from, to) : isIpv6(octets, from, to);
    }

    /** {@code "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )}. */
    private static boolean isFuture(byte[] octets, int from, int to) {
        int dot = Octets.skip(Octets.HEX, octets, from + 1, to);
        if (dot == from + 1 || dot + 1 >= to || octets[dot] != '.') {
            return false;
        }
        for (int i = dot + 1; i < to; i++) {
            boolean isAllowed = Octets.is(Octets.REG_NAME, octets[i]) && octets[i] != '%';
            if (!isAllowed && octets[i] != ':' && octets[i] != ',') {
                return false;
            }
        }
        return true;
    }

    /** Eight groups of hexadecimal digits; the last two may be an IPv4 address; once, {@code ::} stands for one or more. */
    private static boolean isIpv6(byte[] octets, int from, int to) {
        boolean isShortened = startsWithTwoColons(octets, from, to);
        int i = isShortened ? from + 2 : from;
        int groups = 0;
        while (i < to) {
            int end = Octets.skip(Octets.HEX, octets, i, to);
            if (end < to && octets[end] == '.') {
                return isIpv4(octets, i, to) && isComplete(groups + 2, isShortened);
            }
            if (end == i || end - i > DIGITS_PER_GROUP) {
                return false;
            }
            groups++;
            if (end == to) {
                break;
            }
            boolean isGap = startsWithTwoColons(octets, end, to);
            if (octets[end] != ':' || end + 1 == to || (isGap && isShortened)) {
                return false;
            }
            isShortened |= isGap;
            i = isGap ? end + 2 : end + 1;
        }
        return isComplete(groups, isShortened);
    }

    private static boolean startsWithTwoColons(byte[] octets, int from, int to) {
        return from + 1 < to && octets[from] == ':' && octets[from + 1] == ':';
    }

    private static boolean isComplete(int groups, boolean isShortened) {
        return isShortened ? groups < GROUPS : groups == GROUPS;
    }

    /** Four numbers up to 255 without leading zeros. */
    private static boolean isIpv4(byte[] octets, int from, int to) {
        int start = from;
        for (int number = 1; number <= 4; number++) {
            int end = Octets.skip(Octets.DIGIT, octets, start, to);
            if (!isDecimalOctet(octets, start, end) || (number < 4 ? end == to || octets[end] != '.' : end != to)) {
                return false;
            }
            start = end + 1;
        }
        return true;
    }

    private static boolean isDecimalOctet(byte[] octets, int from, int to) {
        int digits = to - from;
        if (digits < 1 || digits > 3 || (digits > 1 && octets[from] == '0')) {
            return false;
        }
        int number = 0;
        for (int i = from; i < to; i++) {
            number = number * 10 + octets[i] - '0';
        }
        return number <= 255;
    }
}
