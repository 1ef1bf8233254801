package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DispatchTest {

    private final TestApplication application = new TestApplication();
    private final List<String> seen = new ArrayList<>();

    @AfterEach
    void close() {
        application.close();
    }

    private static String facts(HttpServletRequest request) {
        return request.getMethod() + " " + request.getDispatcherType() + " " + request.getRequestURI() + " "
                + request.getContextPath() + "|" + request.getServletPath() + "|" + request.getPathInfo() + "?"
                + request.getQueryString() + " "
                + request.getHttpServletMapping().getMappingMatch() + " "
                + request.getHttpServletMapping().getPattern();
    }

    @Test
    void requestReachesTheServletItIsMappedTo() {
        application.servlet(
                "a", "/a/*", (request, response) -> response.getWriter().write(facts(request)));
        FakeExchange exchange = application.get("/a/b%20c?x=1");
        assertThat(exchange.status()).isEqualTo(200);
        assertThat(exchange.body()).isEqualTo("GET REQUEST /a/b%20c |/a|/b c?x=1 PATH /a/*");
        assertThat(exchange.sink.whole).isTrue();
    }

    @Test
    void contextPathIsMatchedDecodedAndAnsweredRaw() {
        application.builder.contextPath("/app");
        application.servlet(
                "a", "/a/*", (request, response) -> response.getWriter().write(facts(request)));
        assertThat(application.get("/%61pp/a/x").body())
                .isEqualTo("GET REQUEST /%61pp/a/x /%61pp|/a|/x?null PATH /a/*");
        assertThat(application.get("/apple/a/x").status()).isEqualTo(404);
        assertThat(application.get("/").status()).isEqualTo(404);
        assertThat(application.get("/app?q").header("Location")).isEqualTo("http://host.example/app/?q");
        assertThat(application.get("//app").header("Location")).isEqualTo("http://host.example/app/");
    }

    /** Applications put the context path in front of their redirects: it must not become another server's name there. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "//evil.example/../app/a/x",
                "//app/a/x",
                "/x/../app/a/x",
                "/./app/a/x",
                "//evil.example/..//app/a/x"
            })
    void contextPathNamesNoServerWhateverLeadsToIt(String path) {
        application.builder.contextPath("/app");
        application.servlet("a", "/a/*", (request, response) -> {
            if (request.getParameter("again") == null && request.getDispatcherType() == DispatcherType.REQUEST) {
                request.startAsync().dispatch();
            } else if (request.getParameter("again") == null) {
                request.getRequestDispatcher("y?again=1").forward(request, response);
            } else {
                seen.add(request.getContextPath() + " " + request.getAttribute(RequestDispatcher.FORWARD_CONTEXT_PATH)
                        + " " + request.getAttribute(AsyncContext.ASYNC_CONTEXT_PATH) + " " + request.getPathInfo());
                response.sendRedirect(request.getContextPath() + "/login");
            }
        });
        assertThat(application.get(path).header("Location")).isEqualTo("http://host.example/app/login");
        assertThat(seen).containsExactly("/app /app /app /y");
    }

    @Test
    void contextRootIsServedWithoutARedirectIfChosen() {
        application.builder.contextPath("/app").contextRootRedirect(false);
        application.servlet("a", "/*", (request, response) -> {
            if (request.getDispatcherType() == DispatcherType.REQUEST) {
                seen.add(facts(request));
                request.getRequestDispatcher("b").forward(request, response);
            } else {
                seen.add(request.getRequestURI());
            }
        });
        assertThat(application.get("/app?q").status()).isEqualTo(200);
        assertThat(seen).containsExactly("GET REQUEST /app /app||/?q PATH /*", "/app/b");
        assertThat(application.get("/apple").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({
        "x, x",
        "/x?q=1, /x?q=1",
        "../x y, ../x%20y",
        "//h.example/x, //h.example/x",
        "http://h.example/[, http://h.example/[",
    })
    void relativeRedirectsAreSentAsGivenIfChosen(String location, String sent) {
        application.builder.contextPath("/app").relativeRedirects(true);
        application.servlet("a", "/a", (request, response) -> response.sendRedirect(location));
        assertThat(application.get("/app/a").header("Location")).isEqualTo(sent);
        assertThat(application.get("/app").header("Location")).isEqualTo("/app/");
    }

    @Test
    void relativeRedirectToNoServerIsRefusedAsWell() {
        application.builder.relativeRedirects(true);
        application.probe(FakeExchange.get("/probe"), (request, response) -> assertThatIllegalArgumentException()
                .isThrownBy(() -> response.sendRedirect("//[bad/")));
    }

    @Test
    void rejectedPathReachesNoFilter() {
        application.filter("all", "/*", (request, response, chain) -> seen.add("filter"));
        assertThat(application.get("/a/%2e%2e/b").status()).isEqualTo(400);
        assertThat(seen).isEmpty();
        assertThat(application.rejections).containsExactly("ENCODED_DOT_SEGMENT");
    }

    @Test
    void serverWideOptionsAreAnsweredAndTraceIsNot() {
        application.servlet("a", "/*", (request, response) -> seen.add("servlet"));
        FakeExchange options = application.send(FakeExchange.request("OPTIONS", "*"));
        assertThat(options.status()).isEqualTo(200);
        assertThat(options.header("Allow")).contains("GET", "OPTIONS");
        FakeExchange trace = application.send(FakeExchange.request("TRACE", "/"));
        assertThat(trace.status()).isEqualTo(405);
        assertThat(trace.header("Allow")).contains("GET").doesNotContain("TRACE");
        assertThat(seen).isEmpty();
        application.started().close();
        assertThat(application.get("/").status()).isEqualTo(503);
    }

    private static class Reading extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().write("read");
        }
    }

    private static final class Writing extends Reading {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doPut(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (request.getHeader("X-Allow") != null) {
                response.setHeader("Allow", "GET");
            }
            response.sendError(405);
        }
    }

    /** RFC 9110 §15.5.6; the servlet of the API leaves the field out. */
    @Test
    void aMethodThatAServletLacksIsRefusedWithThoseThatItHas() {
        application.builder.initializer(context -> {
            context.addServlet("r", new Reading()).addMapping("/r");
            context.addServlet("w", new Writing()).addMapping("/w");
        });
        FakeExchange refused = application.send(FakeExchange.request("POST", "/r"));
        assertThat(refused.status()).isEqualTo(405);
        assertThat(refused.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
        assertThat(application.send(FakeExchange.request("DELETE", "/w")).header("Allow"))
                .as("its superclass's too")
                .isEqualTo("GET, HEAD, PUT, OPTIONS");
        assertThat(application.send(FakeExchange.request("PUT", "/w")).header("Allow"))
                .as("the application's own refusal is its own")
                .isNull();
        assertThat(application
                        .send(FakeExchange.request("PUT", "/w").header("X-Allow", ""))
                        .header("Allow"))
                .isEqualTo("GET");
        assertThat(application.get("/r").header("Allow")).isNull();
    }

    @Test
    void filtersRunByPatternThenByNameAndSeeUnmappedPaths() {
        application.filter("one", "/*", (request, response, chain) -> {
            seen.add("one");
            chain.doFilter(request, response);
            seen.add("one after");
        });
        application.filter("two", "/x/*", (request, response, chain) -> {
            seen.add("two");
            chain.doFilter(request, response);
        });
        application.servlet("x", "/x/*", (request, response) -> seen.add("x"));
        application.get("/x/1");
        assertThat(seen).containsExactly("one", "two", "x", "one after");
        seen.clear();
        assertThat(application.get("/nothing").status()).isEqualTo(404);
        assertThat(seen).containsExactly("one", "one after");
    }

    @Test
    void forwardShowsTheTargetAndKeepsTheOriginInAttributes() {
        application.servlet("from", "/from", (request, response) -> {
            response.getWriter().write("thrown away");
            request.getRequestDispatcher("to/y?b=2").forward(request, response);
            seen.add("committed " + response.isCommitted() + " " + facts(request) + " "
                    + request.getAttribute(RequestDispatcher.FORWARD_REQUEST_URI));
            response.getWriter().write("too late");
        });
        application.servlet("to", "/to/*", (request, response) -> response.getWriter()
                .write(facts(request) + " " + request.getAttribute(RequestDispatcher.FORWARD_REQUEST_URI) + " "
                        + request.getAttribute(RequestDispatcher.FORWARD_QUERY_STRING) + " "
                        + request.getParameter("a") + request.getParameter("b")));
        FakeExchange exchange = application.get("/from?a=1");
        assertThat(exchange.body()).isEqualTo("GET FORWARD /to/y |/to|/y?b=2 PATH /to/* /from a=1 12");
        assertThat(seen).containsExactly("committed true GET REQUEST /from |/from|null?a=1 EXACT /from null");
    }

    @Test
    void includeKeepsThePathAndMayNotTouchHeaders() {
        application.servlet("outer", "/outer", (request, response) -> {
            response.getWriter().write("[");
            request.getRequestDispatcher("/inner?q=1").include(request, response);
            response.getWriter().write("]");
        });
        application.servlet("inner", "/inner", (request, response) -> {
            response.setStatus(299);
            response.setHeader("X", "y");
            response.setContentType("image/png");
            response.getWriter()
                    .write(request.getRequestURI() + " " + request.getDispatcherType() + " "
                            + request.getAttribute(RequestDispatcher.INCLUDE_REQUEST_URI) + " "
                            + request.getAttribute(RequestDispatcher.INCLUDE_QUERY_STRING) + request.getParameter("q"));
            response.getWriter().close();
        });
        FakeExchange exchange = application.get("/outer");
        assertThat(exchange.body()).isEqualTo("[/outer INCLUDE /inner q=11]");
        assertThat(exchange.status()).isEqualTo(200);
        assertThat(exchange.header("X")).isNull();
        assertThat(exchange.header("Content-Type")).isNull();
    }

    @Test
    void forwardClosesTheResponseThroughTheApplicationsWrapper() {
        application.servlet("from", "/from", (request, response) -> {
            HttpServletResponseWrapper wrapped = new HttpServletResponseWrapper(response);
            request.getRequestDispatcher("/to").forward(request, wrapped);
        });
        application.servlet(
                "to", "/to", (request, response) -> response.getWriter().write("to"));
        assertThat(application.get("/from").body()).isEqualTo("to");
    }

    @Test
    void errorPageIsAGetWithAttributesForEveryMethod() {
        application.builder.errorPage(new ErrorPage("/error", null, null));
        application.servlet("bad", "/bad", (request, response) -> response.sendError(409, "clash"));
        application.servlet("error", "/error", (request, response) -> response.getWriter()
                .write(facts(request) + " " + request.getAttribute(RequestDispatcher.ERROR_METHOD) + " "
                        + request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) + " "
                        + request.getAttribute(RequestDispatcher.ERROR_MESSAGE) + " "
                        + request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) + " "
                        + request.getAttribute(RequestDispatcher.ERROR_SERVLET_NAME) + " "
                        + request.getAttribute(RequestDispatcher.FORWARD_REQUEST_URI)));
        FakeExchange exchange = application.send(FakeExchange.request("DELETE", "/bad?z"));
        assertThat(exchange.status()).isEqualTo(409);
        assertThat(exchange.body())
                .isEqualTo("GET ERROR /error |/error|null?z EXACT /error DELETE 409 clash /bad bad /bad");
        assertThat(application.get("/none").status()).isEqualTo(404);
    }

    @Test
    void exceptionFindsItsPageByTypeThenByRootCause() {
        application.builder.errorPage(new ErrorPage("/illegal", null, IllegalArgumentException.class));
        application.servlet("direct", "/direct", (request, response) -> {
            throw new NumberFormatException("n");
        });
        application.servlet("wrapped", "/wrapped", (request, response) -> {
            throw new ServletException("outer", new IllegalArgumentException("inner"));
        });
        application.servlet("other", "/other", (request, response) -> {
            throw new IllegalStateException("secret");
        });
        application.servlet("page", "/illegal", (request, response) -> response.getWriter()
                .write(String.valueOf(request.getAttribute(RequestDispatcher.ERROR_EXCEPTION))));
        assertThat(application.get("/direct").body()).isEqualTo("java.lang.NumberFormatException: n");
        assertThat(application.get("/wrapped").body()).isEqualTo("java.lang.IllegalArgumentException: inner");
        FakeExchange bare = application.get("/other");
        assertThat(bare.status()).isEqualTo(500);
        assertThat(bare.body()).contains("500 Internal Server Error").doesNotContain("secret");
        assertThat(application.failures).hasSize(3);
    }

    @Test
    void exceptionAfterCommitAbortsTheExchange() {
        application.servlet("late", "/late", (request, response) -> {
            response.getOutputStream().print("half");
            response.flushBuffer();
            throw new IllegalStateException("late");
        });
        FakeExchange exchange = application.get("/late");
        assertThat(exchange.aborted).isInstanceOf(IllegalStateException.class);
        assertThat(exchange.sink.finished).isFalse();
    }

    @Test
    void failingErrorPageLeavesABarePage() {
        application.builder.errorPage(new ErrorPage("/error", null, null));
        application.servlet("error", "/error", (request, response) -> {
            throw new IllegalStateException("again");
        });
        FakeExchange exchange = application.get("/none");
        assertThat(exchange.status()).isEqualTo(404);
        assertThat(exchange.body()).contains("404 Not Found");
    }

    @Test
    void filterForErrorDispatchesOnlySeesThose() {
        application.builder.errorPage(new ErrorPage("/error", null, null));
        application.filter(
                "errors",
                "/*",
                (request, response, chain) -> {
                    seen.add(request.getDispatcherType().name());
                    chain.doFilter(request, response);
                },
                DispatcherType.ERROR);
        application.servlet("error", "/error", (request, response) -> seen.add("page"));
        application.get("/none");
        assertThat(seen).containsExactly("ERROR", "page");
    }
}
