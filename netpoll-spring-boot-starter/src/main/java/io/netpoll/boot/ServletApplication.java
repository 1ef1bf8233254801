package io.netpoll.boot;

import io.netpoll.http.Handler;
import io.netpoll.servlet.WebApplication;
import jakarta.servlet.ServletException;
import org.springframework.boot.web.server.AbstractConfigurableWebServerFactory.TempDirs;

/** A Servlet application and the temporary directories that end with it. */
final class ServletApplication implements HostedApplication {

    private final WebApplication application;
    private final TempDirs tempDirs;
    private final String contextPath;

    private ServletApplication(WebApplication application, TempDirs tempDirs, String contextPath) {
        this.application = application;
        this.tempDirs = tempDirs;
        this.contextPath = contextPath;
    }

    /**
     * Runs the application's initializers, listeners and filters.
     *
     * @throws ServletException if one of them fails; the application has then ended
     */
    static ServletApplication initialize(WebApplication application, TempDirs tempDirs, String contextPath)
            throws ServletException {
        ServletApplication servletApplication = new ServletApplication(application, tempDirs, contextPath);
        try {
            application.initialize();
            return servletApplication;
        } catch (ServletException | RuntimeException | Error e) {
            servletApplication.close();
            throw e;
        }
    }

    @Override
    public Handler handler() {
        return application.handler();
    }

    @Override
    public void beforeFirstStart() throws ServletException {
        application.loadOnStartup();
    }

    @Override
    public String startedSuffix() {
        return " with context path '" + (contextPath.isEmpty() ? "/" : contextPath) + "'";
    }

    @Override
    public void close() {
        try {
            application.close();
        } finally {
            tempDirs.cleanup();
        }
    }
}
