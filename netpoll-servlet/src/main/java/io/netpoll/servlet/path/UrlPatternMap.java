package io.netpoll.servlet.path;

import jakarta.servlet.http.MappingMatch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds what a path is mapped to: exact match, then the longest prefix, then the extension, then the default (Servlet 6.1
 * §12.1). Filled by one thread, then read by any.
 *
 * @param <T> what patterns are mapped to
 */
public final class UrlPatternMap<T> {

    /**
     * A match.
     *
     * @param target what the pattern is mapped to
     * @param pattern the pattern that matched
     * @param match the kind of match
     * @param matchValue the part of the path that matched
     * @param servletPath the servlet path
     * @param pathInfo the path info, or {@code null}
     */
    public record Match<T>(
            T target,
            String pattern,
            MappingMatch match,
            String matchValue,
            String servletPath,
            @Nullable String pathInfo) {}

    private record Prefix<T>(String prefix, String pattern, T target) {}

    private final Map<String, T> exact = new HashMap<>();
    private final List<Prefix<T>> prefixes = new ArrayList<>();
    private final Map<String, T> extensions = new HashMap<>();
    private @Nullable T root;
    private @Nullable T fallback;

    /** An empty map. */
    public UrlPatternMap() {}

    /** Maps a pattern, in place of what it was mapped to before. */
    public void put(UrlPattern pattern, T target) {
        switch (pattern.kind()) {
            case CONTEXT_ROOT -> root = target;
            case DEFAULT -> fallback = target;
            case EXACT -> exact.put(pattern.key(), target);
            case EXTENSION -> extensions.put(pattern.key(), target);
            case PREFIX -> putPrefix(new Prefix<>(pattern.key(), pattern.text(), target));
        }
    }

    private void putPrefix(Prefix<T> prefix) {
        prefixes.removeIf(other -> other.prefix.equals(prefix.prefix));
        prefixes.add(prefix);
        prefixes.sort(
                Comparator.comparingInt((Prefix<T> p) -> p.prefix.length()).reversed());
    }

    /**
     * Finds what a path is mapped to.
     *
     * @param path a canonical path without the context path
     */
    public @Nullable Match<T> find(String path) {
        T direct = exact.get(path);
        if (direct != null) {
            return new Match<>(direct, path, MappingMatch.EXACT, path.substring(1), path, null);
        }
        if (root != null && path.equals("/")) {
            return new Match<>(root, "", MappingMatch.CONTEXT_ROOT, "", "", "/");
        }
        Match<T> found = findPrefix(path);
        if (found == null) {
            found = findExtension(path);
        }
        if (found == null && fallback != null) {
            found = new Match<>(fallback, "/", MappingMatch.DEFAULT, "", path, null);
        }
        return found;
    }

    private @Nullable Match<T> findPrefix(String path) {
        for (int i = 0; i < prefixes.size(); i++) {
            Prefix<T> prefix = prefixes.get(i);
            if (UrlPattern.hasPrefix(path, prefix.prefix)) {
                int length = prefix.prefix.length();
                String info = path.length() == length ? null : path.substring(length);
                String value = info == null ? "" : info.substring(1);
                return new Match<>(prefix.target, prefix.pattern, MappingMatch.PATH, value, prefix.prefix, info);
            }
        }
        return null;
    }

    private @Nullable Match<T> findExtension(String path) {
        if (extensions.isEmpty()) {
            return null;
        }
        String extension = UrlPattern.extension(path);
        T target = extensions.get(extension);
        if (target == null) {
            return null;
        }
        String value = path.substring(1, path.length() - extension.length() - 1);
        return new Match<>(target, "*." + extension, MappingMatch.EXTENSION, value, path, null);
    }
}
