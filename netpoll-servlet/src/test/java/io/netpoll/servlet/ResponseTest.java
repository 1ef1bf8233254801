package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import jakarta.servlet.http.Cookie;
import java.io.IOException;
import java.io.UnsupportedEncodingException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResponseTest {

    private final TestApplication application = new TestApplication();

    @AfterEach
    void close() {
        application.close();
    }

    private FakeExchange answer(TestApplication.Action action) {
        return answer("GET", action);
    }

    private FakeExchange answer(String method, TestApplication.Action action) {
        application.servlet("r", "/r/*", action);
        FakeExchange exchange = application.send(FakeExchange.request(method, "/r/x?q"));
        assertThat(application.failures).isEmpty();
        return exchange;
    }

    @Test
    void contentAfterTheDeclaredLengthNeverLeaves() {
        application.servlet("r", "/r", (request, response) -> {
            response.setContentLength(3);
            response.getOutputStream().write(new byte[] {1, 2, 3, 4, 5, 6});
        });
        FakeExchange exchange = application.get("/r");
        assertThat(exchange.octets()).containsExactly(1, 2, 3);
        assertThat(exchange.sink.finished).isTrue();
        assertThat(exchange.aborted).isNull();
        assertThat(application.failures).hasSize(1);
    }

    @Test
    void declaredLengthReachedClosesTheResponse() {
        FakeExchange exchange = answer((request, response) -> {
            response.setContentLength(3);
            response.getOutputStream().print("abc");
            assertThat(response.isCommitted()).isTrue();
            assertThat(response.isCommitted()).isTrue();
            response.setHeader("Late", "1");
            response.getOutputStream().print("def");
        });
        assertThat(exchange.body()).isEqualTo("abc");
        assertThat(exchange.header("Late")).isNull();
        assertThat(exchange.sink.whole).isTrue();
    }

    @Test
    void lessThanDeclaredIsLeftToTheSink() {
        application.servlet("r", "/r", (request, response) -> {
            response.setContentLength(6);
            response.getOutputStream().print("abc");
        });
        FakeExchange exchange = application.get("/r");
        assertThat(application.failures).singleElement().satisfies(e -> assertThat(e)
                .hasMessageContaining("Content-Length"));
        assertThat(exchange.sink.length).isEqualTo(6);
        assertThat(exchange.body()).isEqualTo("abc");
        assertThat(exchange.sink.finished).isFalse();
    }

    @Test
    void bufferCommitsWhenItIsFull() {
        FakeExchange exchange = answer((request, response) -> {
            response.getOutputStream().write(new byte[8192]);
            assertThat(response.isCommitted()).isFalse();
            response.getOutputStream().write(1);
            assertThat(response.isCommitted()).isTrue();
            response.getOutputStream().write(ByteBuffer.wrap(new byte[100_000]));
            response.getOutputStream().write(ByteBuffer.allocateDirect(20_000));
        });
        assertThat(exchange.octets()).hasSize(8193 + 120_000);
        assertThat(exchange.sink.length).isEqualTo(-1);
    }

    @Test
    void bufferSizeIsAtLeastWhatWasAskedFor() {
        answer((request, response) -> {
            response.setBufferSize(20_000);
            assertThat(response.getBufferSize()).isGreaterThanOrEqualTo(20_000);
            response.getOutputStream().write(new byte[15_000]);
            assertThat(response.isCommitted()).isFalse();
            assertThatIllegalStateException().isThrownBy(() -> response.setBufferSize(40_000));
        });
    }

    @Test
    void errorReplacesContentAndWhatDescribedIt() {
        FakeExchange exchange = answer((request, response) -> {
            response.setContentType("image/png");
            response.setContentLength(10);
            response.setHeader("ETag", "x");
            response.addCookie(new Cookie("kept", "1"));
            response.getOutputStream().print("before");
            response.sendError(409, "<b>");
            assertThat(response.isCommitted()).isTrue();
            response.getOutputStream().print("STRAY");
            assertThatIllegalStateException().isThrownBy(() -> response.sendError(500));
        });
        assertThat(exchange.status()).isEqualTo(409);
        assertThat(exchange.body()).contains("409 Conflict").doesNotContain("before", "STRAY", "<b>");
        assertThat(exchange.header("ETag")).isNull();
        assertThat(exchange.header("Content-Type")).isEqualTo("text/html;charset=utf-8");
        assertThat(exchange.header("Set-Cookie")).isEqualTo("kept=1");
    }

    @Test
    void whatIsIllegalAfterCommit() {
        FakeExchange exchange = answer((request, response) -> {
            response.setContentType("text/plain");
            response.getOutputStream().print("x");
            response.flushBuffer();
            assertThatIllegalStateException().isThrownBy(() -> response.sendError(500));
            assertThatIllegalStateException().isThrownBy(response::reset);
            assertThatIllegalStateException().isThrownBy(response::resetBuffer);
            assertThatIllegalStateException().isThrownBy(() -> response.sendRedirect("/x"));
            assertThatIllegalStateException().isThrownBy(() -> response.setBufferSize(100_000));
            assertThatIllegalStateException()
                    .isThrownBy(() -> request.getRequestDispatcher("/r").forward(request, response));
            response.setHeader("Late", "1");
            response.addCookie(new Cookie("late", "1"));
            response.setStatus(500);
            response.setContentType("text/html");
            response.setContentLength(3);
            assertThat(response.getStatus()).isEqualTo(200);
        });
        assertThat(exchange.body()).isEqualTo("x");
        assertThat(exchange.status()).isEqualTo(200);
        assertThat(exchange.header("Late")).isNull();
        assertThat(exchange.header("Content-Type")).isEqualTo("text/plain");
        assertThat(exchange.sink.flushes).isEqualTo(1);
    }

    @Test
    void headersAreSnapshotsAndNullRemoves() {
        FakeExchange exchange = answer((request, response) -> {
            response.addHeader("A", "1");
            response.addHeader("a", "2");
            response.setContentType("text/plain");
            response.setContentLength(0);
            assertThat(response.getHeaders("A")).containsExactly("1", "2");
            assertThat(response.getHeaderNames()).containsExactlyInAnyOrder("A", "Content-Type", "Content-Length");
            assertThat(response.getHeader("content-type")).isEqualTo("text/plain");
            assertThat(response.containsHeader("Content-Length")).isTrue();
            for (String name : response.getHeaderNames()) {
                response.setHeader(name, null);
            }
            assertThat(response.getHeaderNames()).isEmpty();
            response.setHeader(null, "x");
            response.addHeader("B", null);
            response.setIntHeader("C", 5);
            response.setDateHeader("D", 0);
        });
        assertThat(exchange.header("C")).isEqualTo("5");
        assertThat(exchange.header("D")).isEqualTo("Thu, 01 Jan 1970 00:00:00 GMT");
        assertThat(exchange.sink.fields.size()).isEqualTo(2);
    }

    @Test
    void nothingInAValueEndsALine() {
        FakeExchange exchange = answer((request, response) -> {
            response.setHeader("A", "a\r\nX-Injected: 1");
            response.setHeader("B", "ok\u560d\u560aX: 1\0");
            response.setContentType("text/plain;x=a\r\nX-Injected: 1");
        });
        assertThat(exchange.header("A")).isEqualTo("a  X-Injected: 1");
        assertThat(exchange.header("B")).isEqualTo("ok??X: 1 ");
        assertThat(exchange.header("Content-Type")).doesNotContain("\n");
    }

    @Test
    void encodingStaysOnceThereIsAWriter() {
        FakeExchange exchange = answer((request, response) -> {
            response.setContentType("text/html");
            var writer = response.getWriter();
            response.setCharacterEncoding("UTF-8");
            response.setContentType("text/html;charset=UTF-8");
            writer.write("\u00e9\u20ac");
            assertThatIllegalStateException().isThrownBy(response::getOutputStream);
        });
        assertThat(exchange.octets()).containsExactly(0xE9, '?');
        assertThat(exchange.header("Content-Type")).isEqualTo("text/html;charset=ISO-8859-1");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "text/html; charset=utf-8, -, text/html; charset=utf-8",
                "text/html, UTF-8, text/html;charset=UTF-8",
                "text/html;charset=utf-16, UTF-8, text/html;charset=UTF-8",
                "image/png, -, image/png",
                "application/json;charset=\"UTF-8\", -, application/json;charset=\"UTF-8\"",
            })
    void contentTypeCarriesTheEncoding(String type, String encoding, String expected) {
        FakeExchange exchange = answer((request, response) -> {
            response.setContentType(type);
            if (encoding != null) {
                response.setCharacterEncoding(encoding);
            }
        });
        assertThat(exchange.header("Content-Type")).isEqualTo(expected);
    }

    @Test
    void encodingCanBeTakenBack() {
        FakeExchange exchange = answer((request, response) -> {
            response.setContentType("text/html;charset=UTF-8");
            response.setCharacterEncoding((String) null);
            assertThat(response.getCharacterEncoding()).isEqualTo("ISO-8859-1");
            assertThat(response.getContentType()).isEqualTo("text/html");
            response.setCharacterEncoding((Charset) null);
            response.setContentType("text/html;charset=UTF-8");
            response.setContentType(null);
            assertThat(response.getContentType()).isNull();
            assertThat(response.getCharacterEncoding()).isEqualTo("ISO-8859-1");
        });
        assertThat(exchange.header("Content-Type")).isNull();
    }

    @Test
    void unknownEncodingFailsWithTheWriterOnly() {
        answer((request, response) -> {
            response.setCharacterEncoding("no-such-charset");
            assertThatExceptionOfType(UnsupportedEncodingException.class).isThrownBy(response::getWriter);
            response.getOutputStream().print("x");
        });
    }

    @Test
    void localeImpliesAnEncoding() {
        application.builder.localeCharsets(Map.of(Locale.GERMAN, StandardCharsets.UTF_8));
        FakeExchange exchange = answer((request, response) -> {
            response.setContentType("text/html");
            response.setLocale(Locale.GERMANY);
            assertThat(response.getCharacterEncoding()).isEqualTo("UTF-8");
            response.setLocale(Locale.ITALIAN);
            assertThat(response.getCharacterEncoding()).isEqualTo("ISO-8859-1");
            response.setCharacterEncoding("UTF-16");
            response.setLocale(Locale.GERMAN);
        });
        assertThat(exchange.header("Content-Type")).isEqualTo("text/html;charset=UTF-16");
        assertThat(exchange.header("Content-Language")).isEqualTo("de");
    }

    @Test
    void resetForgetsEverything() {
        FakeExchange exchange = answer((request, response) -> {
            response.setStatus(202);
            response.setHeader("Old", "1");
            response.setContentType("text/html;charset=UTF-16");
            response.getWriter().write("old");
            response.reset();
            assertThat(response.getStatus()).isEqualTo(200);
            assertThat(response.getContentType()).isNull();
            assertThat(response.getCharacterEncoding()).isEqualTo("ISO-8859-1");
            response.getOutputStream().print("new");
        });
        assertThat(exchange.body()).isEqualTo("new");
        assertThat(exchange.header("Old")).isNull();
    }

    @Test
    void resetBufferForgetsTheContentOnly() {
        FakeExchange exchange = answer((request, response) -> {
            response.setStatus(202);
            response.setContentType("text/plain;charset=UTF-8");
            response.getWriter().write("old\ud83d");
            response.resetBuffer();
            response.getWriter().write("new \ud83d");
            response.getWriter().write("\ude00\ud83d");
        });
        assertThat(exchange.status()).isEqualTo(202);
        assertThat(exchange.body()).isEqualTo("new \ud83d\ude00?");
    }

    @ParameterizedTest
    @CsvSource({
        "x, http://host.example/r/x",
        "/x, http://host.example/x",
        "../x, http://host.example/x",
        "../../../x, http://host.example/x",
        "x/./y/../z?a=../b, http://host.example/r/x/z?a=../b",
        "?n=1, http://host.example/r/x?n=1",
        "#f, http://host.example/r/x#f",
        "//other/x, http://other/x",
        "https://other:81/x?y, https://other:81/x?y",
        "a b, http://host.example/r/a%20b",
        "://[bad, http://host.example/r/://%5Bbad",
        "/é, http://host.example/%C3%A9",
        "/a%20b, http://host.example/a%20b",
        "/\\evil.example, http://host.example/%5Cevil.example",
    })
    void redirectsAreAbsolute(String location, String expected) {
        FakeExchange exchange = answer((request, response) -> {
            response.getOutputStream().print("BUFFERED");
            response.sendRedirect(location);
            assertThat(response.isCommitted()).isTrue();
            response.getOutputStream().print("STRAY");
        });
        assertThat(exchange.status()).isEqualTo(302);
        assertThat(exchange.header("Location")).isEqualTo(expected);
        assertThat(exchange.body()).doesNotContain("BUFFERED", "STRAY");
    }

    @Test
    void redirectCannotSplitTheResponse() {
        FakeExchange exchange = answer((request, response) -> response.sendRedirect("/x\r\nX-Injected: 1", 307, false));
        assertThat(exchange.status()).isEqualTo(307);
        assertThat(exchange.header("Location")).isEqualTo("http://host.example/x%0D%0AX-Injected:%201");
        assertThat(exchange.body()).isEmpty();
    }

    @Test
    void cookiesCarryTheirAttributes() {
        application.builder.cookieProcessor(cookie -> {
            cookie.setAttribute("SameSite", "Lax");
            return cookie;
        });
        FakeExchange exchange = answer((request, response) -> {
            Cookie cookie = new Cookie("a", "b c");
            cookie.setPath("/");
            cookie.setMaxAge(0);
            cookie.setHttpOnly(true);
            cookie.setSecure(true);
            cookie.setAttribute("Partitioned", "");
            response.addCookie(cookie);
            Cookie bad = new Cookie("c", "v");
            bad.setPath("/; Secure");
            assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> response.addCookie(bad));
        });
        assertThat(exchange.headers("Set-Cookie"))
                .containsExactly("a=b c; HttpOnly; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:10 GMT; Partitioned;"
                        + " Path=/; SameSite=Lax; Secure");
    }

    @Test
    void trailersFollowAChunkedResponse() {
        FakeExchange exchange = answer((request, response) -> {
            response.setTrailerFields(() -> Map.of("X-Sum", "4\r\n2"));
            response.getOutputStream().print("x");
        });
        assertThat(exchange.sink.length).isEqualTo(-1);
        assertThat(exchange.sink.trailerLines).isNotNull().satisfies(lines -> assertThat(lines.first("X-Sum"))
                .isEqualTo("4  2"));
    }

    @Test
    void headCountsContentWithoutSendingIt() {
        FakeExchange exchange =
                answer("HEAD", (request, response) -> response.getOutputStream().print("12345"));
        assertThat(exchange.octets()).isEmpty();
        assertThat(exchange.sink.counted).isEqualTo(5);
    }

    @Test
    void writerAndStreamDoNotMix() {
        answer((request, response) -> {
            response.getOutputStream();
            assertThatIllegalStateException().isThrownBy(response::getWriter);
            response.reset();
            response.getWriter().write("x");
        });
    }

    @Test
    void closedStreamEndsTheResponseAtOnce() {
        application.filter("f", "/*", (request, response, chain) -> {
            chain.doFilter(request, response);
            response.setHeader("Late", "1");
        });
        FakeExchange exchange = answer((request, response) -> {
            response.getOutputStream().print("x");
            response.getOutputStream().close();
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> response.getOutputStream().print("y"));
        });
        assertThat(exchange.body()).isEqualTo("x");
        assertThat(exchange.header("Late")).isNull();
    }

    @Test
    void filtersMayAddHeadersUntilTheChainHasReturned() {
        application.filter("f", "/*", (request, response, chain) -> {
            chain.doFilter(request, response);
            response.addHeader("Set-Cookie", "SESSION=1");
        });
        FakeExchange exchange =
                answer((request, response) -> response.getWriter().write("small"));
        assertThat(exchange.header("Set-Cookie")).isEqualTo("SESSION=1");
    }
}
