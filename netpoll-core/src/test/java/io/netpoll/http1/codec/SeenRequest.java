package io.netpoll.http1.codec;

import io.netpoll.http.Headers;
import io.netpoll.http.RequestHead;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A request as a handler has seen it, whole. */
public record SeenRequest(
        String method,
        String target,
        String authority,
        Map<String, List<String>> fields,
        String content,
        Map<String, List<String>> trailers) {

    /** What a head says, with the content and trailers that followed it. */
    public static SeenRequest of(RequestHead head, String content, Headers trailers) {
        return new SeenRequest(
                head.method(), head.target(), head.authority(), byName(head.headers()), content, byName(trailers));
    }

    private static Map<String, List<String>> byName(Headers headers) {
        Map<String, List<String>> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String name : headers.names()) {
            byName.put(name, headers.all(name));
        }
        return byName;
    }
}
