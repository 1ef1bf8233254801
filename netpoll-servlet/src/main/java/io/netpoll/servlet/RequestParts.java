package io.netpoll.servlet;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.Part;
import java.util.List;
import java.util.Map;

/** The parts of a multipart request (Servlet 6.1 §3.2). */
final class RequestParts {

    RequestParts(EngineRequest request, MultipartConfigElement config) {}

    void read(String contentType, ServletInputStream stream) {
        throw new UnsupportedOperationException("HttpServletRequest.getParts");
    }

    List<Part> all() {
        return List.of();
    }

    List<Map.Entry<String, String>> fields() {
        return List.of();
    }

    void delete() {}
}
