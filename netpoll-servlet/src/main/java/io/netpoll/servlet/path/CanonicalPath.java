package io.netpoll.servlet.path;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The canonical form of a request path (Servlet 6.1 §3.5.2): path parameters removed, percent-encoding decoded as UTF-8,
 * empty and dot segments resolved, and whatever the specification calls suspicious refused.
 */
public final class CanonicalPath {

    private static final boolean[] PLAIN = new boolean[128];

    static {
        for (char c = '0'; c <= '9'; c++) {
            PLAIN[c] = true;
        }
        for (char c = 'a'; c <= 'z'; c++) {
            PLAIN[c] = true;
            PLAIN[c - 'a' + 'A'] = true;
        }
        for (char c : "-_~!$&'()*+,=:@".toCharArray()) {
            PLAIN[c] = true;
        }
    }

    private final String raw;
    private final List<String> segments = new ArrayList<>();
    private boolean afterEmpty;

    private CanonicalPath(String raw) {
        this.raw = raw;
    }

    /**
     * The canonical form of a path.
     *
     * @param raw the path without its query, as received
     * @throws RejectedPathException if the path breaks one of the rules
     */
    public static String of(String raw) throws RejectedPathException {
        if (raw.isEmpty() || raw.charAt(0) != '/') {
            throw new RejectedPathException(PathRule.NOT_ABSOLUTE);
        }
        return isCanonical(raw) ? raw : new CanonicalPath(raw).resolve();
    }

    /** The canonical form, or {@code null} for a path that is refused. */
    public static @Nullable String orNull(String raw) {
        try {
            return of(raw);
        } catch (RejectedPathException e) {
            return null;
        }
    }

    /**
     * A path that is not encoded, with its empty and dot segments resolved.
     *
     * @param path starts with a slash
     * @return {@code null} if it leads above the root
     */
    public static @Nullable String ofDecoded(String path) {
        List<String> kept = new ArrayList<>();
        for (String segment : path.substring(1).split("/", -1)) {
            if (segment.equals("..")) {
                if (kept.isEmpty()) {
                    return null;
                }
                kept.removeLast();
            } else if (!segment.isEmpty() && !segment.equals(".")) {
                kept.add(segment);
            }
        }
        String slash = path.endsWith("/") && !kept.isEmpty() ? "/" : "";
        return "/" + String.join("/", kept) + slash;
    }

    /** Whether nothing of the path needs a second look: most paths are, and are used as they came. */
    private static boolean isCanonical(String raw) {
        for (int i = 1; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '/' || c == '.') {
                if (raw.charAt(i - 1) == '/') {
                    return false;
                }
            } else if (c >= PLAIN.length || !PLAIN[c]) {
                return false;
            }
        }
        return true;
    }

    private String resolve() throws RejectedPathException {
        if (raw.indexOf('#') >= 0) {
            throw new RejectedPathException(PathRule.FRAGMENT);
        }
        int start = 1;
        for (int end; (end = raw.indexOf('/', start)) >= 0; start = end + 1) {
            segment(raw.substring(start, end), false);
        }
        segment(raw.substring(start), true);
        return segments.isEmpty() ? "/" : "/" + String.join("/", segments);
    }

    private void segment(String segment, boolean last) throws RejectedPathException {
        int semicolon = segment.indexOf(';');
        String name = semicolon < 0 ? segment : segment.substring(0, semicolon);
        if (semicolon >= 0) {
            decode(segment.substring(semicolon));
        }
        String text = decode(name);
        if (text.isEmpty()) {
            empty(semicolon >= 0, last);
        } else if (text.equals(".") || text.equals("..")) {
            dots(text, name, semicolon >= 0);
            afterEmpty = false;
        } else {
            segments.add(text);
            afterEmpty = false;
        }
    }

    private void empty(boolean hasParameter, boolean last) throws RejectedPathException {
        if (hasParameter) {
            throw new RejectedPathException(PathRule.EMPTY_SEGMENT_WITH_PARAMETER);
        }
        if (last && !segments.isEmpty()) {
            segments.add("");
        }
        afterEmpty = true;
    }

    private void dots(String text, String name, boolean hasParameter) throws RejectedPathException {
        if (hasParameter) {
            throw new RejectedPathException(PathRule.DOT_SEGMENT_WITH_PARAMETER);
        }
        if (!name.equals(text)) {
            throw new RejectedPathException(PathRule.ENCODED_DOT_SEGMENT);
        }
        if (text.equals(".")) {
            return;
        }
        if (afterEmpty) {
            throw new RejectedPathException(PathRule.DOUBLE_DOT_AFTER_EMPTY_SEGMENT);
        }
        if (segments.isEmpty()) {
            throw new RejectedPathException(PathRule.ABOVE_ROOT);
        }
        segments.removeLast();
    }

    private static String decode(String text) throws RejectedPathException {
        boolean encoded = false;
        boolean ascii = true;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            check(c);
            encoded |= c == '%';
            ascii &= c < 0x80;
        }
        return encoded || !ascii ? decodeOctets(text) : text;
    }

    /** The head's text has one character per octet: octets above 0x7F are decoded like encoded ones. */
    private static String decodeOctets(String text) throws RejectedPathException {
        ByteBuffer octets = ByteBuffer.allocate(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '%') {
                octets.put((byte) c);
                continue;
            }
            int octet = octet(text, i + 1);
            if (octet == '/') {
                throw new RejectedPathException(PathRule.ENCODED_SLASH);
            }
            check((char) octet);
            octets.put((byte) octet);
            i += 2;
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(octets.flip()).toString();
        } catch (CharacterCodingException e) {
            throw new RejectedPathException(PathRule.BAD_UTF8);
        }
    }

    private static int octet(String text, int index) throws RejectedPathException {
        if (index + 1 >= text.length()) {
            throw new RejectedPathException(PathRule.BAD_PERCENT);
        }
        int high = Character.digit(text.charAt(index), 16);
        int low = Character.digit(text.charAt(index + 1), 16);
        if (high < 0 || low < 0 || text.charAt(index) > 'f' || text.charAt(index + 1) > 'f') {
            throw new RejectedPathException(PathRule.BAD_PERCENT);
        }
        return high << 4 | low;
    }

    private static void check(char c) throws RejectedPathException {
        if (c < ' ' || c == 0x7F) {
            throw new RejectedPathException(PathRule.CONTROL_CHARACTER);
        }
        if (c == '\\') {
            throw new RejectedPathException(PathRule.BACKSLASH);
        }
    }
}
