package io.netpoll.servlet;

import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** A request's attributes (Servlet 6.1 §3.4). A map is made with the first. */
final class RequestAttributes {

    private volatile @Nullable Map<String, Object> values;

    /** Those of a request that came with a session of TLS, or without. */
    RequestAttributes(@Nullable SSLSession tls) {
        values = tls == null ? null : new ConcurrentHashMap<>(TlsAttributes.of(tls));
    }

    @Nullable Object get(String name) {
        Map<String, Object> present = values;
        return present == null ? null : present.get(name);
    }

    Enumeration<String> names() {
        Map<String, Object> present = values;
        return present == null
                ? Collections.emptyEnumeration()
                : Collections.enumeration(List.copyOf(present.keySet()));
    }

    /** Sets or, for {@code null}, removes a value; returns the one before. */
    @Nullable Object put(String name, @Nullable Object value) {
        Map<String, Object> present = values;
        if (value == null) {
            return present == null ? null : present.remove(name);
        }
        if (present == null) {
            present = new ConcurrentHashMap<>();
            values = present;
        }
        return present.put(name, value);
    }
}
