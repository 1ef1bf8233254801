package io.netpoll.servlet.syntax;

import jakarta.servlet.http.Cookie;
import java.util.Locale;
import java.util.Map;

/** Writes Set-Cookie fields (RFC 6265 §4.1). */
public final class SetCookie {

    private static final String LONG_AGO = HttpDates.format(10_000);

    private SetCookie() {}

    /**
     * The field's value for a cookie.
     *
     * @throws IllegalArgumentException if the value or an attribute has a character that would end it, or a control
     *     character
     */
    public static String format(Cookie cookie) {
        StringBuilder text = new StringBuilder(64);
        String value = cookie.getValue();
        text.append(cookie.getName()).append('=').append(value == null ? "" : check(value));
        for (Map.Entry<String, String> attribute : cookie.getAttributes().entrySet()) {
            append(text, attribute.getKey(), attribute.getValue());
        }
        return text.toString();
    }

    private static void append(StringBuilder text, String name, String value) {
        switch (name.toLowerCase(Locale.ROOT)) {
            case "max-age" -> appendAge(text, Long.parseLong(value.strip()));
            case "secure" -> appendFlag(text, "Secure", value);
            case "httponly" -> appendFlag(text, "HttpOnly", value);
            default -> {
                text.append("; ").append(name);
                if (!value.isEmpty()) {
                    text.append('=').append(check(value));
                }
            }
        }
    }

    /** Expires is for clients that know only the older attribute. */
    private static void appendAge(StringBuilder text, long seconds) {
        if (seconds < 0) {
            return;
        }
        String expires = seconds == 0 ? LONG_AGO : HttpDates.format(System.currentTimeMillis() + seconds * 1000);
        text.append("; Max-Age=").append(seconds).append("; Expires=").append(expires);
    }

    /** The API's class stores these as text; the empty text counts as set, as with any attribute without a value. */
    private static void appendFlag(StringBuilder text, String name, String value) {
        if (!"false".equalsIgnoreCase(value)) {
            text.append("; ").append(name);
        }
    }

    private static String check(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' || c == 0x7F || c == ';' || c > 0xFF) {
                throw new IllegalArgumentException("A cookie has a character that RFC 6265 §4.1.1 does not allow");
            }
        }
        return value;
    }
}
