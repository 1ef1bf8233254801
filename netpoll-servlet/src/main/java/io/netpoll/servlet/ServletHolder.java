package io.netpoll.servlet;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.UnavailableException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A registered servlet and its life (Servlet 6.1 §2.3). */
final class ServletHolder extends ComponentHolder<Servlet> implements ServletConfig {

    private static final long FOR_EVER = Long.MAX_VALUE;

    private final Object lock = new Object();
    private volatile @Nullable Servlet ready;
    private volatile long unavailableUntil;
    private int loadOnStartup = -1;
    private boolean overridable;
    private @Nullable MultipartConfigElement multipartConfig;
    private @Nullable String runAsRole;

    ServletHolder(ApplicationContext context, String name, Class<? extends Servlet> type, @Nullable Servlet instance) {
        super(context, name, type, instance);
    }

    @Override
    public String getServletName() {
        return name();
    }

    int loadOnStartup() {
        return loadOnStartup;
    }

    void loadOnStartup(int value) {
        loadOnStartup = value;
    }

    /** Whether a pattern of this servlet may be taken over by another. */
    boolean isOverridable() {
        return overridable;
    }

    void overridable(boolean value) {
        overridable = value;
    }

    @Nullable MultipartConfigElement multipartConfig() {
        return multipartConfig;
    }

    void multipartConfig(MultipartConfigElement value) {
        multipartConfig = value;
    }

    @Nullable String runAsRole() {
        return runAsRole;
    }

    void runAsRole(@Nullable String value) {
        runAsRole = value;
    }

    void service(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        Servlet servlet = ready;
        if (servlet == null || unavailableUntil != 0) {
            servlet = initialize();
        }
        try {
            servlet.service(request, response);
        } catch (UnavailableException e) {
            unavailable(e);
            throw e;
        }
    }

    /** Initialises the servlet unless that has been done; threads that come meanwhile wait. */
    Servlet initialize() throws ServletException {
        synchronized (lock) {
            requireAvailable();
            Servlet servlet = ready;
            if (servlet == null) {
                servlet = instance();
                try {
                    servlet.init(this);
                } catch (UnavailableException e) {
                    unavailable(e);
                    throw e;
                }
                ready = servlet;
            }
            return servlet;
        }
    }

    /** Takes the servlet out of service (§2.3.4); harmless if it is not in service. */
    void destroy() {
        synchronized (lock) {
            Servlet servlet = ready;
            ready = null;
            if (servlet != null) {
                servlet.destroy();
            }
        }
    }

    private void requireAvailable() throws UnavailableException {
        long until = unavailableUntil;
        if (until == 0) {
            return;
        }
        if (until == FOR_EVER) {
            throw new UnavailableException("Servlet " + name() + " is not available any more");
        }
        long left = until - System.currentTimeMillis();
        if (left > 0) {
            throw new UnavailableException("Servlet " + name() + " is not available", (int) ((left + 999) / 1000));
        }
        unavailableUntil = 0;
    }

    private void unavailable(UnavailableException e) {
        unavailableUntil = e.isPermanent() ? FOR_EVER : System.currentTimeMillis() + e.getUnavailableSeconds() * 1000L;
        if (e.isPermanent()) {
            destroy();
        }
    }
}
