package io.netpoll.boot.accesslog;

import io.netpoll.http.ExchangeSummary;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What only the Servlet engine knows of an exchange: its request, which it attaches. A request it never saw has nothing. */
final class AttachedRequest {

    private AttachedRequest() {}

    static @Nullable HttpServletRequest of(ExchangeSummary summary) {
        return summary.attachment() instanceof HttpServletRequest request ? request : null;
    }

    static @Nullable Object attribute(ExchangeSummary summary, String name) {
        HttpServletRequest request = of(summary);
        return text(request == null ? null : request.getAttribute(name));
    }

    static @Nullable Object sessionId(ExchangeSummary summary) {
        HttpSession session = session(summary);
        return session == null ? null : session.getId();
    }

    static @Nullable Object sessionAttribute(ExchangeSummary summary, String name) {
        HttpSession session = session(summary);
        try {
            return text(session == null ? null : session.getAttribute(name));
        } catch (IllegalStateException e) {
            return null; // somebody has ended the session meanwhile
        }
    }

    static @Nullable Object user(ExchangeSummary summary) {
        HttpServletRequest request = of(summary);
        return request == null ? null : request.getRemoteUser();
    }

    /** The values of all cookies with a name, in the order received. */
    static @Nullable Object cookie(ExchangeSummary summary, String name) {
        HttpServletRequest request = of(summary);
        Cookie[] cookies = request == null ? null : request.getCookies();
        if (cookies == null) {
            return null;
        }
        List<String> values = new ArrayList<>();
        for (Cookie cookie : cookies) {
            if (cookie.getName().equals(name)) {
                values.add(cookie.getValue());
            }
        }
        return values.isEmpty() ? null : String.join(",", values);
    }

    private static @Nullable HttpSession session(ExchangeSummary summary) {
        HttpServletRequest request = of(summary);
        return request == null ? null : request.getSession(false);
    }

    private static @Nullable Object text(@Nullable Object value) {
        return value == null || value instanceof Number ? value : value.toString();
    }
}
