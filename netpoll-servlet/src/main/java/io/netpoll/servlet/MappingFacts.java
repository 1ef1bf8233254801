package io.netpoll.servlet;

import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.MappingMatch;
import org.jspecify.annotations.Nullable;

/** How a request was mapped (Servlet 6.1 §12.3). */
record MappingFacts(
        String matchValue,
        String pattern,
        String servletName,
        @Nullable MappingMatch match) implements HttpServletMapping {

    @Override
    public String getMatchValue() {
        return matchValue;
    }

    @Override
    public String getPattern() {
        return pattern;
    }

    @Override
    public String getServletName() {
        return servletName;
    }

    @Override
    public @Nullable MappingMatch getMappingMatch() {
        return match;
    }
}
