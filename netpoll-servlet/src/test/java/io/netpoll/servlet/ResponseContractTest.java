package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a response promises, method by method. */
class ResponseContractTest {

    private final TestApplication application = new TestApplication();

    @AfterEach
    void close() {
        application.close();
    }

    @FunctionalInterface
    private interface Answer {
        void write(HttpServletResponse response) throws IOException;
    }

    private FakeExchange answer(Answer answer) {
        return application.probe(FakeExchange.get("/probe/dir/a?q"), (request, response) -> answer.write(response));
    }

    @Test
    void statusIsOkUnlessSet() {
        FakeExchange exchange = answer(response -> {
            assertThat(response.getStatus()).isEqualTo(200);
            response.setStatus(404);
            assertThat(response.getStatus()).isEqualTo(404);
            response.getWriter().write("no page");
        });
        assertThat(exchange.status()).isEqualTo(404);
        assertThat(exchange.body()).isEqualTo("no page");
    }

    @Test
    void headersAreSetAddedAndRemoved() {
        FakeExchange exchange = answer(response -> {
            response.addHeader("X-A", "1");
            response.addHeader("x-a", "2");
            assertThat(response.getHeader("X-a")).isEqualTo("1");
            assertThat(response.getHeaders("X-A")).containsExactly("1", "2");
            assertThat(response.containsHeader("x-A")).isTrue();
            response.setHeader("X-A", "3");
            assertThat(response.getHeaders("X-A")).containsExactly("3");
            response.setHeader("X-B", "1");
            response.setHeader("X-B", null);
            assertThat(response.containsHeader("X-B")).isFalse();
            assertThat(response.getHeader("X-B")).isNull();
            assertThat(response.getHeaders("X-B")).isEmpty();
            response.addHeader("X-C", null);
            response.setHeader(null, "x");
            response.addHeader(null, "x");
            Collection<String> names = response.getHeaderNames();
            response.setHeader("X-D", "1");
            assertThat(names).containsExactly("X-A");
        });
        assertThat(exchange.headers("X-A")).containsExactly("3");
        assertThat(exchange.header("X-D")).isEqualTo("1");
    }

    @Test
    void numbersAndDatesBecomeText() {
        FakeExchange exchange = answer(response -> {
            response.setIntHeader("X-I", 1);
            response.addIntHeader("X-I", 2);
            response.setDateHeader("X-D", 784111777123L);
            response.addDateHeader("X-D", 0);
        });
        assertThat(exchange.headers("X-I")).containsExactly("1", "2");
        assertThat(exchange.headers("X-D"))
                .containsExactly("Sun, 06 Nov 1994 08:49:37 GMT", "Thu, 01 Jan 1970 00:00:00 GMT");
    }

    @Test
    void cookiesAreAdded() {
        FakeExchange exchange = answer(response -> {
            response.addCookie(new Cookie("a", "1"));
            response.addCookie(new Cookie("a", "2"));
        });
        assertThat(exchange.headers("Set-Cookie")).containsExactly("a=1", "a=2");
    }

    @Test
    void urlsStayAsTheyAreWithoutASession() {
        answer(response -> {
            assertThat(response.encodeURL("/x")).isEqualTo("/x");
            assertThat(response.encodeRedirectURL("/x")).isEqualTo("/x");
        });
    }

    @Test
    void urlsCarryANewSession() {
        application.probe(FakeExchange.get("/probe"), (request, response) -> {
            String id = request.getSession().getId();
            assertThat(response.encodeURL("/x?q")).isEqualTo("/x;jsessionid=" + id + "?q");
            assertThat(response.encodeRedirectURL("/x")).isEqualTo("/x;jsessionid=" + id);
            assertThat(response.encodeURL("http://other.example/x")).isEqualTo("http://other.example/x");
        });
    }

    @Test
    void errorReplacesTheContent() {
        FakeExchange plain = answer(response -> {
            response.getWriter().write("lost");
            response.addHeader("X-A", "kept");
            response.sendError(409);
            assertThat(response.isCommitted()).isTrue();
            assertThat(response.getStatus()).isEqualTo(409);
            assertThatIllegalStateException().isThrownBy(() -> response.sendError(500));
        });
        assertThat(plain.status()).isEqualTo(409);
        assertThat(plain.body()).doesNotContain("lost");
        assertThat(plain.header("X-A")).isEqualTo("kept");
        assertThat(answer(response -> response.sendError(418, "<script>")).body())
                .doesNotContain("<script>");
        answer(response -> {
            response.flushBuffer();
            assertThatIllegalStateException().isThrownBy(() -> response.sendError(500, "late"));
        });
    }

    @ParameterizedTest
    @CsvSource({
        "x,                   http://host.example/probe/dir/x",
        "../x,                http://host.example/probe/x",
        "/x,                  http://host.example/x",
        "//other.example/x,   http://other.example/x",
        "https://o.example/x, https://o.example/x",
    })
    void redirectIsAbsolute(String location, String target) {
        FakeExchange exchange = answer(response -> {
            response.getWriter().write("lost");
            response.sendRedirect(location);
            assertThat(response.isCommitted()).isTrue();
            assertThatIllegalStateException().isThrownBy(() -> response.sendRedirect("/again"));
        });
        assertThat(exchange.status()).isEqualTo(302);
        assertThat(exchange.header("Location")).isEqualTo(target);
        assertThat(exchange.body()).contains(target).doesNotContain("lost");
    }

    @Test
    void redirectMayHaveAStatusAndKeepTheContent() {
        FakeExchange status = answer(response -> response.sendRedirect("/x", 303));
        assertThat(status.status()).isEqualTo(303);
        FakeExchange kept = answer(response -> {
            response.getWriter().write("kept");
            response.sendRedirect("/x", false);
        });
        assertThat(kept.status()).isEqualTo(302);
        assertThat(kept.body()).isEqualTo("kept");
        FakeExchange both = answer(response -> {
            response.getWriter().write("kept");
            response.sendRedirect("/x", 307, false);
        });
        assertThat(both.status()).isEqualTo(307);
        assertThat(both.body()).isEqualTo("kept");
        answer(response -> assertThatIllegalArgumentException().isThrownBy(() -> response.sendRedirect("http://[bad")));
    }

    @Test
    void trailersAreAskedForAtTheEnd() {
        Supplier<Map<String, String>> trailers = () -> Map.of("X-T", "1");
        FakeExchange exchange = answer(response -> {
            assertThat(response.getTrailerFields()).isNull();
            response.setTrailerFields(trailers);
            assertThat(response.getTrailerFields()).isSameAs(trailers);
            response.flushBuffer();
            assertThatIllegalStateException().isThrownBy(() -> response.setTrailerFields(trailers));
        });
        assertThat(exchange.sink.trailerLines).isNotNull();
        assertThat(exchange.sink.trailerLines.first("X-T")).isEqualTo("1");
        application.probe(FakeExchange.get("/probe").http10(), (request, response) -> assertThatIllegalStateException()
                .isThrownBy(() -> response.setTrailerFields(trailers)));
    }

    @Test
    void encodingAndTypeBelongTogether() {
        FakeExchange exchange = answer(response -> {
            assertThat(response.getContentType()).isNull();
            assertThat(response.getCharacterEncoding()).isEqualTo("ISO-8859-1");
            response.setContentType("text/plain");
            assertThat(response.getContentType()).isEqualTo("text/plain");
            response.setCharacterEncoding("UTF-16BE");
            assertThat(response.getContentType()).isEqualTo("text/plain;charset=UTF-16BE");
            response.setCharacterEncoding(StandardCharsets.UTF_8);
            assertThat(response.getCharacterEncoding()).isEqualTo("UTF-8");
            response.setCharacterEncoding((String) null);
            assertThat(response.getCharacterEncoding()).isEqualTo("ISO-8859-1");
            response.setContentType("text/html;charset=UTF-8");
            assertThat(response.getCharacterEncoding()).isEqualTo("UTF-8");
            response.getWriter().write("é");
            response.setCharacterEncoding("ISO-8859-1");
            response.setContentType("text/plain;charset=ISO-8859-1");
            assertThat(response.getCharacterEncoding()).isEqualTo("UTF-8");
        });
        assertThat(exchange.header("Content-Type")).isEqualTo("text/plain;charset=UTF-8");
        assertThat(exchange.body()).isEqualTo("é");
    }

    @Test
    void localeHasALanguageAndMayImplyAnEncoding() {
        application.builder.localeCharsets(Map.of(Locale.GERMAN, StandardCharsets.UTF_8));
        FakeExchange exchange = answer(response -> {
            assertThat(response.getLocale()).isEqualTo(Locale.getDefault());
            response.setContentType("text/plain");
            response.setLocale(Locale.GERMAN);
            assertThat(response.getLocale()).isEqualTo(Locale.GERMAN);
            assertThat(response.getCharacterEncoding()).isEqualTo("UTF-8");
        });
        assertThat(exchange.header("Content-Language")).isEqualTo("de");
        assertThat(exchange.header("Content-Type")).isEqualTo("text/plain;charset=UTF-8");
    }

    @Test
    void streamAndWriterExcludeEachOther() {
        answer(response -> {
            assertThat(response.getOutputStream()).isSameAs(response.getOutputStream());
            assertThatIllegalStateException().isThrownBy(response::getWriter);
        });
        answer(response -> {
            assertThat(response.getWriter()).isSameAs(response.getWriter());
            assertThatIllegalStateException().isThrownBy(response::getOutputStream);
        });
        answer(response -> {
            response.setCharacterEncoding("no-such-encoding");
            assertThatExceptionOfType(UnsupportedEncodingException.class).isThrownBy(response::getWriter);
        });
    }

    @Test
    void lengthIsDeclared() {
        FakeExchange exchange = answer(response -> {
            response.setContentLength(3);
            assertThat(response.getHeader("Content-Length")).isEqualTo("3");
            response.setContentLengthLong(2);
            response.getOutputStream().write(new byte[2]);
            assertThat(response.isCommitted()).isTrue();
            response.setContentLength(7);
        });
        assertThat(exchange.sink.length).isEqualTo(2);
    }

    @Test
    void bufferHoldsTheResponseBack() {
        FakeExchange exchange = answer(response -> {
            assertThat(response.getBufferSize()).isEqualTo(8192);
            response.setBufferSize(20_000);
            assertThat(response.getBufferSize()).isGreaterThanOrEqualTo(20_000);
            response.getOutputStream().write(new byte[20_000]);
            assertThat(response.isCommitted()).isFalse();
            assertThatIllegalStateException().isThrownBy(() -> response.setBufferSize(1));
            response.setHeader("X-A", "in time");
            response.flushBuffer();
            assertThat(response.isCommitted()).isTrue();
            response.setHeader("X-A", "late");
            response.setStatus(500);
        });
        assertThat(exchange.status()).isEqualTo(200);
        assertThat(exchange.header("X-A")).isEqualTo("in time");
        assertThat(exchange.octets()).hasSize(20_000);
    }

    @Test
    void resetForgetsEverythingAndResetBufferTheContent() {
        FakeExchange exchange = answer(response -> {
            response.setStatus(404);
            response.setHeader("X-A", "lost");
            response.getWriter().write("lost");
            response.reset();
            assertThat(response.getStatus()).isEqualTo(200);
            response.setHeader("X-B", "kept");
            response.getOutputStream().print("lost");
            response.resetBuffer();
            response.getOutputStream().print("kept");
        });
        assertThat(exchange.status()).isEqualTo(200);
        assertThat(exchange.header("X-A")).isNull();
        assertThat(exchange.header("X-B")).isEqualTo("kept");
        assertThat(exchange.body()).isEqualTo("kept");
        answer(response -> {
            response.flushBuffer();
            assertThatIllegalStateException().isThrownBy(response::reset);
            assertThatIllegalStateException().isThrownBy(response::resetBuffer);
        });
    }
}
