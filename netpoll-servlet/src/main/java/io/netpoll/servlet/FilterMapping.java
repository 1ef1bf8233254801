package io.netpoll.servlet;

import io.netpoll.servlet.path.UrlPattern;
import jakarta.servlet.DispatcherType;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a filter applies to: a URL pattern or a servlet by name (Servlet 6.1 §6.2.4).
 *
 * @param filter the filter
 * @param types the kinds of dispatch
 * @param pattern the pattern, or {@code null}
 * @param servletName the servlet's name if there is no pattern; {@code *} stands for every servlet
 */
record FilterMapping(
        FilterHolder filter,
        Set<DispatcherType> types,
        @Nullable UrlPattern pattern,
        @Nullable String servletName) {

    boolean matchesEverything() {
        return pattern != null
                && pattern.kind() == UrlPattern.Kind.PREFIX
                && pattern.key().isEmpty();
    }

    boolean matchesPath(@Nullable String path) {
        return path != null && pattern != null && pattern.matches(path);
    }

    boolean matchesServlet(String name) {
        return servletName != null && (servletName.equals("*") || servletName.equals(name));
    }
}
