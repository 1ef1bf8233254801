package io.netpoll.boot;

import io.netpoll.servlet.ErrorPage;
import io.netpoll.servlet.WebApplication;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.Cookie;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.server.Cookie.SameSite;
import org.springframework.boot.web.server.servlet.CookieSameSiteSupplier;
import org.springframework.boot.web.server.servlet.DocumentRoot;
import org.springframework.boot.web.server.servlet.ServletContextInitializers;
import org.springframework.boot.web.server.servlet.ServletWebServerSettings;
import org.springframework.boot.web.server.servlet.Session;
import org.springframework.boot.web.servlet.ServletContextInitializer;

/** Translates what Boot knows about a Servlet application into the terms of the engine. */
final class ServletApplicationFactory {

    private static final String DEFAULT_SESSION_COOKIE = "JSESSIONID";

    private final ServletWebServerSettings settings;

    ServletApplicationFactory(ServletWebServerSettings settings) {
        this.settings = settings;
    }

    WebApplication create(
            ClassLoader classLoader,
            Path tempDirectory,
            Iterable<? extends org.springframework.boot.web.error.ErrorPage> errorPages,
            ServletContextInitializer... initializers) {
        WebApplication.Builder builder = WebApplication.builder()
                .contextPath(contextPath())
                .classLoader(classLoader)
                .tempDirectory(tempDirectory)
                .defaultServlet(settings.isRegisterDefaultServlet())
                .localeCharsets(settings.getLocaleCharsetMappings())
                .mimeTypes(settings.getMimeMappings()::get)
                .documentRoot(documentRoot())
                .resourceUrls(settings.getStaticResourceUrls());
        if (settings.getDisplayName() != null) {
            builder.displayName(settings.getDisplayName());
        }
        settings.getWebListenerClassNames().forEach(builder::listenerClassName);
        errorPages.forEach(page -> builder.errorPage(errorPage(page)));
        configureSessions(builder);
        addInitializers(builder, initializers);
        return builder.build();
    }

    String contextPath() {
        return settings.getContextPath().toString();
    }

    private @Nullable Path documentRoot() {
        DocumentRoot documentRoot = new DocumentRoot(LogFactory.getLog(NetpollServletWebServerFactory.class));
        documentRoot.setDirectory(settings.getDocumentRoot());
        File directory = documentRoot.getValidDirectory();
        // An archive that the application was started from has its static content on the class path.
        return directory != null && directory.isDirectory() ? directory.toPath() : null;
    }

    private static ErrorPage errorPage(org.springframework.boot.web.error.ErrorPage page) {
        Integer status = page.getStatus() != null ? page.getStatusCode() : null;
        return new ErrorPage(Objects.requireNonNull(page.getPath()), status, page.getException());
    }

    private void configureSessions(WebApplication.Builder builder) {
        Session session = settings.getSession();
        builder.sessionTimeout(session.getTimeout());
        if (session.isPersistent()) {
            builder.sessionStoreDirectory(
                    session.getSessionStoreDirectory().getValidDirectory(true).toPath());
        }
    }

    private void addInitializers(WebApplication.Builder builder, ServletContextInitializer... initializers) {
        SessionCookieName sessionCookieName = new SessionCookieName();
        builder.initializer(sessionCookieName::remember);
        for (ServletContextInitializer initializer : ServletContextInitializers.from(settings, initializers)) {
            builder.initializer(initializer::onStartup);
        }
        builder.cookieProcessor(cookieProcessor(sessionCookieName));
    }

    /** The property for the session's cookie precedes every supplier; without it suppliers see that cookie too. */
    private UnaryOperator<Cookie> cookieProcessor(SessionCookieName sessionCookieName) {
        List<CookieSameSiteSupplier> suppliers = new ArrayList<>();
        SameSite sessionSameSite = settings.getSession().getCookie().getSameSite();
        if (sessionSameSite != null) {
            suppliers.add(CookieSameSiteSupplier.of(sessionSameSite).whenHasName(sessionCookieName::get));
        }
        suppliers.addAll(settings.getCookieSameSiteSuppliers());
        return suppliers.isEmpty() ? UnaryOperator.identity() : new SameSiteCookies(suppliers);
    }

    /** Known once the application's initializers have had their say. */
    private static final class SessionCookieName {

        private @Nullable ServletContext context;

        void remember(ServletContext context) {
            this.context = context;
        }

        String get() {
            String name = context != null ? context.getSessionCookieConfig().getName() : null;
            return name != null ? name : DEFAULT_SESSION_COOKIE;
        }
    }
}
