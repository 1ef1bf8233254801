package io.netpoll.servlet;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import org.jspecify.annotations.Nullable;

/** A registered filter and its life (Servlet 6.1 §6.2.1). */
final class FilterHolder extends ComponentHolder<Filter> implements FilterConfig {

    private @Nullable Filter ready;

    FilterHolder(ApplicationContext context, String name, Class<? extends Filter> type, @Nullable Filter instance) {
        super(context, name, type, instance);
    }

    @Override
    public String getFilterName() {
        return name();
    }

    void initialize() throws ServletException {
        Filter filter = instance();
        filter.init(this);
        ready = filter;
    }

    void destroy() {
        Filter filter = ready;
        if (filter != null) {
            ready = null;
            filter.destroy();
        }
    }

    Filter filter() {
        Filter filter = ready;
        if (filter == null) {
            throw new IllegalStateException("Filter " + name() + " is not in service");
        }
        return filter;
    }
}
