package io.netpoll.http1.codec;

import io.netpoll.http.FieldSyntax;

/** Classes of octets, and comparisons that make no strings. Ranges include {@code from} and exclude {@code to}. */
final class Octets {

    /** May stand in a token (RFC 9110 §5.6.2). */
    static final int TOKEN = 1;
    /** May stand in a field value (RFC 9110 §5.5): everything but control characters other than HTAB. */
    static final int VALUE = 1 << 1;
    /**
     * May stand in a request target (RFC 3986 §2): unreserved, reserved without the fragment's {@code #}, and percent.
     * Brackets are among the reserved characters; outside an IP literal no rule produces them, but browsers send them in
     * queries and they endanger nothing.
     */
    static final int TARGET = 1 << 2;
    /** May stand in a registered name (RFC 3986 §3.2.2). Not the comma: a list of hosts is the likelier meaning. */
    static final int REG_NAME = 1 << 3;
    /** A hexadecimal digit. */
    static final int HEX = 1 << 4;
    /** A decimal digit. */
    static final int DIGIT = 1 << 5;
    /** May follow the first letter of a scheme (RFC 3986 §3.1). */
    static final int SCHEME = 1 << 6;

    private static final byte[] CLASSES = new byte[256];

    static {
        for (int c = 0; c < 256; c++) {
            CLASSES[c] = (byte) ((FieldSyntax.isTokenChar(c) ? TOKEN : 0) | (FieldSyntax.isValueChar(c) ? VALUE : 0));
        }
        String alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        mark(alphanumeric + "-._~!$&'()*+,;=:/?@[]%", TARGET);
        mark(alphanumeric + "-._~!$&'()*+;=%", REG_NAME);
        mark(alphanumeric + "+-.", SCHEME);
        mark("0123456789abcdefABCDEF", HEX);
        mark("0123456789", DIGIT);
    }

    private Octets() {}

    private static void mark(String characters, int octetClass) {
        characters.chars().forEach(c -> CLASSES[c] |= (byte) octetClass);
    }

    static boolean is(int octetClass, byte octet) {
        return (CLASSES[octet & 0xFF] & octetClass) != 0;
    }

    /** The position of the first octet that is not of the class; {@code to} if all are. */
    static int skip(int octetClass, byte[] octets, int from, int to) {
        int i = from;
        while (i < to && (CLASSES[octets[i] & 0xFF] & octetClass) != 0) {
            i++;
        }
        return i;
    }

    static boolean isBlank(byte octet) {
        return octet == ' ' || octet == '\t';
    }

    /** Past the optional white space (RFC 9110 §5.6.3) at the start of a range. */
    static int skipBlanks(byte[] octets, int from, int to) {
        int i = from;
        while (i < to && isBlank(octets[i])) {
            i++;
        }
        return i;
    }

    /** Before the optional white space at the end of a range. */
    static int dropBlanks(byte[] octets, int from, int to) {
        int i = to;
        while (i > from && isBlank(octets[i - 1])) {
            i--;
        }
        return i;
    }

    static int indexOf(int octet, byte[] octets, int from, int to) {
        int i = from;
        while (i < to && octets[i] != octet) {
            i++;
        }
        return i;
    }

    /** The value of a hexadecimal digit. */
    static int hexValue(byte digit) {
        return digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10;
    }

    static boolean equals(byte[] octets, int from, int to, String text) {
        if (to - from != text.length()) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if ((octets[i] & 0xFF) != text.charAt(i - from)) {
                return false;
            }
        }
        return true;
    }

    /** Compares without regard to the case of ASCII letters. */
    static boolean equalsIgnoreCase(byte[] octets, int from, int to, String text) {
        if (to - from != text.length()) {
            return false;
        }
        for (int i = from; i < to; i++) {
            int octet = octets[i] & 0xFF;
            int character = text.charAt(i - from);
            if (octet != character && lowerCase(octet) != lowerCase(character)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a comma-separated list (RFC 9110 §5.6.1) has a member, without regard to case. */
    static boolean listContains(byte[] octets, int from, int to, String member) {
        int start = from;
        while (start <= to) {
            int end = indexOf(',', octets, start, to);
            int first = skipBlanks(octets, start, end);
            if (equalsIgnoreCase(octets, first, dropBlanks(octets, first, end), member)) {
                return true;
            }
            start = end + 1;
        }
        return false;
    }

    /** Whether a comma-separated list has no other member than this, without regard to case; empty ones are none. */
    static boolean listHasOnly(byte[] octets, int from, int to, String member) {
        int start = from;
        while (start <= to) {
            int end = indexOf(',', octets, start, to);
            int first = skipBlanks(octets, start, end);
            int last = dropBlanks(octets, first, end);
            if (first < last && !equalsIgnoreCase(octets, first, last, member)) {
                return false;
            }
            start = end + 1;
        }
        return true;
    }

    private static int lowerCase(int c) {
        return c >= 'A' && c <= 'Z' ? c | 0x20 : c;
    }
}
