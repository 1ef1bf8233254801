package io.netpoll.servlet.syntax;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Media types and their parameters (RFC 9110 §8.3.1), and other values of the same form. */
public final class MediaTypes {

    private MediaTypes() {}

    /** The part before the first parameter, in lower case. */
    public static String essence(String value) {
        int semicolon = value.indexOf(';');
        return (semicolon < 0 ? value : value.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
    }

    /**
     * The value of a parameter, without quotes: behind a backslash any character means itself (RFC 9110 §5.6.4).
     *
     * @return {@code null} if there is no such parameter
     */
    public static @Nullable String parameter(String value, String name) {
        return parameter(value, name, false);
    }

    /**
     * As {@link #parameter}, of a form's part: a backslash before anything but a quote or another one is kept, since browsers
     * have sent whole Windows paths as file names (RFC 7578 §4.2, RFC 9110 §2.4).
     *
     * @return {@code null} if there is no such parameter
     */
    public static @Nullable String partParameter(String value, String name) {
        return parameter(value, name, true);
    }

    private static @Nullable String parameter(String value, String name, boolean ofPart) {
        int[] range = find(value, name);
        return range == null
                ? null
                : unquote(value.substring(range[1], range[2]).strip(), ofPart);
    }

    /** The value without a parameter: text before and after it stays as it is. */
    public static String without(String value, String name) {
        int[] range = find(value, name);
        return range == null ? value : (value.substring(0, range[0]) + value.substring(range[2])).strip();
    }

    /** Where a parameter's semicolon is, its value begins, and it ends; {@code null} if there is none. */
    private static int @Nullable [] find(String value, String name) {
        int semicolon = next(value, 0);
        while (semicolon < value.length()) {
            int end = next(value, semicolon + 1);
            int equals = value.indexOf('=', semicolon);
            if (equals > 0
                    && equals < end
                    && value.substring(semicolon + 1, equals).strip().equalsIgnoreCase(name)) {
                return new int[] {semicolon, equals + 1, end};
            }
            semicolon = end;
        }
        return null;
    }

    /** The next semicolon outside quotes, or the end. */
    private static int next(String value, int from) {
        boolean quoted = false;
        for (int i = from; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == '\\' && quoted) {
                i++;
            } else if (c == ';' && !quoted) {
                return i;
            }
        }
        return value.length();
    }

    private static String unquote(String text, boolean ofPart) {
        if (text.length() < 2 || text.charAt(0) != '"' || text.charAt(text.length() - 1) != '"') {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 1; i < text.length() - 1; i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 2 < text.length() && (!ofPart || "\"\\".indexOf(text.charAt(i + 1)) >= 0)) {
                i++;
                c = text.charAt(i);
            }
            plain.append(c);
        }
        return plain.toString();
    }
}
