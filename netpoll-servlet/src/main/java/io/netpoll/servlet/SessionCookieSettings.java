package io.netpoll.servlet;

import io.netpoll.http.FieldSyntax;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.http.Cookie;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How the session cookie looks (Servlet 6.1 §7.1.1). It is HttpOnly unless the application says otherwise. */
final class SessionCookieSettings implements SessionCookieConfig {

    private static final String DEFAULT_NAME = "JSESSIONID";

    private final Registrations registrations;
    private final Map<String, String> attributes = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private @Nullable String name;

    SessionCookieSettings(Registrations registrations) {
        this.registrations = registrations;
        attributes.put("HttpOnly", "true");
    }

    /** The name in force. */
    String effectiveName() {
        String given = name;
        return given == null ? DEFAULT_NAME : given;
    }

    /**
     * The cookie for a session.
     *
     * @param secure whether the request came over a secure connection
     */
    Cookie cookie(String id, String contextPath, boolean secure) {
        Cookie cookie = new Cookie(effectiveName(), id);
        cookie.setPath(contextPath.isEmpty() ? "/" : contextPath);
        attributes.forEach(cookie::setAttribute);
        cookie.setHttpOnly(isHttpOnly());
        cookie.setSecure(secure || isSecure());
        return cookie;
    }

    @Override
    public void setName(@Nullable String name) {
        registrations.requireOpen();
        if (name != null && !FieldSyntax.isToken(name)) {
            throw new IllegalArgumentException("Not a cookie name: " + name);
        }
        this.name = name;
    }

    @Override
    public @Nullable String getName() {
        return name;
    }

    @Override
    public void setDomain(@Nullable String domain) {
        setAttribute("Domain", domain);
    }

    @Override
    public @Nullable String getDomain() {
        return getAttribute("Domain");
    }

    @Override
    public void setPath(@Nullable String path) {
        setAttribute("Path", path);
    }

    @Override
    public @Nullable String getPath() {
        return getAttribute("Path");
    }

    @Override
    @Deprecated(since = "Servlet 6.0", forRemoval = true)
    @SuppressWarnings("removal")
    public void setComment(@Nullable String comment) {
        registrations.requireOpen();
    }

    @Override
    @Deprecated(since = "Servlet 6.0", forRemoval = true)
    @SuppressWarnings({"removal", "InlineMeSuggester"})
    public @Nullable String getComment() {
        return null;
    }

    @Override
    public void setHttpOnly(boolean httpOnly) {
        setAttribute("HttpOnly", Boolean.toString(httpOnly));
    }

    @Override
    public boolean isHttpOnly() {
        return Boolean.parseBoolean(getAttribute("HttpOnly"));
    }

    @Override
    public void setSecure(boolean secure) {
        setAttribute("Secure", Boolean.toString(secure));
    }

    @Override
    public boolean isSecure() {
        return Boolean.parseBoolean(getAttribute("Secure"));
    }

    @Override
    public void setMaxAge(int maxAge) {
        setAttribute("Max-Age", Integer.toString(maxAge));
    }

    @Override
    public int getMaxAge() {
        String maxAge = getAttribute("Max-Age");
        return maxAge == null ? -1 : Integer.parseInt(maxAge);
    }

    @Override
    public void setAttribute(@Nullable String name, @Nullable String value) {
        registrations.requireOpen();
        if (name == null || !FieldSyntax.isToken(name)) {
            throw new IllegalArgumentException("Not the name of a cookie's attribute: " + name);
        }
        if (value == null) {
            attributes.remove(name);
            return;
        }
        if (name.equalsIgnoreCase("Max-Age")) {
            Integer.parseInt(value);
        }
        attributes.put(name, value);
    }

    @Override
    public @Nullable String getAttribute(String name) {
        return attributes.get(name);
    }

    @Override
    public Map<String, String> getAttributes() {
        return Collections.unmodifiableMap(attributes);
    }
}
