package io.netpoll.servlet;

import io.netpoll.servlet.path.CanonicalPath;
import io.netpoll.servlet.path.UrlPatternMap.Match;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Finds the way of a request to its servlet and sends it there. */
final class Dispatching {

    private final ApplicationContext context;
    private final ServletHolder notFound;

    Dispatching(ApplicationContext context) {
        this.context = context;
        this.notFound = new ServletHolder(context, "", NotFoundServlet.class, new NotFoundServlet());
        this.notFound.asyncSupported(true);
    }

    /**
     * The route of a path.
     *
     * @param path canonical, within the application
     */
    Route route(String path) {
        Match<ServletHolder> match = context.registrations().servletMap().find(path);
        return match == null ? new Route(notFound, path, null) : new Route(match.target(), path, match);
    }

    /**
     * A dispatcher for a path.
     *
     * @param path a path within the application, encoded, possibly with a query
     * @return {@code null} if the path is refused
     */
    @Nullable PathDispatcher dispatcher(String path) {
        int mark = path.indexOf('?');
        String raw = ascii(mark < 0 ? path : path.substring(0, mark));
        String query = mark < 0 ? null : path.substring(mark + 1);
        String canonical = CanonicalPath.orNull(raw);
        return canonical == null ? null : new PathDispatcher(context, raw, query, route(canonical));
    }

    /** Passes a request through the filters of a dispatch to a servlet. */
    void invoke(
            EngineRequest base,
            ServletRequest request,
            ServletResponse response,
            ServletHolder servlet,
            @Nullable String path)
            throws ServletException, IOException {
        DispatcherType type = base.getDispatcherType();
        FilterHolder[] filters = context.registrations().filterChains().find(type, path, servlet);
        ServletHolder outer = base.entering(servlet);
        try {
            if (filters.length == 0) {
                base.enteringAsyncSupport(servlet.isAsyncSupported());
                servlet.service(request, response);
            } else {
                new ChainRun(base, filters, servlet).doFilter(request, response);
            }
        } finally {
            if (outer != null) {
                base.entering(outer);
            }
        }
    }

    /** The same path with characters beyond ASCII encoded. */
    private static String ascii(String path) {
        if (StandardCharsets.US_ASCII.newEncoder().canEncode(path)) {
            return path;
        }
        StringBuilder encoded = new StringBuilder(path.length() + 16);
        for (byte octet : path.getBytes(StandardCharsets.UTF_8)) {
            if (octet >= 0) {
                encoded.append((char) octet);
            } else {
                encoded.append('%').append(String.format("%02X", octet & 0xFF));
            }
        }
        return encoded.toString();
    }
}
