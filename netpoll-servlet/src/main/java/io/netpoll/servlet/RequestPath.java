package io.netpoll.servlet;

import jakarta.servlet.http.HttpServletMapping;
import org.jspecify.annotations.Nullable;

/**
 * What a request answers about its path (Servlet 6.1 §3.6). A forward or an asynchronous dispatch puts another in its
 * place.
 *
 * @param requestUri the path as received, not decoded
 * @param contextPath the start of it that selected the application
 * @param servletPath decoded
 * @param pathInfo decoded
 * @param query not decoded
 * @param mapping how the path was mapped
 */
record RequestPath(
        String requestUri,
        String contextPath,
        String servletPath,
        @Nullable String pathInfo,
        @Nullable String query,
        HttpServletMapping mapping) {

    /**
     * The context path as the application is told it: as received (§3.6), unless empty or dot segments led to it. Applications
     * put it in front of their redirects, where {@code //host/../app} would name a server.
     *
     * @param configured the application's context path
     */
    String contextPathFor(String configured) {
        return slashes(contextPath) == slashes(configured) ? contextPath : configured;
    }

    private static long slashes(String text) {
        return text.chars().filter(c -> c == '/').count();
    }

    /** The decoded path within the application. */
    String inContext() {
        String info = pathInfo;
        return info == null ? servletPath : servletPath + info;
    }
}
