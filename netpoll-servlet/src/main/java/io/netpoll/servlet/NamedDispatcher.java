package io.netpoll.servlet;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;

/** Dispatches to a servlet by its name: path and attributes stay as they are (Servlet 6.1 §9.3.1, §9.4.2). */
final class NamedDispatcher implements RequestDispatcher {

    private final ApplicationContext context;
    private final ServletHolder servlet;

    NamedDispatcher(ApplicationContext context, ServletHolder servlet) {
        this.context = context;
        this.servlet = servlet;
    }

    @Override
    public void forward(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        EngineRequest base = EngineRequest.in(request);
        Forwarding.begin(response);
        try (DispatchScope _ = DispatchScope.namedForward(base)) {
            context.dispatching().invoke(base, request, response, servlet, null);
        }
        Forwarding.end(base, response);
    }

    @Override
    public void include(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        EngineRequest base = EngineRequest.in(request);
        EngineResponse out = EngineResponse.in(response);
        out.enterInclude();
        try (DispatchScope _ = DispatchScope.namedInclude(base)) {
            context.dispatching().invoke(base, request, response, servlet, null);
        } finally {
            out.leaveInclude();
        }
    }
}
