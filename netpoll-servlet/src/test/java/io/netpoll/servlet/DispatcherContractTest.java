package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.lang.reflect.Proxy;
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
