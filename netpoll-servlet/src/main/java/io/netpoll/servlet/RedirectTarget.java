package io.netpoll.servlet;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/** Makes the URL of a redirect absolute (Javadoc of {@code HttpServletResponse.sendRedirect}; RFC 3986 §5.2). */
final class RedirectTarget {

    private static final String ALLOWED = "-._~:/?#[]@!$&'()*+,;=%";

    private RedirectTarget() {}

    /**
     * The absolute form.
     *
     * @param location what the application gave
     * @param origin scheme and authority of this server
     * @param requestUri the path the location is relative to, not decoded
     * @throws IllegalArgumentException if the location names a server in a way that no URL can
     */
    static String absolute(String location, String origin, String requestUri) {
        if (hasScheme(location)) {
            return withAuthority(encode(location, true));
        }
        if (location.startsWith("//")) {
            return withAuthority(encode(origin.substring(0, origin.indexOf(':') + 1) + location, true));
        }
        int end = pathEnd(location);
        String path = location.substring(0, end);
        String rest = location.substring(end);
        if (path.isEmpty()) {
            path = requestUri;
        } else if (!path.startsWith("/")) {
            path = requestUri.substring(0, requestUri.lastIndexOf('/') + 1) + path;
        }
        return origin + encode(withoutDots(path) + rest, false);
    }

    /**
     * The form in which it was given, encoded where it has to be.
     *
     * @throws IllegalArgumentException as above
     */
    static String asGiven(String location) {
        if (hasScheme(location)) {
            return withAuthority(encode(location, true));
        }
        if (location.startsWith("//")) {
            return withAuthority("http:" + encode(location, true)).substring(5);
        }
        return encode(location, false);
    }

    private static String withAuthority(String url) {
        int start = url.indexOf(':') + 3;
        if (!url.startsWith("//", start - 2)) {
            return url;
        }
        int end = start;
        while (end < url.length() && "/?#".indexOf(url.charAt(end)) < 0) {
            end++;
        }
        if (end > start) {
            URI.create(url.substring(0, end));
        }
        return url;
    }

    private static boolean hasScheme(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ':') {
                return i > 0;
            }
            if (!isLetter(c) && (i == 0 || "0123456789+-.".indexOf(c) < 0)) {
                return false;
            }
        }
        return false;
    }

    private static int pathEnd(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '?' || text.charAt(i) == '#') {
                return i;
            }
        }
        return text.length();
    }

    private static String withoutDots(String path) {
        if (!path.contains("/.")) {
            return path;
        }
        Deque<String> kept = new ArrayDeque<>();
        String[] segments = path.substring(1).split("/", -1);
        for (String segment : segments) {
            if (segment.equals("..")) {
                kept.pollLast();
            } else if (!segment.equals(".")) {
                kept.addLast(segment);
            }
        }
        String last = segments[segments.length - 1];
        boolean folder = (last.equals(".") || last.equals("..")) && !kept.isEmpty();
        return "/" + String.join("/", kept) + (folder ? "/" : "");
    }

    /** Encodes what may not stand in a URL; brackets may only stand in an authority. */
    private static String encode(String url, boolean brackets) {
        StringBuilder encoded = new StringBuilder(url.length());
        for (byte octet : url.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (octet & 0xFF);
            boolean allowed = isLetter(c) || (c >= '0' && c <= '9') || ALLOWED.indexOf(c) >= 0;
            if (allowed && (brackets || (c != '[' && c != ']'))) {
                encoded.append(c);
            } else {
                encoded.append('%').append(hex(octet >> 4)).append(hex(octet));
            }
        }
        return encoded.toString();
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static char hex(int nibble) {
        return Character.toUpperCase(Character.forDigit(nibble & 0xF, 16));
    }
}
