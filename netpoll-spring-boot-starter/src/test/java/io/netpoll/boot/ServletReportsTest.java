package io.netpoll.boot;

import static io.netpoll.boot.TestServlets.servlet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UnsupportedEncodingException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.web.error.ErrorPage;
import org.springframework.boot.web.server.WebServer;

/** Reading without blocking, error pages, late failures, encodings, and what one request leaves to the next. */
class ServletReportsTest extends AbstractReportTest {

    private static final String CHUNKED =
            "POST /r HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n";

    private WebServer reading() {
        return start(servlet("/r", (request, response) -> {
            AsyncContext context = request.startAsync();
            ServletInputStream in = request.getInputStream();
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            in.setReadListener(new ReadListener() {
                @Override
                public void onDataAvailable() throws IOException {
                    byte[] block = new byte[64];
                    while (in.isReady()) {
                        int n = in.read(block);
                        assertThat(n).isNotZero();
                        all.write(block, 0, Math.max(0, n));
                    }
                    seen.add("read " + all.size());
                }

                @Override
                public void onAllDataRead() throws IOException {
                    seen.add("all");
                    response.getOutputStream().write(all.toByteArray());
                    context.complete();
                }

                @Override
                public void onError(Throwable cause) {
                    seen.add("error");
                }
            });
            seen.add("returned");
        }));
    }

    @Test
    void packetMayEndBehindAChunksHeader() throws IOException {
        WebServer server = reading();
        try (Socket socket = TestHttp.connect(server.getPort())) {
            write(socket, CHUNKED + "5\r\n");
            await().until(() -> seen.contains("returned"));
            write(socket, "hello\r\n");
            await().until(() -> seen.contains("read 5"));
            write(socket, "0\r\n");
            write(socket, "\r\n");
            assertThat(content(TestHttp.readToEnd(socket))).isEqualTo("hello");
        }
        assertThat(seen).containsOnlyOnce("all").doesNotContain("error");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /r HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
                CHUNKED + "0\r\n\r\n",
                "GET /r HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
            })
    void emptyContentEndsOnce(String request) throws IOException {
        assertThat(content(send(reading(), request))).isEmpty();
        assertThat(seen).containsOnlyOnce("all").doesNotContain("error");
    }

    @Test
    void contentMayComeWithTheHeadOrOctetByOctet() throws IOException {
        WebServer server = reading();
        String request = CHUNKED + "5;x=y\r\nhello\r\n1\r\n!\r\n0\r\nX-T: 1\r\n\r\n";
        assertThat(content(send(server, request))).isEqualTo("hello!");
        try (Socket socket = TestHttp.connect(server.getPort())) {
            socket.setTcpNoDelay(true);
            for (int i = 0; i < request.length(); i++) {
                write(socket, request.substring(i, i + 1));
            }
            assertThat(content(TestHttp.readToEnd(socket))).isEqualTo("hello!");
        }
        assertThat(seen.stream().filter("all"::equals)).hasSize(2);
    }

    private static void echoError(HttpServletRequest request, HttpServletResponse response) throws IOException {
        StringBuilder text = new StringBuilder(request.getMethod() + " " + request.getDispatcherType());
        for (String name : List.of(
                RequestDispatcher.ERROR_METHOD,
                RequestDispatcher.ERROR_STATUS_CODE,
                RequestDispatcher.ERROR_MESSAGE,
                RequestDispatcher.ERROR_REQUEST_URI,
                RequestDispatcher.ERROR_QUERY_STRING,
                RequestDispatcher.ERROR_SERVLET_NAME,
                RequestDispatcher.ERROR_EXCEPTION_TYPE)) {
            text.append('|').append(request.getAttribute(name));
        }
        response.getWriter().write(text.toString());
    }

    @Test
    void errorPageIsAGetThatKnowsEverything() throws IOException {
        factory.addErrorPages(new ErrorPage("/error"));
        WebServer server = start(
                servlet("/status", (request, response) -> response.sendError(400, "m")),
                servlet("/thrown", (request, response) -> {
                    throw new ServletException("outer", new IllegalStateException("inner"));
                }),
                servlet("/error", ServletReportsTest::echoError));
        String status = post(server, "/status?x=1", "");
        assertThat(status(status)).isEqualTo(400);
        assertThat(content(status)).isEqualTo("GET ERROR|POST|400|m|/status|x=1|servlet /status|null");
        String thrown = post(server, "/thrown", "");
        assertThat(status(thrown)).isEqualTo(500);
        assertThat(content(thrown))
                .isEqualTo("GET ERROR|POST|500|outer|/thrown|null|servlet /thrown|class "
                        + ServletException.class.getName());
        String missing = post(server, "/missing", "");
        assertThat(status(missing)).isEqualTo(404);
        assertThat(content(missing)).startsWith("GET ERROR|POST|404|").contains("|/missing|");
        String head = send(server, "HEAD /status HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        assertThat(status(head)).isEqualTo(400);
        assertThat(content(head)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void failureAfterCommitDoesNotLookComplete(boolean fixedLength) throws IOException {
        WebServer server = start(servlet("/late", (request, response) -> {
            if (fixedLength) {
                response.setContentLength(100);
            }
            response.getOutputStream().print("0123456789");
            response.flushBuffer();
            throw new IllegalStateException("late");
        }));
        ByteArrayOutputStream got = new ByteArrayOutputStream();
        try (Socket socket = TestHttp.connect(server.getPort())) {
            TestHttp.writeGet(socket, "/late");
            socket.getInputStream().transferTo(got);
        } catch (IOException e) {
            seen.add("reset");
        }
        assertThat(got.toString(StandardCharsets.US_ASCII))
                .contains("0123456789")
                .doesNotContain("\r\n0\r\n\r\n");
    }

    @Test
    void whatIsTooLateAfterCommitIsIllegalOrIgnored() throws IOException {
        WebServer server = start(servlet("/late", (request, response) -> {
            response.getOutputStream().print("0123456789");
            response.flushBuffer();
            assertThatIllegalStateException().isThrownBy(() -> response.sendError(500));
            assertThatIllegalStateException().isThrownBy(response::reset);
            assertThatIllegalStateException().isThrownBy(() -> response.sendRedirect("/x"));
            response.setStatus(500);
            response.setHeader("X-A", "late");
            response.getOutputStream().print("checked");
        }));
        String answer = get(server, "/late");
        assertThat(status(answer)).isEqualTo(200);
        assertThat(field(answer, "X-A")).isEmpty();
        assertThat(answer).contains("0123456789", "checked").endsWith("\r\n0\r\n\r\n");
    }

    @FunctionalInterface
    private interface Answer {
        void write(HttpServletResponse response) throws IOException;
    }

    private String typeOf(Answer answer) throws IOException {
        WebServer server = start(servlet("/t", (request, response) -> answer.write(response)));
        return field(get(server, "/t"), "Content-Type");
    }

    @Test
    void encodingAgreesWithTheOctets() throws IOException {
        assertThat(typeOf(response -> {
                    response.setContentType("text/html");
                    response.getWriter();
                    response.setCharacterEncoding("UTF-8");
                    response.setContentType("text/html;charset=UTF-8");
                }))
                .isEqualToIgnoringCase("text/html;charset=ISO-8859-1");
        assertThat(typeOf(response -> {
                    response.setContentType("application/json");
                    response.getOutputStream().print("{}");
                }))
                .isEqualTo("application/json");
        assertThat(typeOf(response -> {
                    response.setContentType("text/plain;charset=UTF-16");
                    response.getWriter().write("lost");
                    response.reset();
                    response.setContentType("text/plain");
                    response.getOutputStream().print("kept");
                }))
                .isEqualTo("text/plain");
        assertThat(typeOf(response -> {
                    response.setContentType("text/plain;charset=UTF-8");
                    response.setCharacterEncoding((String) null);
                }))
                .isEqualTo("text/plain");
        assertThat(typeOf(response -> {
                    response.setContentType("text/plain");
                    response.setCharacterEncoding("no-such-encoding");
                    assertThatExceptionOfType(UnsupportedEncodingException.class)
                            .isThrownBy(response::getWriter);
                    response.setCharacterEncoding("UTF-8");
                    response.getWriter().write("é");
                }))
                .isEqualTo("text/plain;charset=UTF-8");
    }

    @Test
    void resettingTheBufferForgetsTheContentOnly() throws IOException {
        WebServer server = start(servlet("/t", (request, response) -> {
            response.setStatus(202);
            response.setHeader("X-A", "kept");
            response.getWriter().write("lost");
            response.resetBuffer();
            assertThatIllegalStateException().isThrownBy(response::getOutputStream);
            response.getWriter().write("kept");
        }));
        String answer = get(server, "/t");
        assertThat(status(answer)).isEqualTo(202);
        assertThat(field(answer, "X-A")).isEqualTo("kept");
        assertThat(content(answer)).isEqualTo("kept");
    }

    @ParameterizedTest
    @CsvSource({
        "/p?a=1&a=2&b=%C3%A9, '', 1 2|é",
        "/p?a=1, a=2&b=x+y%2B, 1 2|x y+",
        "/p?a=&b, '', '|'",
    })
    void parametersAreThoseOfQueryAndForm(String target, String form, String expected) throws IOException {
        WebServer server = start(servlet("/p", (request, response) -> {
            response.setCharacterEncoding("UTF-8");
            response.getWriter()
                    .write(String.join(" ", request.getParameterValues("a")) + "|" + request.getParameter("b"));
        }));
        String answer = post(server, target, form, "Content-Type: application/x-www-form-urlencoded");
        assertThat(content(answer).getBytes(StandardCharsets.ISO_8859_1))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(expected);
    }

    /** §3.1.1 of Servlet 6.1 and the Javadoc of getParameter. */
    @ParameterizedTest
    @CsvSource({"/p?a=%zz", "/p?a=%C0%AF", "/p?a=%", "/p?%80=1"})
    void undecodableParametersAreTheClientsFault(String target) throws IOException {
        WebServer server = start(servlet("/p", (request, response) -> {
            assertThatIllegalStateException().isThrownBy(() -> request.getParameter("a"));
            request.getParameterMap();
        }));
        assertThat(status(get(server, target))).isEqualTo(400);
    }

    @Test
    void formOfAnotherMethodIsContent() throws IOException {
        WebServer server = start(servlet("/p", (request, response) -> response.getWriter()
                .print(request.getParameter("a") + " "
                        + new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8))));
        String answer = send(
                server,
                "PUT /p?a=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 3\r\n"
                        + "Content-Type: application/x-www-form-urlencoded\r\n\r\na=2");
        assertThat(content(answer)).isEqualTo("1 a=2");
    }

    private static String dump(HttpServletRequest request, HttpServletResponse response) {
        TreeMap<String, Object> facts = new TreeMap<>();
        facts.put("encoding", String.valueOf(request.getCharacterEncoding()));
        facts.put("response encoding", String.valueOf(response.getCharacterEncoding()));
        facts.put("type", String.valueOf(response.getContentType()));
        facts.put("locale", String.valueOf(response.getLocale()));
        facts.put("attributes", Collections.list(request.getAttributeNames()));
        facts.put("headers", response.getHeaderNames());
        facts.put("status", response.getStatus());
        facts.put("user", String.valueOf(request.getUserPrincipal()));
        facts.put("async", request.isAsyncStarted());
        facts.put("parameters", request.getParameterMap().keySet());
        facts.put("session", String.valueOf(request.getSession(false)));
        facts.put("length", request.getContentLengthLong());
        facts.put("query", String.valueOf(request.getQueryString()));
        facts.put("dispatcher", request.getDispatcherType());
        return facts.toString();
    }

    /** What has ended answers with its end, or not at all. */
    private static int readFrom(HttpServletRequest request) {
        try {
            return request.getInputStream().read();
        } catch (IOException | IllegalStateException e) {
            return -1;
        }
    }

    @Test
    void nothingOfARequestIsSeenByTheNext() throws IOException {
        AtomicReference<HttpServletRequest> kept = new AtomicReference<>();
        WebServer server = start(
                servlet("/first", (request, response) -> {
                    request.setCharacterEncoding("UTF-16");
                    response.setCharacterEncoding("UTF-16");
                    request.setAttribute("secret", "secret");
                    response.setHeader("X-Secret", "secret");
                    response.addCookie(new jakarta.servlet.http.Cookie("secret", "secret"));
                    response.setLocale(Locale.GERMAN);
                    request.getSession().setAttribute("secret", "secret");
                    assertThat(request.getParameter("secret")).isEqualTo("secret");
                    request.getInputStream().read();
                    kept.set(request);
                    if (request.getParameter("fail") != null) {
                        throw new IllegalStateException("secret");
                    }
                }),
                servlet("/dump", (request, response) -> response.getWriter().write(dump(request, response))));
        String fresh = content(get(server, "/dump"));
        for (String query : List.of("secret=secret", "secret=secret&fail")) {
            try (Socket socket = TestHttp.connect(server.getPort())) {
                write(socket, "POST /first?" + query + " HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nsecret");
                write(socket, "GET /dump HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
                String answers = TestHttp.readToEnd(socket);
                String second = answers.substring(answers.lastIndexOf("HTTP/1.1 "));
                assertThat(content(second)).isEqualTo(fresh);
                assertThat(second).doesNotContain("secret");
            }
            HttpServletRequest stale = kept.get();
            get(server, "/dump?other=1");
            assertThat(stale.getParameter("other")).isNull();
            assertThat(stale.getRequestURI()).isEqualTo("/first");
            assertThat(readFrom(stale)).isEqualTo(-1);
            assertThatIllegalStateException().isThrownBy(stale::startAsync);
        }
    }
}
