package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTest {

    private static final String FORM = "application/x-www-form-urlencoded";

    private final TestApplication application = new TestApplication();

    @AfterEach
    void close() {
        application.close();
    }

    private static String params(HttpServletRequest request) {
        return request.getParameterMap().entrySet().stream()
                .map(entry -> entry.getKey() + "=" + Arrays.toString(entry.getValue()))
                .collect(Collectors.joining(" "));
    }

    private FakeExchange dump(FakeExchange.Builder request) {
        application.servlet("r", "/r", (q, r) -> {
            r.setCharacterEncoding("UTF-8");
            r.getWriter().write(params(q));
        });
        return application.send(request);
    }

    @Test
    void formFollowsTheQuery() {
        FakeExchange exchange =
                dump(FakeExchange.request("POST", "/r?a=0&b=%C3%A9+%2B&&c").body(FORM, "a=1&%C3%BC=x&a=2"));
        assertThat(exchange.body()).isEqualTo("a=[0, 1, 2] b=[é +] c=[] ü=[x]");
    }

    @Test
    void onlyAPostHasAForm() {
        assertThat(dump(FakeExchange.request("PUT", "/r?a=0").body(FORM, "a=1")).body())
                .isEqualTo("a=[0]");
    }

    @Test
    void formIsDecodedInTheRequestsEncoding() {
        assertThat(dump(FakeExchange.request("POST", "/r").body(FORM + "; charset=ISO-8859-1", "a=%E9"))
                        .body())
                .isEqualTo("a=[é]");
    }

    /** RFC 9110 §5.6.4: behind a backslash stands the character itself. */
    @Test
    void quotedPairMeansItsSecondCharacter() {
        assertThat(dump(FakeExchange.request("POST", "/r")
                                .body(FORM + "; x=\"\\\";charset=UTF-8\"; charset=\"I\\SO-8859-\\1\"", "a=%E9"))
                        .body())
                .isEqualTo("a=[é]");
    }

    /** RFC 9110 §8.7, §14.4: what a request says of its content does not change what it asks for. */
    @Test
    void fieldsOfContentAreOnlyFields() {
        application.servlet("r", "/r", (request, response) -> response.getWriter()
                .write(request.getRequestURI() + " " + request.getReader().readLine() + " "
                        + request.getHeader("Content-Location")));
        FakeExchange exchange = application.send(FakeExchange.request("PUT", "/r")
                .header("Content-Location", "/other")
                .header("Content-Range", "bytes 0-0/3")
                .body("text/plain", "abc"));
        assertThat(exchange.status()).isEqualTo(200);
        assertThat(exchange.body()).isEqualTo("/r abc /other");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a=%zz", "a=%4", "a=%E9", "a=%", "%u002e=1"})
    void whatCannotBeDecodedIsABadRequest(String data) {
        application.servlet("r", "/r", (request, response) -> {
            assertThatIllegalStateException().isThrownBy(() -> request.getParameter("a"));
            params(request);
        });
        assertThat(application.get("/r?" + data).status()).isEqualTo(400);
        assertThat(application
                        .send(FakeExchange.request("POST", "/r").body(FORM, data))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void limitsHaveTheirStatus() {
        application.builder.maxFormSize(10).maxParameterCount(3);
        application.servlet("r", "/r", (request, response) -> {
            try {
                params(request);
            } catch (IllegalStateException e) {
                throw new ServletException(e);
            }
        });
        assertThat(application.get("/r?a&b&c").status()).isEqualTo(200);
        assertThat(application.get("/r?a&b&c&d").status()).isEqualTo(400);
        assertThat(application
                        .send(FakeExchange.request("POST", "/r").body(FORM, "a=345678901"))
                        .status())
                .isEqualTo(413);
        assertThat(application
                        .send(FakeExchange.request("POST", "/r")
                                .header("Transfer-Encoding", "chunked")
                                .body(FORM, "a=345678901"))
                        .status())
                .isEqualTo(413);
    }

    @Test
    void streamAndReaderExcludeEachOther() {
        application.servlet("r", "/r", (request, response) -> {
            assertThat(request.getReader().readLine()).isEqualTo("é");
            assertThatIllegalStateException().isThrownBy(request::getInputStream);
            assertThat(request.getCharacterEncoding()).isEqualTo("UTF-8");
            request.setCharacterEncoding("UTF-16");
            assertThat(request.getCharacterEncoding()).isEqualTo("UTF-8");
        });
        application.send(FakeExchange.request("POST", "/r").body("text/plain;charset=UTF-8", "é"));
        assertThat(application.failures).isEmpty();
    }

    @Test
    void formThatTheApplicationReadItselfIsNoParameter() {
        application.servlet("r", "/r", (request, response) -> {
            assertThat(request.getInputStream().readAllBytes()).hasSize(3);
            assertThatIllegalStateException().isThrownBy(request::getReader);
            response.getWriter().write(params(request));
        });
        assertThat(application
                        .send(FakeExchange.request("POST", "/r?q=1").body(FORM, "a=1"))
                        .body())
                .isEqualTo("q=[1]");
    }

    @Test
    void encodingMustBeKnown() {
        application.servlet("r", "/r", (request, response) -> {
            assertThatExceptionOfType(UnsupportedEncodingException.class)
                    .isThrownBy(() -> request.setCharacterEncoding("no-such"));
            request.setCharacterEncoding(StandardCharsets.UTF_16);
            assertThat(request.getCharacterEncoding()).isEqualTo("UTF-16");
        });
        application.get("/r");
        assertThat(application.failures).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a=1; b=two; c=x%20y | a=1 b=two c=x%20y",
                "a=\"b; JSESSIONID=1337; c=d\" | a=\"b JSESSIONID=1337 c=d\"",
                "a=1;b=2; ;c | a=1 b=2",
                "a=b=c | a=b=c",
                "$Version=1; a=1 | a=1",
                "a=1; a=2 | a=1 a=2",
                "é=1; b=2; c d=3 | b=2",
                "a=; b=2 | a= b=2",
            })
    void cookiesAreSeparatedBySemicolonsOnly(String field, String expected) {
        application.servlet("r", "/r", (request, response) -> response.getOutputStream()
                .print(Arrays.stream(request.getCookies())
                        .map(cookie -> cookie.getName() + "=" + cookie.getValue())
                        .collect(Collectors.joining(" "))));
        assertThat(application
                        .send(FakeExchange.get("/r").header("Cookie", field))
                        .body())
                .isEqualTo(expected);
    }

    @Test
    void headersDatesAndLocales() {
        application.servlet("r", "/r", (request, response) -> {
            assertThat(request.getIntHeader("N")).isEqualTo(5);
            assertThat(request.getIntHeader("None")).isEqualTo(-1);
            assertThatExceptionOfType(NumberFormatException.class).isThrownBy(() -> request.getIntHeader("D"));
            assertThat(request.getDateHeader("D")).isEqualTo(784111777000L);
            assertThat(request.getDateHeader("D2")).isEqualTo(784111777000L);
            assertThat(request.getDateHeader("D3")).isEqualTo(784111777000L);
            assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> request.getDateHeader("N"));
            assertThat(Collections.list(request.getHeaders("multi"))).containsExactly("1", "2");
            assertThat(Collections.list(request.getLocales()))
                    .containsExactly(Locale.FRANCE, Locale.ENGLISH, Locale.GERMAN);
            assertThat(request.getCookies()).isNull();
            assertThat(request.getContentLengthLong()).isEqualTo(-1);
            assertThat(request.getContentType()).isNull();
        });
        application.send(FakeExchange.get("/r")
                .header("N", "5")
                .header("D", "Sun, 06 Nov 1994 08:49:37 GMT")
                .header("D2", "Sunday, 06-Nov-94 08:49:37 GMT")
                .header("D3", "Sun Nov  6 08:49:37 1994")
                .header("Multi", "1")
                .header("mULTI", "2")
                .header("Accept-Language", "de;q=0.5, fr-FR, *;q=0.1, en;q=0.8, x;q=0"));
        assertThat(application.failures).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "shop.example:8123, http://shop.example:8123/r, shop.example, 8123",
        "shop.example, http://shop.example/r, shop.example, 80",
        "shop.example:, http://shop.example/r, shop.example, 80",
        "[::1]:81, http://[::1]:81/r, [::1], 81",
        "'', http://127.0.0.1:8080/r, 127.0.0.1, 8080",
    })
    void urlComesFromTheAuthority(String authority, String url, String name, int port) {
        application.servlet("r", "/r", (request, response) -> {
            assertThat(request.getRequestURL().toString()).isEqualTo(url);
            assertThat(request.getServerName()).isEqualTo(name);
            assertThat(request.getServerPort()).isEqualTo(port);
            assertThat(request.getRemoteAddr()).isEqualTo("127.0.0.1");
            assertThat(request.getServletConnection().getProtocol()).isEqualTo("http/1.1");
            assertThat(request.getProtocolRequestId()).isEmpty();
        });
        application.send(FakeExchange.get("/r").authority(authority));
        assertThat(application.failures).isEmpty();
    }

    @Test
    void withoutALoginConfigurationNobodyIsLoggedIn() {
        application.servlet("r", "/r", (request, response) -> {
            assertThat(request.getUserPrincipal()).isNull();
            assertThat(request.isUserInRole("any")).isFalse();
            assertThatExceptionOfType(ServletException.class).isThrownBy(() -> request.login("a", "b"));
            request.logout();
        });
        application.get("/r");
        assertThat(application.failures).isEmpty();
    }

    @Test
    void attributesAreToldToListeners() {
        List<String> seen = new java.util.ArrayList<>();
        application.builder.initializer(
                context -> context.addListener(new jakarta.servlet.ServletRequestAttributeListener() {
                    @Override
                    public void attributeAdded(jakarta.servlet.ServletRequestAttributeEvent event) {
                        seen.add("added " + event.getValue());
                    }

                    @Override
                    public void attributeRemoved(jakarta.servlet.ServletRequestAttributeEvent event) {
                        seen.add("removed " + event.getValue());
                    }

                    @Override
                    public void attributeReplaced(jakarta.servlet.ServletRequestAttributeEvent event) {
                        seen.add("replaced " + event.getValue());
                    }
                }));
        application.servlet("r", "/r", (request, response) -> {
            request.setAttribute("a", 1);
            request.setAttribute("a", 2);
            request.setAttribute("a", null);
            request.removeAttribute("a");
        });
        application.get("/r");
        assertThat(seen).containsExactly("added 1", "replaced 1", "removed 2");
    }

    @Test
    void moreCookiesThanTheLimitAreRefused() {
        application.builder.maxCookieCount(3);
        application.servlet(
                "c", "/c", (request, response) -> response.getWriter().print(request.getCookies().length));
        assertThat(application
                        .send(FakeExchange.get("/c").header("Cookie", "a=1; b=2; a=3"))
                        .body())
                .isEqualTo("3");
        FakeExchange refused = application.send(
                FakeExchange.get("/c").header("Cookie", "a=1; b=2").header("Cookie", "a=3; d=4"));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(application.failures).singleElement().asString().contains("limit", "3");
    }

    @Test
    void cookiesOfOneRequestAreCopies() {
        application.servlet("r", "/r", (request, response) -> {
            Cookie[] first = request.getCookies();
            first[0] = new Cookie("x", "y");
            assertThat(request.getCookies()[0].getName()).isEqualTo("a");
            Map<String, String[]> map = request.getParameterMap();
            assertThatExceptionOfType(UnsupportedOperationException.class)
                    .isThrownBy(() -> map.put("x", new String[0]));
        });
        application.send(FakeExchange.get("/r").header("Cookie", "a=1"));
        assertThat(application.failures).isEmpty();
    }
}
