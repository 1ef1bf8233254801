package io.netpoll.servlet;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/** A registered filter and its life (Servlet 6.1 §6.2.1). */
final class FilterHolder implements FilterConfig {

    private final ApplicationContext context;
    private final String name;
    private final Class<? extends Filter> type;
    private final InitParameters initParameters = new InitParameters();
    private @Nullable Filter instance;
    private boolean initialized;
    private boolean asyncSupported;

    FilterHolder(ApplicationContext context, String name, Class<? extends Filter> type, @Nullable Filter instance) {
        this.context = context;
        this.name = name;
        this.type = type;
        this.instance = instance;
    }

    @Override
    public String getFilterName() {
        return name;
    }

    @Override
    public ServletContext getServletContext() {
        return context;
    }

    @Override
    public @Nullable String getInitParameter(String parameter) {
        return initParameters.get(parameter);
    }

    @Override
    public Enumeration<String> getInitParameterNames() {
        return initParameters.names();
    }

    InitParameters initParameters() {
        return initParameters;
    }

    String className() {
        return type.getName();
    }

    boolean isAsyncSupported() {
        return asyncSupported;
    }

    void asyncSupported(boolean value) {
        asyncSupported = value;
    }

    void initialize() throws ServletException {
        Filter filter = instance == null ? context.instantiate(type) : instance;
        instance = filter;
        filter.init(this);
        initialized = true;
    }

    void destroy() {
        Filter filter = instance;
        if (initialized && filter != null) {
            initialized = false;
            filter.destroy();
        }
    }

    Filter filter() {
        Filter filter = instance;
        if (filter == null) {
            throw new IllegalStateException("Filter " + name + " has not been initialized");
        }
        return filter;
    }
}
