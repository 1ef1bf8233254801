package io.netpoll.boot;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.web.servlet.ServletRegistrationBean;

/** Servlets out of lambdas. */
public final class TestServlets {

    private TestServlets() {}

    /** Answers requests of every method. */
    @FunctionalInterface
    public interface Body {

        /** Answers one request. */
        void service(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException;
    }

    /** A servlet at a path, with asynchronous support. */
    public static ServletRegistrationBean<HttpServlet> servlet(String mapping, Body body) {
        ServletRegistrationBean<HttpServlet> registration =
                new ServletRegistrationBean<>(new LambdaServlet(body), mapping);
        registration.setName("servlet " + mapping);
        return registration;
    }

    /** A servlet that answers with a text. */
    public static ServletRegistrationBean<HttpServlet> text(String mapping, String text) {
        return servlet(mapping, (request, response) -> response.getWriter().write(text));
    }

    private static final class LambdaServlet extends HttpServlet {

        private static final long serialVersionUID = 1L;

        private final transient Body body;

        LambdaServlet(Body body) {
            this.body = body;
        }

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            body.service(request, response);
        }
    }
}
