package io.netpoll.http;

/** The grammar of field names and values (RFC 9110 §5.1, §5.5, §5.6.2). */
public final class FieldSyntax {

    private static final boolean[] TOKEN = new boolean[128];

    static {
        for (char c = '0'; c <= '9'; c++) {
            TOKEN[c] = true;
        }
        for (char c = 'a'; c <= 'z'; c++) {
            TOKEN[c] = true;
            TOKEN[c - 'a' + 'A'] = true;
        }
        for (char c : "!#$%&'*+-.^_`|~".toCharArray()) {
            TOKEN[c] = true;
        }
    }

    private FieldSyntax() {}

    /** Whether a character may stand in a token (RFC 9110 §5.6.2). */
    public static boolean isTokenChar(int c) {
        return c >= 0 && c < TOKEN.length && TOKEN[c];
    }

    /** Whether a text is a token: not empty, token characters only. */
    public static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isTokenChar(text.charAt(i))) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /** Whether a character may stand in a field value: visible, blank, tab, or an octet above 0x7F. */
    public static boolean isValueChar(int c) {
        return c >= ' ' ? c != 0x7F && c <= 0xFF : c == '\t';
    }

    /** Whether a text may be a field's value. */
    public static boolean isValue(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isValueChar(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    static String requireName(String name) {
        if (!isToken(name)) {
            throw new IllegalArgumentException("Not a field name (RFC 9110 §5.1 allows token characters only)");
        }
        return name;
    }

    static String requireValue(String name, String value) {
        if (!isValue(value)) {
            throw new IllegalArgumentException(
                    "The value of field " + name + " has a character that RFC 9110 §5.5 does not allow");
        }
        return value;
    }
}
