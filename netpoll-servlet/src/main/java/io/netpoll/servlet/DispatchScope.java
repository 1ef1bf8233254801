package io.netpoll.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a dispatch changes in a request, and how it was before (Servlet 6.1 §9.3, §9.4, §9.7). The changes are made in the
 * container's request itself, under whatever wrappers the application has put around it.
 */
final class DispatchScope implements AutoCloseable {

    /** Names of the six attributes in which a dispatch tells about a path. */
    private record PathNames(
            String requestUri, String contextPath, String servletPath, String pathInfo, String query, String mapping) {}

    private static final PathNames INCLUDE = new PathNames(
            RequestDispatcher.INCLUDE_REQUEST_URI,
            RequestDispatcher.INCLUDE_CONTEXT_PATH,
            RequestDispatcher.INCLUDE_SERVLET_PATH,
            RequestDispatcher.INCLUDE_PATH_INFO,
            RequestDispatcher.INCLUDE_QUERY_STRING,
            RequestDispatcher.INCLUDE_MAPPING);
    private static final PathNames FORWARD = new PathNames(
            RequestDispatcher.FORWARD_REQUEST_URI,
            RequestDispatcher.FORWARD_CONTEXT_PATH,
            RequestDispatcher.FORWARD_SERVLET_PATH,
            RequestDispatcher.FORWARD_PATH_INFO,
            RequestDispatcher.FORWARD_QUERY_STRING,
            RequestDispatcher.FORWARD_MAPPING);
    private static final PathNames ASYNC = new PathNames(
            AsyncContext.ASYNC_REQUEST_URI,
            AsyncContext.ASYNC_CONTEXT_PATH,
            AsyncContext.ASYNC_SERVLET_PATH,
            AsyncContext.ASYNC_PATH_INFO,
            AsyncContext.ASYNC_QUERY_STRING,
            AsyncContext.ASYNC_MAPPING);

    private final EngineRequest request;
    private final RequestPath path;
    private final DispatcherType type;
    private final @Nullable String method;
    private final Map<String, @Nullable Object> attributes = new LinkedHashMap<>();
    private boolean hasQuery;

    private DispatchScope(EngineRequest request, DispatcherType type) {
        this.request = request;
        this.path = request.path();
        this.type = request.getDispatcherType();
        this.method = request.methodInstead();
        request.dispatcherType(type);
    }

    /** A forward, or an error dispatch, which looks like one. */
    static DispatchScope forward(
            EngineRequest request, DispatcherType type, RequestPath target, @Nullable String query) {
        DispatchScope scope = new DispatchScope(request, type);
        if (request.getAttribute(RequestDispatcher.FORWARD_MAPPING) == null) {
            scope.tell(FORWARD, request.path());
        }
        scope.hide(INCLUDE);
        scope.move(target, query);
        return scope;
    }

    /** A forward to a servlet by its name: the path stays. */
    static DispatchScope namedForward(EngineRequest request) {
        DispatchScope scope = new DispatchScope(request, DispatcherType.FORWARD);
        scope.hide(INCLUDE);
        return scope;
    }

    static DispatchScope include(EngineRequest request, RequestPath target, @Nullable String query) {
        DispatchScope scope = new DispatchScope(request, DispatcherType.INCLUDE);
        scope.tell(INCLUDE, target);
        scope.overlay(query);
        return scope;
    }

    /** An include of a servlet by its name. */
    static DispatchScope namedInclude(EngineRequest request) {
        DispatchScope scope = new DispatchScope(request, DispatcherType.INCLUDE);
        scope.hide(INCLUDE);
        return scope;
    }

    /** An asynchronous dispatch, which nothing undoes: the request has no place to return to. */
    static void async(EngineRequest request, RequestPath target, @Nullable String query) {
        DispatchScope scope = new DispatchScope(request, DispatcherType.ASYNC);
        if (request.getAttribute(AsyncContext.ASYNC_MAPPING) == null) {
            scope.tell(ASYNC, request.path());
        }
        scope.move(target, query);
    }

    @Override
    public void close() {
        request.path(path);
        request.dispatcherType(type);
        request.methodInstead(method);
        attributes.forEach(request.attributes()::put);
        if (hasQuery) {
            request.parameters().dropQuery();
        }
    }

    private void move(RequestPath target, @Nullable String query) {
        request.path(target);
        overlay(query);
    }

    private void overlay(@Nullable String query) {
        if (query != null) {
            request.parameters().addQuery(query);
            hasQuery = true;
        }
    }

    private void tell(PathNames names, RequestPath about) {
        put(names.requestUri(), about.requestUri());
        put(
                names.contextPath(),
                about.contextPathFor(request.getServletContext().getContextPath()));
        put(names.servletPath(), about.servletPath());
        put(names.pathInfo(), about.pathInfo());
        put(names.query(), about.query());
        put(names.mapping(), about.mapping());
    }

    private void hide(PathNames names) {
        put(names.requestUri(), null);
        put(names.contextPath(), null);
        put(names.servletPath(), null);
        put(names.pathInfo(), null);
        put(names.query(), null);
        put(names.mapping(), null);
    }

    private void put(String name, @Nullable Object value) {
        attributes.put(name, request.attributes().get(name));
        request.attributes().put(name, value);
    }
}
