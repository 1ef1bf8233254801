package io.netpoll.servlet;

import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Initialisation parameters of a context, a servlet or a filter: each may be set once. */
final class InitParameters {

    private final Map<String, String> values = new LinkedHashMap<>();

    @Nullable String get(String name) {
        return values.get(Objects.requireNonNull(name));
    }

    Enumeration<String> names() {
        return Collections.enumeration(List.copyOf(values.keySet()));
    }

    Map<String, String> all() {
        return new HashMap<>(values);
    }

    boolean set(@Nullable String name, @Nullable String value) {
        if (name == null || value == null) {
            throw new IllegalArgumentException("An initialisation parameter has a name and a value");
        }
        return values.putIfAbsent(name, value) == null;
    }

    /** Sets all or, if one of them is set already, none; returns those that were. */
    Set<String> setAll(Map<String, String> parameters) {
        Set<String> conflicts = new LinkedHashSet<>();
        parameters.forEach((name, value) -> {
            if (name == null || value == null) {
                throw new IllegalArgumentException("An initialisation parameter has a name and a value");
            }
            if (values.containsKey(name)) {
                conflicts.add(name);
            }
        });
        if (conflicts.isEmpty()) {
            values.putAll(parameters);
        }
        return conflicts;
    }
}
