package io.netpoll.servlet;

import io.netpoll.servlet.path.UrlPatternMap.Match;
import jakarta.servlet.http.MappingMatch;
import org.jspecify.annotations.Nullable;

/**
 * What a path is mapped to.
 *
 * @param servlet the servlet
 * @param path the canonical path within the application
 * @param match how it matched; {@code null} if no servlet is mapped to the path
 */
record Route(ServletHolder servlet, String path, @Nullable Match<ServletHolder> match) {

    /** The path elements of a request that takes this route. */
    RequestPath requestPath(String requestUri, String contextPath, @Nullable String query) {
        if (match == null) {
            MappingFacts none = new MappingFacts("", "", "", null);
            return new RequestPath(requestUri, contextPath, path, null, query, none);
        }
        MappingMatch kind = match.match();
        MappingFacts facts = new MappingFacts(match.matchValue(), match.pattern(), servlet.getServletName(), kind);
        return new RequestPath(requestUri, contextPath, match.servletPath(), match.pathInfo(), query, facts);
    }
}
