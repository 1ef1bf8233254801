package io.netpoll.servlet.syntax;

/**
 * Host and port of an authority (RFC 3986 §3.2).
 *
 * @param host the host; an IPv6 literal with its brackets
 * @param port the port, or −1 if there is none
 */
public record Authority(String host, int port) {

    /** Splits an authority that the server has checked already; a port that is no number counts as none. */
    public static Authority of(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 0 || text.indexOf(']') > colon) {
            return new Authority(text, -1);
        }
        return new Authority(text.substring(0, colon), port(text, colon + 1));
    }

    private static int port(String text, int from) {
        int port = 0;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9' || port > 65535) {
                return -1;
            }
            port = port * 10 + (c - '0');
        }
        return from == text.length() || port > 65535 ? -1 : port;
    }
}
