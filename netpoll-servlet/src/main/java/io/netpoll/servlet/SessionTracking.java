package io.netpoll.servlet;

import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.Cookie;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How sessions find back to their client: by cookie, by URL, by TLS session (Servlet 6.1 §7.1). */
final class SessionTracking {

    private final Registrations registrations;
    private final ApplicationSettings settings;
    private final SessionCookieSettings cookieSettings;
    private Set<SessionTrackingMode> modes = defaultModes();

    SessionTracking(Registrations registrations, ApplicationSettings settings) {
        this.registrations = registrations;
        this.settings = settings;
        this.cookieSettings = new SessionCookieSettings(registrations);
    }

    static Set<SessionTrackingMode> defaultModes() {
        return EnumSet.of(SessionTrackingMode.COOKIE, SessionTrackingMode.URL);
    }

    Set<SessionTrackingMode> modes() {
        Set<SessionTrackingMode> copy = EnumSet.noneOf(SessionTrackingMode.class);
        copy.addAll(modes);
        return copy;
    }

    void modes(Set<SessionTrackingMode> wanted) {
        registrations.requireOpen();
        if (wanted.contains(SessionTrackingMode.SSL) && wanted.size() > 1) {
            throw new IllegalArgumentException("Session tracking by TLS cannot be combined with another mode");
        }
        Set<SessionTrackingMode> copy = EnumSet.noneOf(SessionTrackingMode.class);
        copy.addAll(wanted);
        modes = copy;
    }

    boolean byCookie() {
        return modes.contains(SessionTrackingMode.COOKIE);
    }

    boolean byUrl() {
        return modes.contains(SessionTrackingMode.URL);
    }

    /** The TLS session's id is the session's. It lasts as long as the client resumes it, which on TLS 1.3 it does not. */
    boolean byTls() {
        return modes.contains(SessionTrackingMode.SSL);
    }

    SessionCookieSettings cookieSettings() {
        return cookieSettings;
    }

    String cookieName() {
        return cookieSettings.effectiveName();
    }

    /** The name of the path parameter (§7.1.3: in lower case unless the cookie has been renamed). */
    String parameterName() {
        String name = cookieSettings.getName();
        return name == null ? cookieName().toLowerCase(Locale.ROOT) : name;
    }

    /** The cookie for a session: the application's processor sees it, a configured SameSite has the last word. */
    Cookie cookie(String id, boolean secure) {
        Cookie cookie = cookieSettings.cookie(id, settings.contextPath(), secure);
        Cookie processed = settings.cookieProcessor().apply(cookie);
        String sameSite = settings.sessionCookieSameSite();
        if (sameSite != null) {
            processed.setAttribute("SameSite", sameSite.isEmpty() ? null : sameSite);
        }
        return processed;
    }

    /** The id in a path's parameters; {@code null} if there is none. */
    @Nullable String idInPath(String rawPath) {
        if (rawPath.indexOf(';') < 0) {
            return null;
        }
        String start = ";" + parameterName() + "=";
        int at = rawPath.indexOf(start);
        if (at < 0) {
            return null;
        }
        int end = at + start.length();
        while (end < rawPath.length() && rawPath.charAt(end) != ';' && rawPath.charAt(end) != '/') {
            end++;
        }
        return rawPath.substring(at + start.length(), end);
    }
}
