package io.netpoll.boot;

import io.netpoll.servlet.ErrorPage;
import io.netpoll.servlet.WebApplication;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.server.Cookie.SameSite;
import org.springframework.boot.web.server.servlet.DocumentRoot;
import org.springframework.boot.web.server.servlet.ServletContextInitializers;
import org.springframework.boot.web.server.servlet.ServletWebServerSettings;
import org.springframework.boot.web.server.servlet.Session;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;

/** Translates what Boot knows about a Servlet application into the terms of the engine. */
final class ServletApplicationFactory {

    private final ServletWebServerSettings settings;

    private final List<NetpollApplicationCustomizer> customizers;

    ServletApplicationFactory(ServletWebServerSettings settings, List<NetpollApplicationCustomizer> customizers) {
        this.settings = settings;
        this.customizers = new ArrayList<>(customizers);
        AnnotationAwareOrderComparator.sort(this.customizers);
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
                .mimeTypes(this::mimeType)
                .documentRoot(documentRoot())
                .resourceUrls(settings.getStaticResourceUrls())
                .events(new LoggingEngineListener());
        if (settings.getDisplayName() != null) {
            builder.displayName(settings.getDisplayName());
        }
        settings.getWebListenerClassNames().forEach(builder::listenerClassName);
        errorPages.forEach(page -> builder.errorPage(errorPage(page)));
        configureSessions(builder);
        addInitializers(builder, initializers);
        customizers.forEach(customizer -> customizer.customize(builder));
        return builder.build();
    }

    String contextPath() {
        return settings.getContextPath().toString();
    }

    private @Nullable String mimeType(@Nullable String extension) {
        return extension != null ? settings.getMimeMappings().get(extension) : null;
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
        builder.cookieProcessor(new SameSiteCookies(settings.getCookieSameSiteSuppliers()));
        builder.sessionCookieSameSite(sameSite(session.getCookie().getSameSite()));
        if (session.isPersistent()) {
            builder.sessionStoreDirectory(
                    session.getSessionStoreDirectory().getValidDirectory(true).toPath());
        }
    }

    /** In the engine's terms: {@code null} leaves the choice to the suppliers, an empty text to nobody. */
    private static @Nullable String sameSite(@Nullable SameSite sameSite) {
        if (sameSite == null) {
            return null;
        }
        return sameSite == SameSite.OMITTED ? "" : sameSite.attributeValue();
    }

    private void addInitializers(WebApplication.Builder builder, ServletContextInitializer... initializers) {
        for (ServletContextInitializer initializer : ServletContextInitializers.from(settings, initializers)) {
            builder.initializer(initializer::onStartup);
        }
    }
}
