package io.netpoll.benchmarks;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Answers thirteen bytes of text. */
final class ThirteenBytes extends HttpServlet {

    private static final long serialVersionUID = 1L;
    private static final byte[] TEXT = "Hello, World!".getBytes(StandardCharsets.US_ASCII);

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        response.setContentLength(TEXT.length);
        response.getOutputStream().write(TEXT);
    }
}
