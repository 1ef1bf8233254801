package io.netpoll.http1.codec;

/** The grammar of host and port (RFC 3986 §3.2.2, §3.2.3); userinfo is refused (RFC 9110 §4.2.4, §7.2). */
final class Authority {

    private static final int MAX_PORT = 65_535;

    private Authority() {}

    /** Whether a range is {@code uri-host [ ":" port ]} with a host that is not empty (RFC 9110 §4.2.1). */
    static boolean isValid(byte[] octets, int from, int to) {
        int hostEnd = hostEnd(octets, from, to);
        return hostEnd > from && (hostEnd == to || isColonAndPort(octets, hostEnd, to));
    }

    /** Whether a range is {@code uri-host ":" port} with neither of them empty, as CONNECT needs it (RFC 9110 §9.3.6). */
    static boolean isValidWithPort(byte[] octets, int from, int to) {
        return isValid(octets, from, to) && hostEnd(octets, from, to) + 1 < to;
    }

    /** The position behind the host; {@code from} if there is no valid one. */
    private static int hostEnd(byte[] octets, int from, int to) {
        if (from < to && octets[from] == '[') {
            int bracket = Octets.indexOf(']', octets, from, to);
            return bracket < to && IpLiteral.isValid(octets, from + 1, bracket) ? bracket + 1 : from;
        }
        int end = Octets.skip(Octets.REG_NAME, octets, from, to);
        return isPercentEncoded(octets, from, end) ? end : from;
    }

    /** Whether each percent sign is followed by two hexadecimal digits (RFC 3986 §2.1). */
    private static boolean isPercentEncoded(byte[] octets, int from, int to) {
        int percent = Octets.indexOf('%', octets, from, to);
        while (percent < to) {
            if (percent + 2 >= to
                    || !Octets.is(Octets.HEX, octets[percent + 1])
                    || !Octets.is(Octets.HEX, octets[percent + 2])) {
                return false;
            }
            percent = Octets.indexOf('%', octets, percent + 1, to);
        }
        return true;
    }

    /** A port has any number of digits, even none; what is more than 16 bits can express is no port. */
    private static boolean isColonAndPort(byte[] octets, int colon, int to) {
        int port = 0;
        for (int i = colon + 1; i < to; i++) {
            if (!Octets.is(Octets.DIGIT, octets[i])) {
                return false;
            }
            port = Math.min(port * 10 + octets[i] - '0', MAX_PORT + 1);
        }
        return octets[colon] == ':' && port <= MAX_PORT;
    }
}
