package io.netpoll.servlet;

import io.netpoll.http.FieldList;
import io.netpoll.http.FieldSyntax;
import io.netpoll.http.HttpVersion;
import io.netpoll.http.ResponseHead;
import io.netpoll.http.ResponseSink;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A response's status and header fields before they are sent (Servlet 6.1 §5.2). Content-Type and Content-Length are kept
 * apart and answered for like any other field.
 */
final class ResponseFields {

    static final long NO_LENGTH = -1;

    private static final String CONTENT_TYPE = "Content-Type";
    private static final String CONTENT_LENGTH = "Content-Length";

    /** Fields that describe content that is thrown away when an error takes its place. */
    private static final List<String> OF_CONTENT =
            List.of("Content-Encoding", "Content-Language", "ETag", "Last-Modified");

    private final ResponseHead head = new ResponseHead(200);
    private final ResponseType type;
    private boolean switching;
    private long length = NO_LENGTH;
    private @Nullable Supplier<Map<String, String>> trailers;

    ResponseFields(ResponseType type) {
        this.type = type;
    }

    ResponseType type() {
        return type;
    }

    int status() {
        return switching ? ProtocolSwitch.STATUS : head.status();
    }

    /** A response's head has a final status; 101 is none, and only an upgrade sends it. */
    void status(int status) {
        switching = status == ProtocolSwitch.STATUS;
        if (!switching) {
            head.status(status);
        }
    }

    long length() {
        return length;
    }

    void length(long value) {
        length = value < 0 ? NO_LENGTH : value;
    }

    void set(String name, @Nullable String value) {
        if (name.equalsIgnoreCase(CONTENT_TYPE)) {
            type.contentType(value == null ? null : clean(value));
        } else if (name.equalsIgnoreCase(CONTENT_LENGTH)) {
            length(value == null ? NO_LENGTH : parseLength(value));
        } else if (value == null) {
            head.fields().remove(name);
        } else {
            head.fields().set(name, clean(value));
        }
    }

    void add(String name, String value) {
        if (name.equalsIgnoreCase(CONTENT_TYPE) || name.equalsIgnoreCase(CONTENT_LENGTH)) {
            set(name, value);
        } else {
            head.fields().add(name, clean(value));
        }
    }

    @Nullable String get(String name) {
        if (name.equalsIgnoreCase(CONTENT_TYPE)) {
            return type.contentType();
        }
        if (name.equalsIgnoreCase(CONTENT_LENGTH)) {
            return length < 0 ? null : Long.toString(length);
        }
        return head.fields().first(name);
    }

    /** A copy. */
    Collection<String> all(String name) {
        if (name.equalsIgnoreCase(CONTENT_TYPE) || name.equalsIgnoreCase(CONTENT_LENGTH)) {
            String value = get(name);
            return value == null ? new ArrayList<>() : new ArrayList<>(List.of(value));
        }
        return head.fields().all(name);
    }

    /** A copy. */
    Set<String> names() {
        Set<String> names = head.fields().names();
        if (type.contentType() != null) {
            names.add(CONTENT_TYPE);
        }
        if (length >= 0) {
            names.add(CONTENT_LENGTH);
        }
        return names;
    }

    /** Adds a cookie in place of an earlier one of this name that has not left yet. */
    void replaceCookie(String name, String value) {
        FieldList fields = head.fields();
        List<String> others = fields.all("Set-Cookie");
        others.removeIf(other -> other.startsWith(name + "="));
        fields.remove("Set-Cookie");
        others.forEach(other -> fields.add("Set-Cookie", other));
        fields.add("Set-Cookie", clean(value));
    }

    void clear() {
        status(200);
        head.fields().clear();
        type.clear();
        length = NO_LENGTH;
        trailers = null;
    }

    /** Removes what described content that an error replaces; cookies and other fields stay (§5.5). */
    void clearContent() {
        OF_CONTENT.forEach(head.fields()::remove);
        type.clear();
        length = NO_LENGTH;
    }

    boolean hasTrailers() {
        return trailers != null;
    }

    @Nullable Supplier<Map<String, String>> trailers() {
        return trailers;
    }

    void trailers(@Nullable Supplier<Map<String, String>> supplier, HttpVersion version) {
        if (version == HttpVersion.HTTP_1_0) {
            throw new IllegalStateException("HTTP/1.0 has no trailer fields");
        }
        trailers = supplier;
    }

    /** Fields that cannot stand in a trailer section are left out (RFC 9110 §6.5.1). */
    void passTrailers(ResponseSink sink) {
        Supplier<Map<String, String>> supplier = trailers;
        if (supplier == null) {
            return;
        }
        sink.trailers(() -> {
            FieldList lines = new FieldList();
            Map<String, String> given = supplier.get();
            if (given != null) {
                given.forEach((name, value) -> {
                    if (FieldSyntax.isToken(name)) {
                        lines.add(name, clean(value));
                    }
                });
            }
            return lines;
        });
    }

    FieldList lines() {
        return head.fields();
    }

    /** The head as it is sent. */
    ResponseHead complete() {
        if (switching) {
            throw new IllegalStateException("Status 101 is for upgrades");
        }
        String contentType = type.contentType();
        if (contentType != null) {
            head.fields().set(CONTENT_TYPE, clean(contentType));
        }
        return head;
    }

    /**
     * What is no field value becomes one: a control character turns into a blank and a character beyond ISO-8859-1 into a
     * question mark, so that nothing that an application passes on can end a line (RFC 9110 §5.5).
     */
    static String clean(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (!FieldSyntax.isValueChar(value.charAt(i))) {
                return replace(value);
            }
        }
        return value;
    }

    private static String replace(String value) {
        StringBuilder clean = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            clean.append(FieldSyntax.isValueChar(c) ? c : c > 0xFF ? '?' : ' ');
        }
        return clean.toString();
    }

    private static long parseLength(String value) {
        String digits = value.strip();
        if (digits.isEmpty() || digits.length() > 18 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new IllegalArgumentException("Not a Content-Length");
        }
        return Long.parseLong(digits);
    }
}
