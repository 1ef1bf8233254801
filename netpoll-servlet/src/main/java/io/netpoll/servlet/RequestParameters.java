package io.netpoll.servlet;

import io.netpoll.servlet.syntax.BadFormException;
import io.netpoll.servlet.syntax.FormDecoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request's parameters (Servlet 6.1 §3.1): those of the query, then those of a form; those of a dispatch's query come
 * before them (§9.1.1). Nothing is decoded before somebody asks.
 */
final class RequestParameters {

    private final EngineRequest request;
    private final ParameterLimits limits;
    private List<String> dispatchQueries = List.of();
    private @Nullable Map<String, List<String>> own;
    private @Nullable Map<String, String[]> merged;
    private @Nullable BadRequestException failure;
    private int count;

    RequestParameters(EngineRequest request, ParameterLimits limits) {
        this.request = request;
        this.limits = limits;
    }

    /** Whether the request's own parameters have been read, so that its encoding can no longer change. */
    boolean isRead() {
        return own != null || failure != null;
    }

    void addQuery(String query) {
        if (dispatchQueries.isEmpty()) {
            dispatchQueries = new ArrayList<>(2);
        }
        dispatchQueries.add(query);
        merged = null;
    }

    void dropQuery() {
        dispatchQueries.removeLast();
        merged = null;
    }

    Map<String, String[]> map() {
        Map<String, String[]> known = merged;
        if (known == null) {
            known = merge();
            merged = known;
        }
        return known;
    }

    String @Nullable [] values(String name) {
        return map().get(name);
    }

    private Map<String, String[]> merge() {
        Map<String, List<String>> all = new LinkedHashMap<>();
        for (String query : dispatchQueries.reversed()) {
            decode(query, StandardCharsets.UTF_8, all);
        }
        own().forEach((name, values) ->
                all.computeIfAbsent(name, _ -> new ArrayList<>(1)).addAll(values));
        Map<String, String[]> arrays = LinkedHashMap.newLinkedHashMap(all.size());
        all.forEach((name, values) -> arrays.put(name, values.toArray(new String[0])));
        return Collections.unmodifiableMap(arrays);
    }

    private Map<String, List<String>> own() {
        if (failure != null) {
            throw new BadRequestException(failure.status(), String.valueOf(failure.getMessage()), failure);
        }
        Map<String, List<String>> known = own;
        if (known == null) {
            try {
                known = read();
            } catch (BadRequestException e) {
                failure = e;
                throw e;
            }
            own = known;
        }
        return known;
    }

    private Map<String, List<String>> read() {
        Map<String, List<String>> read = new LinkedHashMap<>();
        String query = request.originalQuery();
        if (query != null) {
            decode(query, StandardCharsets.UTF_8, read);
        }
        FormContent form = request.content().form(limits);
        if (form.text() != null) {
            decode(form.text(), form.charset(), read);
        }
        form.fields().forEach(field -> add(read, field.getKey(), field.getValue()));
        return read;
    }

    private void decode(String text, Charset charset, Map<String, List<String>> into) {
        try {
            new FormDecoder(charset).decode(text, (name, value) -> add(into, name, value));
        } catch (BadFormException e) {
            throw new BadRequestException(BadRequestException.BAD_REQUEST, String.valueOf(e.getMessage()), e);
        }
    }

    private void add(Map<String, List<String>> into, String name, String value) {
        count++;
        if (limits.maxParameterCount() >= 0 && count > limits.maxParameterCount()) {
            throw new BadRequestException(
                    BadRequestException.BAD_REQUEST,
                    "The request has more parameters than the limit on their count, " + limits.maxParameterCount());
        }
        into.computeIfAbsent(name, _ -> new ArrayList<>(1)).add(value);
    }
}
