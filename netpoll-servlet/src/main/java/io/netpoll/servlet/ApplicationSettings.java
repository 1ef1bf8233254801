package io.netpoll.servlet;

import io.netpoll.servlet.path.CanonicalPath;
import io.netpoll.servlet.path.RejectedPathException;
import io.netpoll.servlet.resource.ContentCoding;
import jakarta.servlet.http.Cookie;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What the builder was told, checked. */
record ApplicationSettings(
        String contextPath,
        String displayName,
        ClassLoader classLoader,
        @Nullable Path documentRoot,
        List<URL> resourceUrls,
        UnaryOperator<@Nullable String> mimeTypes,
        Map<Locale, Charset> localeCharsets,
        Path tempDirectory,
        @Nullable Duration sessionTimeout,
        List<Initializer> initializers,
        List<ErrorPage> errorPages,
        boolean defaultServlet,
        List<String> listenerClassNames,
        UnaryOperator<Cookie> cookieProcessor,
        @Nullable String sessionCookieSameSite,
        @Nullable Path sessionStoreDirectory,
        int maxSessions,
        ParameterLimits parameterLimits,
        int maxCookieCount,
        List<ContentCoding> precompressed,
        boolean relativeRedirects,
        boolean contextRootRedirect,
        EngineListener events) {

    ApplicationSettings {
        if (!contextPath.isEmpty() && (!contextPath.startsWith("/") || contextPath.endsWith("/"))) {
            throw new IllegalArgumentException("A context path is empty or starts, but does not end, with a slash");
        }
        try {
            if (!contextPath.isEmpty() && !CanonicalPath.of(contextPath).equals(contextPath)) {
                throw new IllegalArgumentException("The context path is not in canonical form: " + contextPath);
            }
        } catch (RejectedPathException e) {
            throw new IllegalArgumentException("Not a context path: " + contextPath, e);
        }
    }

    int sessionTimeoutSeconds() {
        Duration timeout = sessionTimeout;
        if (timeout == null || timeout.isNegative() || timeout.isZero()) {
            return 0;
        }
        return Math.clamp(timeout.toSeconds(), 1, Integer.MAX_VALUE);
    }
}
