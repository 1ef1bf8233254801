package io.netpoll.servlet.syntax;

import io.netpoll.http.FieldSyntax;
import io.netpoll.http.Headers;
import jakarta.servlet.http.Cookie;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads Cookie fields as RFC 6265 §5.4 makes clients write them: a semicolon always separates, quotes mean nothing, and a
 * pair with a name that is no token is skipped without harm to the others.
 */
public final class CookieHeader {

    private CookieHeader() {}

    /**
     * The cookies of all Cookie fields, in order.
     *
     * @param limit how many there may be; −1: any number
     * @throws BadFormException if there are more
     */
    public static List<Cookie> parse(Headers headers, int limit) throws BadFormException {
        List<Cookie> cookies = new ArrayList<>();
        for (int i = 0; i < headers.size(); i++) {
            if ("Cookie".equalsIgnoreCase(headers.name(i))) {
                parse(headers.value(i), cookies, limit);
            }
        }
        return cookies;
    }

    private static void parse(String field, List<Cookie> cookies, int limit) throws BadFormException {
        int start = 0;
        while (start < field.length()) {
            int end = field.indexOf(';', start);
            end = end < 0 ? field.length() : end;
            pair(field.substring(start, end), cookies);
            if (limit >= 0 && cookies.size() > limit) {
                throw new BadFormException("The request has more cookies than the limit on their count, " + limit);
            }
            start = end + 1;
        }
    }

    private static void pair(String pair, List<Cookie> cookies) {
        int equals = pair.indexOf('=');
        if (equals < 0) {
            return;
        }
        String name = pair.substring(0, equals).strip();
        // $Version and its like are leftovers of RFC 2965, not cookies; jakarta.servlet.http.Cookie refuses them too.
        if (!FieldSyntax.isToken(name) || name.charAt(0) == '$') {
            return;
        }
        try {
            cookies.add(new Cookie(name, pair.substring(equals + 1).strip()));
        } catch (IllegalArgumentException e) {
            // A name that the API's class refuses for its own reasons: skipped like any other bad name.
        }
    }
}
