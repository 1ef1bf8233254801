package io.netpoll.servlet;

import org.jspecify.annotations.Nullable;

/** Puts session ids into URLs (Servlet 6.1 §7.1.3). */
final class SessionUrls {

    private SessionUrls() {}

    /** The URL with the session's id, if it leads into this application and the client would otherwise lose its session. */
    static String encode(String url, EngineRequest request) {
        String id = request.session().idForUrl();
        if (id == null || !isOwn(url, request)) {
            return url;
        }
        int end = pathEnd(url);
        String path = url.substring(0, end);
        String parameter = ";" + request.session().parameterName() + "=";
        return path.contains(parameter) ? url : path + parameter + id + url.substring(end);
    }

    private static boolean isOwn(String url, EngineRequest request) {
        String path = pathOf(url, request.origin());
        if (path == null || path.startsWith("#")) {
            return false;
        }
        String contextPath = request.getContextPath();
        return !path.startsWith("/") || (path + "/").startsWith(contextPath + "/");
    }

    /** The path of a URL on this server; {@code null} for a URL elsewhere. */
    private static @Nullable String pathOf(String url, String origin) {
        if (url.startsWith("//")) {
            return null;
        }
        if (url.startsWith(origin)) {
            String rest = url.substring(origin.length());
            return rest.isEmpty() || "/?#;".indexOf(rest.charAt(0)) >= 0 ? rest : null;
        }
        int colon = url.indexOf(':');
        boolean absolute = colon > 0 && url.substring(0, colon).chars().noneMatch(c -> "/?#;".indexOf(c) >= 0);
        return absolute ? null : url;
    }

    private static int pathEnd(String url) {
        for (int i = 0; i < url.length(); i++) {
            if (url.charAt(i) == '?' || url.charAt(i) == '#') {
                return i;
            }
        }
        return url.length();
    }
}
