package io.netpoll.servlet;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;

/** One request on its way through filters to a servlet (Servlet 6.1 §6.2.2). */
final class ChainRun implements FilterChain {

    private final EngineRequest base;
    private final FilterHolder[] filters;
    private final ServletHolder servlet;
    private int position;

    ChainRun(EngineRequest base, FilterHolder[] filters, ServletHolder servlet) {
        this.base = base;
        this.filters = filters;
        this.servlet = servlet;
    }

    /** A filter may call this more than once: each time what comes after it runs again. */
    @Override
    public void doFilter(ServletRequest request, ServletResponse response) throws IOException, ServletException {
        int here = position;
        if (here == filters.length) {
            base.enteringAsyncSupport(servlet.isAsyncSupported());
            servlet.service(request, response);
            return;
        }
        position = here + 1;
        try {
            FilterHolder filter = filters[here];
            base.enteringAsyncSupport(filter.isAsyncSupported());
            filter.filter().doFilter(request, response, this);
        } finally {
            position = here;
        }
    }
}
