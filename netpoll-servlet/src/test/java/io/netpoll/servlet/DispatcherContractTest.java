package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a dispatcher promises; {@link DispatchTest} has the attributes and error pages. */
class DispatcherContractTest {

    private final TestApplication application = new TestApplication();

    @AfterEach
    void close() {
        application.close();
    }

    private void target() {
        application.servlet("target", "/target/*", (request, response) -> {
            response.setHeader("X-Target", "seen");
            response.getWriter()
                    .write("[" + request.getDispatcherType() + " " + request.getPathInfo() + " "
                            + request.getParameter("a") + "]");
        });
    }

    @Test
    void forwardLeavesTheResponseToTheTarget() {
        target();
        FakeExchange exchange = application.probe(FakeExchange.get("/probe?a=1"), (request, response) -> {
            response.getWriter().write("lost");
            request.getRequestDispatcher("/target/x?a=2").forward(request, response);
            assertThat(response.isCommitted()).isTrue();
            assertThat(request.getDispatcherType()).isEqualTo(DispatcherType.REQUEST);
            assertThat(request.getParameter("a")).isEqualTo("1");
            response.getWriter().write("late");
        });
        assertThat(exchange.body()).isEqualTo("[FORWARD /x 2]");
        assertThat(exchange.header("X-Target")).isEqualTo("seen");
    }

    @Test
    void forwardIsTooLateAfterCommit() {
        target();
        application.probe(FakeExchange.get("/probe"), (request, response) -> {
            response.flushBuffer();
            assertThatIllegalStateException()
                    .isThrownBy(() -> request.getRequestDispatcher("/target/x").forward(request, response));
        });
    }

    @Test
    void includeAddsContentButNoHeaders() {
        target();
        FakeExchange exchange = application.probe(FakeExchange.get("/probe?a=1"), (request, response) -> {
            response.getWriter().write("before");
            request.getRequestDispatcher("/target/x?a=2").include(request, response);
            response.getWriter().write("after");
        });
        assertThat(exchange.body()).isEqualTo("before[INCLUDE null 2]after");
        assertThat(exchange.header("X-Target")).isNull();
    }

    /** §9.3: what would change the head of the response has no effect. */
    @Test
    void includedServletChangesNothingOfTheHead() {
        application.servlet("included", "/included", (request, response) -> {
            response.addHeader("X-Added", "a");
            response.setIntHeader("X-Set", 1);
            response.addCookie(new Cookie("c", "1"));
            response.setStatus(500);
            response.setContentType("text/css");
            response.setLocale(Locale.GERMAN);
            response.setBufferSize(100_000);
            response.reset();
            response.sendRedirect("/elsewhere");
            response.sendError(500);
            response.getWriter().close();
        });
        FakeExchange exchange = application.probe(FakeExchange.get("/probe"), (request, response) -> {
            int size = response.getBufferSize();
            response.setContentType("text/plain");
            response.getWriter().write("before ");
            request.getRequestDispatcher("/included").include(request, response);
            assertThat(response.getBufferSize()).isEqualTo(size);
            assertThat(response.getHeaderNames()).containsExactly("Content-Type");
            response.getWriter().write("after");
        });
        assertThat(exchange.status()).isEqualTo(200);
        assertThat(exchange.header("Content-Type")).startsWith("text/plain");
        assertThat(exchange.body()).isEqualTo("before after");
    }

    /** §9.1.1: the parameters of a dispatch's query come first, those of the innermost before the others. */
    @Test
    void innermostQueryComesFirst() {
        application.servlet("inner", "/inner", (request, response) -> response.getWriter()
                .write(String.join(" ", request.getParameterValues("a"))));
        application.servlet("outer", "/outer", (request, response) -> request.getRequestDispatcher("/inner?a=3")
                .forward(request, response));
        FakeExchange exchange = application.probe(
                FakeExchange.get("/probe?a=1"), (request, response) -> request.getRequestDispatcher("/outer?a=2")
                        .forward(request, response));
        assertThat(exchange.body()).isEqualTo("3 2 1");
    }

    @Test
    void exceptionsOfTheTargetComeBack() {
        application.servlet("failing", "/failing", (request, response) -> {
            if (request.getParameter("io") != null) {
                throw new IOException("thrown");
            }
            throw new ServletException("thrown");
        });
        application.probe(FakeExchange.get("/probe"), (request, response) -> {
            RequestDispatcher failing = request.getRequestDispatcher("/failing");
            assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> failing.forward(request, response)))
                    .isInstanceOf(ServletException.class);
            RequestDispatcher io = request.getRequestDispatcher("/failing?io");
            assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> io.include(request, response)))
                    .isInstanceOf(IOException.class);
        });
    }

    @Test
    void onlyThisContainersRequestsAndTheirWrappersAreTaken() {
        target();
        application.probe(FakeExchange.get("/probe"), (request, response) -> {
            HttpServletRequest foreign = (HttpServletRequest) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {HttpServletRequest.class}, (_, _, _) -> null);
            RequestDispatcher dispatcher = request.getRequestDispatcher("/target/y");
            assertThatIllegalArgumentException().isThrownBy(() -> dispatcher.forward(foreign, response));
            assertThatIllegalArgumentException().isThrownBy(() -> dispatcher.include(foreign, response));
            dispatcher.include(new HttpServletRequestWrapper(request), response);
        });
    }
}
