package io.netpoll.http1.codec;

import io.netpoll.http.FieldList;
import io.netpoll.http.FieldSyntax;
import io.netpoll.http.Headers;
import java.util.Locale;
import java.util.Set;

/**
 * Which fields may follow the content (RFC 9110 §6.5.1). Those that have to be known before it may not: they say how the
 * message is framed, where it goes, who sent it, what the content is, or how to process request or response.
 */
final class TrailerFields {

    private static final Set<String> FORBIDDEN = Set.of(
            // Framing and connection (RFC 9110 §7.6.1, RFC 9112 §6)
            "transfer-encoding",
            "trailer",
            "te",
            "connection",
            "keep-alive",
            "proxy-connection",
            "upgrade",
            // Routing
            "host",
            "forwarded",
            "max-forwards",
            "via",
            "x-http-method-override",
            // Authentication
            "authorization",
            "proxy-authorization",
            "www-authenticate",
            "proxy-authenticate",
            "cookie",
            "set-cookie",
            // Request modifiers
            "expect",
            "pragma",
            "range",
            // Response control data
            "age",
            "cache-control",
            "date",
            "expires",
            "location",
            "retry-after",
            "vary",
            "warning");

    private TrailerFields() {}

    static boolean isPermitted(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return !FORBIDDEN.contains(lower)
                && !lower.startsWith("if-")
                && !lower.startsWith("x-forwarded-")
                // Describes the content, but for the digest, which is known only at its end (RFC 9530 §2).
                && (!lower.startsWith("content-") || lower.equals("content-digest"));
    }

    /** The lines that may be sent or believed as trailers, in a list of the caller's own. */
    static FieldList permitted(Headers fields) {
        FieldList permitted = new FieldList();
        for (int i = 0; i < fields.size(); i++) {
            String name = fields.name(i);
            String value = fields.value(i);
            if (FieldSyntax.isToken(name) && FieldSyntax.isValue(value) && isPermitted(name)) {
                permitted.add(name, value);
            }
        }
        return permitted;
    }
}
