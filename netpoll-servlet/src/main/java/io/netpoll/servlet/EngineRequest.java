package io.netpoll.servlet;

import io.netpoll.http.Exchange;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.Part;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UnsupportedEncodingException;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The container's request (Servlet 6.1 §3): one object for one exchange, never used again. */
final class EngineRequest extends RequestFields {

    private final ApplicationContext context;
    private final RequestLife life;
    private final RequestAttributes attributes;
    private final RequestParameters parameters;
    private final RequestContent content;
    private final RequestSession session;
    private RequestPath path;
    private final @Nullable String originalQuery;
    private DispatcherType dispatcherType = DispatcherType.REQUEST;
    private @Nullable String methodInstead;
    private @Nullable ServletHolder servlet;
    private boolean asyncSupported = true;

    EngineRequest(
            ApplicationContext context,
            RequestLife life,
            Exchange exchange,
            EngineResponse response,
            RequestPath path) {
        super(exchange, context.settings().maxCookieCount());
        this.attributes = new RequestAttributes(exchange.connection().tlsSession());
        this.context = context;
        this.life = life;
        this.path = path;
        this.originalQuery = path.query();
        this.parameters = new RequestParameters(this, context.settings().parameterLimits());
        this.content = new RequestContent(this, exchange.requestBody());
        this.session = new RequestSession(this, response, context);
    }

    /** The container's request inside an application's wrappers. */
    static EngineRequest in(ServletRequest request) {
        ServletRequest inner = request;
        while (inner instanceof ServletRequestWrapper wrapper) {
            inner = wrapper.getRequest();
        }
        if (inner instanceof EngineRequest own) {
            return own;
        }
        throw new IllegalArgumentException(
                "Not a request of this container, nor a wrapper of one: " + request.getClass());
    }

    RequestLife life() {
        return life;
    }

    RequestAttributes attributes() {
        return attributes;
    }

    RequestParameters parameters() {
        return parameters;
    }

    RequestContent content() {
        return content;
    }

    RequestSession session() {
        return session;
    }

    RequestPath path() {
        return path;
    }

    void path(RequestPath value) {
        path = value;
    }

    @Nullable String originalQuery() {
        return originalQuery;
    }

    void dispatcherType(DispatcherType type) {
        dispatcherType = type;
    }

    @Nullable String methodInstead() {
        return methodInstead;
    }

    /** Answers this method instead of the client's, {@code null}: the client's. */
    void methodInstead(@Nullable String method) {
        methodInstead = method;
    }

    /** The servlet that the request is on its way to; returns the one before. */
    @Nullable ServletHolder entering(ServletHolder target) {
        ServletHolder before = servlet;
        servlet = target;
        return before;
    }

    String servletName() {
        return servlet == null ? "" : servlet.getServletName();
    }

    /** The class of the servlet that the request is on its way to; {@code null} if there is none. */
    @Nullable Class<?> servletType() {
        return servlet == null ? null : servlet.type();
    }

    @Nullable MultipartConfigElement multipartConfig() {
        return servlet == null ? null : servlet.multipartConfig();
    }

    /** Asynchronous operation is possible as long as every filter and servlet on the way supports it. */
    void enteringAsyncSupport(boolean supported) {
        asyncSupported &= supported;
    }

    void resetAsyncSupport() {
        asyncSupported = true;
    }

    @Override
    public String getMethod() {
        String instead = methodInstead;
        return instead == null ? head().method() : instead;
    }

    @Override
    public String getRequestURI() {
        return path.requestUri();
    }

    @Override
    public String getContextPath() {
        return path.contextPathFor(context.getContextPath());
    }

    @Override
    public String getServletPath() {
        return path.servletPath();
    }

    @Override
    public @Nullable String getPathInfo() {
        return path.pathInfo();
    }

    @Override
    public @Nullable String getPathTranslated() {
        String info = path.pathInfo();
        return info == null ? null : context.getRealPath(info);
    }

    @Override
    public @Nullable String getQueryString() {
        return path.query();
    }

    @Override
    public HttpServletMapping getHttpServletMapping() {
        return path.mapping();
    }

    @Override
    public DispatcherType getDispatcherType() {
        return dispatcherType;
    }

    @Override
    public ApplicationContext getServletContext() {
        return context;
    }

    @Override
    public @Nullable RequestDispatcher getRequestDispatcher(@Nullable String target) {
        if (target == null) {
            return null;
        }
        if (target.startsWith("/")) {
            return context.dispatching().dispatcher(target);
        }
        String own = path.requestUri().substring(path.contextPath().length());
        String folder = own.isEmpty() ? "/" : own.substring(0, own.lastIndexOf('/') + 1);
        return context.dispatching().dispatcher(folder + target);
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        return attributes.get(name);
    }

    @Override
    public Enumeration<String> getAttributeNames() {
        return attributes.names();
    }

    @Override
    public void setAttribute(String name, @Nullable Object value) {
        java.util.Objects.requireNonNull(name, "name");
        Object before = attributes.put(name, value);
        if (before != null || value != null) {
            context.listeners().requestAttributeChanged(context, this, name, before, value);
        }
    }

    @Override
    public void removeAttribute(String name) {
        setAttribute(name, null);
    }

    @Override
    public @Nullable String getParameter(String name) {
        String[] values = parameters.values(name);
        return values == null ? null : values[0];
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(parameters.map().keySet());
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        String[] values = parameters.values(name);
        return values == null ? null : values.clone();
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        return parameters.map();
    }

    @Override
    public @Nullable String getCharacterEncoding() {
        return content.encoding();
    }

    @Override
    public void setCharacterEncoding(@Nullable String encoding) throws UnsupportedEncodingException {
        content.encoding(encoding);
    }

    @Override
    public EngineInputStream getInputStream() {
        return content.stream();
    }

    @Override
    public BufferedReader getReader() throws IOException {
        return content.reader();
    }

    @Override
    public Collection<Part> getParts() throws IOException, ServletException {
        return content.allParts();
    }

    @Override
    public @Nullable Part getPart(String name) throws IOException, ServletException {
        for (Part part : content.allParts()) {
            if (part.getName().equals(name)) {
                return part;
            }
        }
        return null;
    }

    @Override
    public boolean isTrailerFieldsReady() {
        return content.rawStream().isFinished() || !content.rawStream().mayHaveTrailers();
    }

    @Override
    public Map<String, String> getTrailerFields() {
        if (!isTrailerFieldsReady()) {
            throw new IllegalStateException("The content has not been read to its end");
        }
        Map<String, String> fields = new HashMap<>();
        var trailers = content.rawStream().trailers();
        for (int i = 0; i < trailers.size(); i++) {
            fields.merge(trailers.name(i).toLowerCase(Locale.ROOT), trailers.value(i), (a, b) -> a + ", " + b);
        }
        return fields;
    }

    @Override
    public @Nullable HttpSession getSession(boolean create) {
        return session.get(create);
    }

    @Override
    public HttpSession getSession() {
        HttpSession found = session.get(true);
        return java.util.Objects.requireNonNull(found);
    }

    @Override
    public String changeSessionId() {
        return session.changeId();
    }

    @Override
    public @Nullable String getRequestedSessionId() {
        return session.requestedId();
    }

    @Override
    public boolean isRequestedSessionIdValid() {
        return session.isRequestedIdValid();
    }

    @Override
    public boolean isRequestedSessionIdFromCookie() {
        return session.isFromCookie();
    }

    @Override
    public boolean isRequestedSessionIdFromURL() {
        return session.isFromUrl();
    }

    @Override
    public AsyncContext startAsync() {
        return life.async().start(this, life.response(), false);
    }

    @Override
    public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
        return life.async().start(request, response, true);
    }

    @Override
    public boolean isAsyncStarted() {
        return life.isAsyncStarted();
    }

    @Override
    public boolean isAsyncSupported() {
        return asyncSupported;
    }

    @Override
    public AsyncContext getAsyncContext() {
        return life.asyncContext();
    }

    @Override
    public <T extends HttpUpgradeHandler> T upgrade(Class<T> handlerClass) throws ServletException {
        return life.upgrade(handlerClass);
    }
}
