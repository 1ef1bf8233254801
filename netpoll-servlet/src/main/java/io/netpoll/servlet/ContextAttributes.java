package io.netpoll.servlet;

import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The context's attributes (Servlet 6.1 §4.5); any number of threads may use them at once. */
final class ContextAttributes {

    private final ApplicationContext context;
    private final Listeners listeners;
    private final Map<String, Object> values = new ConcurrentHashMap<>();

    ContextAttributes(ApplicationContext context, Listeners listeners) {
        this.context = context;
        this.listeners = listeners;
    }

    @Nullable Object get(String name) {
        return values.get(Objects.requireNonNull(name, "name"));
    }

    Enumeration<String> names() {
        return Collections.enumeration(List.copyOf(values.keySet()));
    }

    void set(String name, @Nullable Object value) {
        Objects.requireNonNull(name, "name");
        if (value == null) {
            remove(name);
            return;
        }
        Object before = values.put(name, value);
        listeners.contextAttributeChanged(context, name, before, value);
    }

    void remove(String name) {
        Object before = values.remove(name);
        if (before != null) {
            listeners.contextAttributeChanged(context, name, before, null);
        }
    }
}
