package io.netpoll.servlet.path;

/**
 * A URL pattern (Servlet 6.1 §12.2).
 *
 * @param text the pattern as given
 * @param kind how it matches
 * @param key the text to compare with: the whole pattern, the prefix without {@code /*}, or the extension
 */
public record UrlPattern(String text, Kind kind, String key) {

    /** How a pattern matches. */
    public enum Kind {
        /** The empty pattern: the context root only. */
        CONTEXT_ROOT,
        /** {@code /}: whatever nothing else matches. */
        DEFAULT,
        /** {@code /prefix/*}. */
        PREFIX,
        /** {@code *.extension}. */
        EXTENSION,
        /** Everything else: the path itself. */
        EXACT
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException if the text is no URL pattern
     */
    public static UrlPattern of(String text) {
        if (text.isEmpty()) {
            return new UrlPattern(text, Kind.CONTEXT_ROOT, "/");
        }
        if (text.equals("/")) {
            return new UrlPattern(text, Kind.DEFAULT, text);
        }
        if (text.startsWith("*.") && text.indexOf('/') < 0) {
            return new UrlPattern(text, Kind.EXTENSION, text.substring(2));
        }
        if (text.charAt(0) != '/' || text.indexOf('\r') >= 0 || text.indexOf('\n') >= 0) {
            throw new IllegalArgumentException("Not a URL pattern (Servlet 6.1 §12.2): '" + text + "'");
        }
        if (text.endsWith("/*")) {
            return new UrlPattern(text, Kind.PREFIX, text.substring(0, text.length() - 2));
        }
        return new UrlPattern(text, Kind.EXACT, text);
    }

    /** Whether a filter with this pattern applies to a path. */
    public boolean matches(String path) {
        return switch (kind) {
            case CONTEXT_ROOT, DEFAULT -> path.equals("/");
            case EXACT -> path.equals(key);
            case PREFIX -> hasPrefix(path, key);
            case EXTENSION -> key.equals(extension(path));
        };
    }

    static boolean hasPrefix(String path, String prefix) {
        return path.startsWith(prefix) && (path.length() == prefix.length() || path.charAt(prefix.length()) == '/');
    }

    /** What follows the last dot of the last segment; empty if there is none. */
    static String extension(String path) {
        int dot = path.lastIndexOf('.');
        return dot < 0 || path.indexOf('/', dot) >= 0 ? "" : path.substring(dot + 1);
    }
}
