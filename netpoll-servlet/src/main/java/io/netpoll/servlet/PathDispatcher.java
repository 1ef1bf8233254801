package io.netpoll.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Dispatches to a path (Servlet 6.1 §9). */
final class PathDispatcher implements RequestDispatcher {

    private final ApplicationContext context;
    private final String rawPath;
    private final @Nullable String query;
    private final Route route;

    PathDispatcher(ApplicationContext context, String rawPath, @Nullable String query, Route route) {
        this.context = context;
        this.rawPath = rawPath;
        this.query = query;
        this.route = route;
    }

    @Override
    public void forward(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        EngineRequest base = EngineRequest.in(request);
        Forwarding.begin(response);
        try (DispatchScope _ = DispatchScope.forward(base, DispatcherType.FORWARD, target(base), query)) {
            context.dispatching().invoke(base, request, response, route.servlet(), route.path());
        }
        Forwarding.end(base, response);
    }

    @Override
    public void include(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        EngineRequest base = EngineRequest.in(request);
        EngineResponse out = EngineResponse.in(response);
        String contextPath = base.getContextPath();
        RequestPath included = route.requestPath(contextPath + rawPath, contextPath, query);
        out.enterInclude();
        try (DispatchScope _ = DispatchScope.include(base, included, query)) {
            context.dispatching().invoke(base, request, response, route.servlet(), route.path());
        } finally {
            out.leaveInclude();
        }
    }

    /** The error dispatch of Servlet 6.1 §10.9: a GET, whatever the request's own method is. */
    void error(EngineRequest base, ServletRequest request, ServletResponse response)
            throws ServletException, IOException {
        try (DispatchScope _ = DispatchScope.forward(base, DispatcherType.ERROR, target(base), query)) {
            base.methodInstead("GET");
            context.dispatching().invoke(base, request, response, route.servlet(), route.path());
        }
    }

    /** The asynchronous dispatch of Servlet 6.1 §2.3.3.3. */
    void async(EngineRequest base, ServletRequest request, ServletResponse response)
            throws ServletException, IOException {
        DispatchScope.async(base, target(base), query);
        context.dispatching().invoke(base, request, response, route.servlet(), route.path());
    }

    /** A query of the dispatcher's replaces the request's (§9.1.1); without one the request's stays visible. */
    private RequestPath target(EngineRequest base) {
        String contextPath = base.getContextPath();
        String visible = query == null ? base.getQueryString() : query;
        return route.requestPath(contextPath + rawPath, contextPath, visible);
    }
}
