package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.entry;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletConnection;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequestAttributeEvent;
import jakarta.servlet.ServletRequestAttributeListener;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.MappingMatch;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a request promises, method by method. */
class RequestContractTest {

    private static final String FORM = "application/x-www-form-urlencoded";

    private final TestApplication application = new TestApplication();

    @TempDir
    Path root;

    @AfterEach
    void close() {
        application.close();
    }

    @FunctionalInterface
    private interface Checks {
        void run(HttpServletRequest request) throws Exception;
    }

    private void check(FakeExchange.Builder builder, Checks checks) {
        application.probe(builder, (request, response) -> {
            try {
                checks.run(request);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    private static FakeExchange.Builder get(String rest) {
        return FakeExchange.get("/probe" + rest);
    }

    @Test
    void attributesComeAndGoAndListenersHearOfIt() {
        List<String> seen = new ArrayList<>();
        application.builder.initializer(context -> context.addListener(new ServletRequestAttributeListener() {
            @Override
            public void attributeAdded(ServletRequestAttributeEvent event) {
                seen.add("added " + event.getValue());
            }

            @Override
            public void attributeRemoved(ServletRequestAttributeEvent event) {
                seen.add("removed " + event.getValue());
            }

            @Override
            public void attributeReplaced(ServletRequestAttributeEvent event) {
                seen.add("replaced " + event.getValue());
            }
        }));
        check(get("/a"), request -> {
            assertThat(request.getAttribute("a")).isNull();
            request.setAttribute("a", 1);
            request.setAttribute("a", 2);
            assertThat(request.getAttribute("a")).isEqualTo(2);
            assertThat(Collections.list(request.getAttributeNames())).containsExactly("a");
            request.removeAttribute("a");
            request.removeAttribute("a");
            assertThat(request.getAttribute("a")).isNull();
            request.setAttribute("b", 3);
            request.setAttribute("b", null);
            assertThat(Collections.list(request.getAttributeNames())).isEmpty();
            assertThatNullPointerException().isThrownBy(() -> request.setAttribute(null, 1));
        });
        assertThat(seen).containsExactly("added 1", "replaced 1", "removed 2", "added 3", "removed 3");
    }

    @Test
    void parametersAreThoseOfTheQueryThenTheForm() {
        check(FakeExchange.request("POST", "/probe?a=1&b=%C3%A9").body(FORM, "a=2&c="), request -> {
            assertThat(request.getParameter("a")).isEqualTo("1");
            assertThat(request.getParameter("b")).isEqualTo("é");
            assertThat(request.getParameter("c")).isEmpty();
            assertThat(request.getParameter("d")).isNull();
            assertThat(request.getParameterValues("a")).containsExactly("1", "2");
            assertThat(request.getParameterValues("d")).isNull();
            request.getParameterValues("a")[0] = "changed";
            assertThat(request.getParameter("a")).isEqualTo("1");
            assertThat(Collections.list(request.getParameterNames())).containsExactly("a", "b", "c");
            Map<String, String[]> map = request.getParameterMap();
            assertThat(map).containsOnlyKeys("a", "b", "c");
            assertThat(map.get("a")).containsExactly("1", "2");
            assertThatExceptionOfType(UnsupportedOperationException.class)
                    .isThrownBy(() -> map.put("x", new String[0]));
        });
    }

    @Test
    void undecodableParametersAreIllegal() {
        check(get("?a=%zz"), request -> {
            assertThatIllegalStateException().isThrownBy(() -> request.getParameter("a"));
            assertThatIllegalStateException().isThrownBy(() -> request.getParameterValues("a"));
            assertThatIllegalStateException().isThrownBy(request::getParameterNames);
            assertThatIllegalStateException().isThrownBy(request::getParameterMap);
        });
    }

    @Test
    void encodingIsTheClientsUntilAnotherIsSet() {
        check(FakeExchange.request("POST", "/probe").body("text/plain; charset=utf-16", "x"), request -> {
            assertThat(request.getCharacterEncoding()).isEqualToIgnoringCase("utf-16");
            request.setCharacterEncoding("ISO-8859-15");
            assertThat(request.getCharacterEncoding()).isEqualTo("ISO-8859-15");
            request.setCharacterEncoding(StandardCharsets.UTF_8);
            assertThat(request.getCharacterEncoding()).isEqualTo("UTF-8");
            assertThatExceptionOfType(UnsupportedEncodingException.class)
                    .isThrownBy(() -> request.setCharacterEncoding("no-such-encoding"));
        });
        check(get("/a"), request -> assertThat(request.getCharacterEncoding()).isNull());
        check(FakeExchange.request("POST", "/probe").body(FORM, "a=%E9"), request -> {
            request.setCharacterEncoding("ISO-8859-1");
            assertThat(request.getParameter("a")).isEqualTo("é");
            request.setCharacterEncoding("UTF-8");
            assertThat(request.getCharacterEncoding()).isEqualTo("ISO-8859-1");
        });
    }

    @Test
    void contentHasTypeAndLength() {
        check(FakeExchange.request("POST", "/probe").body("text/plain", "12345"), request -> {
            assertThat(request.getContentType()).isEqualTo("text/plain");
            assertThat(request.getContentLength()).isEqualTo(5);
            assertThat(request.getContentLengthLong()).isEqualTo(5);
        });
        check(get("/a"), request -> {
            assertThat(request.getContentType()).isNull();
            assertThat(request.getContentLength()).isEqualTo(-1);
            assertThat(request.getContentLengthLong()).isEqualTo(-1);
        });
        check(FakeExchange.request("POST", "/probe").bodyLater(5_000_000_000L), request -> {
            assertThat(request.getContentLength()).isEqualTo(-1);
            assertThat(request.getContentLengthLong()).isEqualTo(5_000_000_000L);
        });
    }

    @Test
    void contentIsReadAsOctetsOrAsText() {
        check(FakeExchange.request("POST", "/probe").body("text/plain; charset=UTF-8", "é"), request -> {
            assertThat(request.getReader().readLine()).isEqualTo("é");
            assertThat(request.getReader()).isSameAs(request.getReader());
            assertThatIllegalStateException().isThrownBy(request::getInputStream);
        });
        check(FakeExchange.request("POST", "/probe").body("text/plain", "é"), request -> {
            assertThat(request.getInputStream().readAllBytes()).hasSize(2);
            assertThat(request.getInputStream()).isSameAs(request.getInputStream());
            assertThatIllegalStateException().isThrownBy(request::getReader);
        });
        check(
                FakeExchange.request("POST", "/probe").body("text/plain; charset=none", "x"),
                request -> assertThatExceptionOfType(UnsupportedEncodingException.class)
                        .isThrownBy(request::getReader));
    }

    @Test
    void protocolAndScheme() {
        check(get("/a"), request -> {
            assertThat(request.getProtocol()).isEqualTo("HTTP/1.1");
            assertThat(request.getScheme()).isEqualTo("http");
            assertThat(request.isSecure()).isFalse();
        });
        check(get("/a").http10(), request -> assertThat(request.getProtocol()).isEqualTo("HTTP/1.0"));
    }

    @ParameterizedTest
    @CsvSource({
        "host.example,      host.example, 80,   http://host.example/probe/a",
        "host.example:8443, host.example, 8443, http://host.example:8443/probe/a",
        "[::1]:80,          [::1],        80,   http://[::1]/probe/a",
        "'',                127.0.0.1,    8080, http://127.0.0.1:8080/probe/a",
    })
    void serverIsTheOneTheClientAskedFor(String authority, String name, int port, String url) {
        check(get("/a?q").authority(authority), request -> {
            assertThat(request.getServerName()).isEqualTo(name);
            assertThat(request.getServerPort()).isEqualTo(port);
            assertThat(request.getRequestURL()).hasToString(url);
        });
    }

    @Test
    void endsOfTheConnection() {
        check(get("/a"), request -> {
            assertThat(request.getRemoteAddr()).isEqualTo("127.0.0.1");
            assertThat(request.getRemoteHost()).isEqualTo("127.0.0.1");
            assertThat(request.getRemotePort()).isEqualTo(40000);
            assertThat(request.getLocalAddr()).isEqualTo("127.0.0.1");
            assertThat(request.getLocalName()).isEqualTo("127.0.0.1");
            assertThat(request.getLocalPort()).isEqualTo(8080);
        });
    }

    @Test
    void requestsAndConnectionsAreNumbered() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            check(get("/a"), request -> {
                ids.add(request.getRequestId());
                assertThat(request.getProtocolRequestId()).isEmpty();
                ServletConnection connection = request.getServletConnection();
                assertThat(connection.getConnectionId()).isEqualTo("7");
                assertThat(connection.getProtocol()).isEqualTo("http/1.1");
                assertThat(connection.getProtocolConnectionId()).isEmpty();
                assertThat(connection.isSecure()).isFalse();
            });
        }
        assertThat(ids).doesNotHaveDuplicates().doesNotContainNull();
    }

    @Test
    void localesAreThoseTheClientPrefers() {
        check(get("/a").header("Accept-Language", "fr;q=0.5, de-AT, en;q=0.7"), request -> {
            assertThat(request.getLocale()).isEqualTo(Locale.forLanguageTag("de-AT"));
            assertThat(Collections.list(request.getLocales()))
                    .containsExactly(Locale.forLanguageTag("de-AT"), Locale.ENGLISH, Locale.FRENCH);
        });
        check(get("/a"), request -> {
            assertThat(request.getLocale()).isEqualTo(Locale.getDefault());
            assertThat(Collections.list(request.getLocales())).containsExactly(Locale.getDefault());
        });
    }

    @Test
    void dispatchersMayBeRelative() {
        application.servlet("target", "/probe/x/target", (request, response) -> response.getWriter()
                .write("target"));
        FakeExchange exchange = application.probe(FakeExchange.get("/probe/x/y"), (request, response) -> {
            assertThat(request.getRequestDispatcher("../../../outside")).isNull();
            assertThat(request.getRequestDispatcher(null)).isNull();
            RequestDispatcher relative = request.getRequestDispatcher("target");
            relative.include(request, response);
            request.getRequestDispatcher("/probe/x/target").include(request, response);
        });
        assertThat(exchange.body()).isEqualTo("targettarget");
    }

    @Test
    void contextAndTypeOfDispatch() {
        check(get("/a"), request -> {
            assertThat(request.getServletContext())
                    .isSameAs(application.started().servletContext());
            assertThat(request.getDispatcherType()).isEqualTo(DispatcherType.REQUEST);
        });
    }

    @Test
    void headersAreFoundInAnyCase() {
        check(
                get("/a")
                        .header("X-A", "1")
                        .header("x-a", "2")
                        .header("X-N", "12")
                        .header("X-Bad", "x"),
                request -> {
                    assertThat(request.getHeader("x-A")).isEqualTo("1");
                    assertThat(request.getHeader("none")).isNull();
                    assertThat(Collections.list(request.getHeaders("X-a"))).containsExactly("1", "2");
                    assertThat(Collections.list(request.getHeaders("none"))).isEmpty();
                    assertThat(Collections.list(request.getHeaderNames())).contains("X-A", "X-N", "X-Bad");
                    assertThat(request.getIntHeader("x-n")).isEqualTo(12);
                    assertThat(request.getIntHeader("none")).isEqualTo(-1);
                    assertThatExceptionOfType(NumberFormatException.class)
                            .isThrownBy(() -> request.getIntHeader("X-Bad"));
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Sun, 06 Nov 1994 08:49:37 GMT",
                "Sunday, 06-Nov-94 08:49:37 GMT",
                "Sun Nov  6 08:49:37 1994",
            })
    void datesAreReadInAllThreeForms(String text) {
        check(get("/a").header("X-D", text).header("X-Bad", "yesterday"), request -> {
            assertThat(request.getDateHeader("x-d")).isEqualTo(784111777000L);
            assertThat(request.getDateHeader("none")).isEqualTo(-1);
            assertThatIllegalArgumentException().isThrownBy(() -> request.getDateHeader("X-Bad"));
        });
    }

    @Test
    void cookiesAreThoseOfAllFields() {
        check(get("/a").header("Cookie", "a=1; b=\"2\"").header("Cookie", "a=3"), request -> assertThat(
                        request.getCookies())
                .extracting(Cookie::getName, Cookie::getValue)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("a", "1"),
                        org.assertj.core.groups.Tuple.tuple("b", "\"2\""),
                        org.assertj.core.groups.Tuple.tuple("a", "3")));
        check(get("/a"), request -> assertThat(request.getCookies()).isNull());
    }

    @Test
    void pathIsTakenApart() {
        application.builder.contextPath("/app").documentRoot(root);
        check(FakeExchange.request("PUT", "/app/probe/%61;v=1/b?q=%20"), request -> {
            assertThat(request.getMethod()).isEqualTo("PUT");
            assertThat(request.getRequestURI()).isEqualTo("/app/probe/%61;v=1/b");
            assertThat(request.getContextPath()).isEqualTo("/app");
            assertThat(request.getServletPath()).isEqualTo("/probe");
            assertThat(request.getPathInfo()).isEqualTo("/a/b");
            assertThat(request.getPathTranslated())
                    .isEqualTo(root.resolve("a/b").toString());
            assertThat(request.getQueryString()).isEqualTo("q=%20");
        });
        check(FakeExchange.get("/app/probe"), request -> {
            assertThat(request.getPathInfo()).isNull();
            assertThat(request.getPathTranslated()).isNull();
            assertThat(request.getQueryString()).isNull();
        });
    }

    @ParameterizedTest
    @CsvSource({
        "/exact,      EXACT,        exact, /exact",
        "/path/x/y,   PATH,         x/y,   /path/*",
        "/any/z.ext,  EXTENSION,    any/z, *.ext",
        "/else,       DEFAULT,      '',    /",
        "/,           CONTEXT_ROOT, '',    ''",
    })
    void mappingSaysWhatMatched(String path, MappingMatch match, String value, String pattern) {
        List<HttpServletMapping> seen = new ArrayList<>();
        application.servlet(
                "s",
                (request, response) -> seen.add(request.getHttpServletMapping()),
                registration -> registration.addMapping("/exact", "/path/*", "*.ext", "/", ""));
        application.get(path);
        assertThat(seen).singleElement().satisfies(mapping -> {
            assertThat(mapping.getMappingMatch()).isEqualTo(match);
            assertThat(mapping.getMatchValue()).isEqualTo(value);
            assertThat(mapping.getPattern()).isEqualTo(pattern);
            assertThat(mapping.getServletName()).isEqualTo("s");
        });
    }

    @Test
    void nobodyIsLoggedInWithoutALoginConfiguration() {
        application.probe(get("/a").header("Authorization", "Basic YTpi"), (request, response) -> {
            assertThat(request.getAuthType()).isNull();
            assertThat(request.getRemoteUser()).isNull();
            assertThat(request.getUserPrincipal()).isNull();
            assertThat(request.isUserInRole("admin")).isFalse();
            assertThatExceptionOfType(ServletException.class).isThrownBy(() -> request.authenticate(response));
            assertThatExceptionOfType(ServletException.class).isThrownBy(() -> request.login("a", "b"));
            request.logout();
            assertThat(request.getUserPrincipal()).isNull();
        });
    }

    @Test
    void partsComeFromMultipartContentOnly() throws Exception {
        String content = "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n"
                + "--x\r\nContent-Disposition: form-data; name=b; filename=f\r\n\r\n2\r\n--x--\r\n";
        check(FakeExchange.request("POST", "/probe").body("multipart/form-data; boundary=x", content), request -> {
            assertThat(request.getParts()).hasSize(2);
            assertThat(request.getPart("b").getSubmittedFileName()).isEqualTo("f");
            assertThat(request.getPart("none")).isNull();
            assertThat(request.getParameter("a")).isEqualTo("1");
            assertThat(request.getParameter("b")).isNull();
        });
        check(FakeExchange.request("POST", "/probe").body("text/plain", content), request -> {
            assertThatExceptionOfType(ServletException.class).isThrownBy(request::getParts);
            assertThatExceptionOfType(ServletException.class).isThrownBy(() -> request.getPart("a"));
        });
        assertThat(Files.list(application.temp)).allMatch(Files::isDirectory);
    }

    @Test
    void trailersAreReadyAtTheEnd() {
        FakeExchange.Builder chunked = FakeExchange.request("POST", "/probe")
                .header("Transfer-Encoding", "chunked")
                .trailer("X-T", "1")
                .trailer("x-t", "2")
                .body("text/plain", "abc");
        check(chunked, request -> {
            assertThat(request.isTrailerFieldsReady()).isFalse();
            assertThatIllegalStateException().isThrownBy(request::getTrailerFields);
            request.getInputStream().readAllBytes();
            assertThat(request.isTrailerFieldsReady()).isTrue();
            assertThat(request.getTrailerFields()).containsExactly(entry("x-t", "1, 2"));
        });
        check(get("/a"), request -> {
            assertThat(request.isTrailerFieldsReady()).isTrue();
            assertThat(request.getTrailerFields()).isEmpty();
        });
    }

    @Test
    void thereIsNoPushInThisVersionOfHttp() {
        check(get("/a"), request -> assertThat(newPushBuilder(request)).isNull());
    }

    @SuppressWarnings("deprecation")
    private static @org.jspecify.annotations.Nullable Object newPushBuilder(HttpServletRequest request) {
        return request.newPushBuilder();
    }
}
