package io.netpoll.boot;

import static io.netpoll.boot.TestServlets.servlet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.web.server.WebServer;

/** HEAD, and lengths that were declared and not kept (Servlet 6.1 §5.7, RFC 9110 §9.3.2, RFC 9112 §6.3). */
class LengthReportsTest extends AbstractReportTest {

    private WebServer start() {
        return start(
                servlet("/fixed", (request, response) -> {
                    response.setContentLength(5);
                    response.getOutputStream().print("fixed");
                }),
                servlet("/unwritten", (request, response) -> response.setContentLength(1234)),
                servlet("/large", (request, response) -> response.getOutputStream()
                        .write(new byte[70_000])),
                servlet("/streamed", (request, response) -> {
                    response.getOutputStream().print("one");
                    response.flushBuffer();
                    response.getOutputStream().print("two");
                }),
                servlet("/reset", (request, response) -> {
                    response.getOutputStream().print("lost");
                    response.reset();
                    response.getWriter().write("kept");
                }),
                servlet("/failing", (request, response) -> response.sendError(409, "conflict")),
                servlet("/short", (request, response) -> {
                    response.setContentLength(6);
                    response.getOutputStream().print("abc");
                }),
                servlet("/long", (request, response) -> {
                    response.setContentLength(3);
                    assertThatIOException()
                            .isThrownBy(() -> response.getOutputStream().print("abcdef"));
                    seen.add("refused");
                }),
                servlet("/zero", (request, response) -> {
                    response.setContentLength(0);
                    response.sendError(409, "x");
                }),
                servlet("/next", (request, response) -> response.getWriter().write("next")));
    }

    /** One request and another behind it on the same connection; what came when that ends. */
    private static String both(WebServer server, String method, String path) throws IOException {
        ByteArrayOutputStream got = new ByteArrayOutputStream();
        try (Socket socket = TestHttp.connect(server.getPort())) {
            write(
                    socket,
                    method + " " + path + " HTTP/1.1\r\nHost: a\r\n\r\n"
                            + "GET /next HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            socket.getInputStream().transferTo(got);
        } catch (IOException e) {
            // A reset is one way not to look complete.
        }
        return got.toString(StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/fixed", "/unwritten", "/large", "/streamed", "/reset", "/failing", "/missing"})
    void headIsAGetWithoutContent(String path) throws IOException {
        WebServer server = start();
        String answers = both(server, "HEAD", path);
        String first = answers.substring(0, answers.indexOf("\r\n\r\n") + 4);
        String second = answers.substring(first.length());
        assertThat(second).startsWith("HTTP/1.1 200 ").endsWith("next");
        if (!path.equals("/unwritten")) {
            String get = get(server, path);
            assertThat(first).startsWith(get.substring(0, 13));
            assertThat(field(first, "Content-Length")).isIn("", field(get, "Content-Length"));
        }
    }

    @Test
    void tooLittleEndsTheConnectionVisibly() throws IOException {
        String answers = both(start(), "GET", "/short");
        assertThat(answers).contains("Content-Length: 6\r\n").doesNotContain("next");
        assertThat(content(answers)).isIn("", "abc");
    }

    @Test
    void tooMuchIsCutAndTheWriterLearnsOfIt() throws IOException {
        String answers = both(start(), "GET", "/long");
        assertThat(content(answers)).startsWith("abc").doesNotContain("def");
        assertThat(seen).containsExactly("refused");
        int second = answers.indexOf("HTTP/1.1 ", 1);
        assertThat(second < 0 || answers.startsWith("abc", second - 3)).isTrue();
    }

    @Test
    void errorForgetsALengthThatWasDeclared() throws IOException {
        String answers = both(start(), "GET", "/zero");
        int length = Integer.parseInt(field(answers, "Content-Length"));
        assertThat(answers).startsWith("HTTP/1.1 409 ").endsWith("next");
        assertThat(content(answers).substring(length)).startsWith("HTTP/1.1 200 ");
        assertThat(length).isPositive();
    }
}
