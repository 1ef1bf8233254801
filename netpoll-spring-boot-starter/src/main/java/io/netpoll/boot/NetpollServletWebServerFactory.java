package io.netpoll.boot;

import io.netpoll.boot.accesslog.AccessLogSettings;
import io.netpoll.handler.AddressRanges;
import io.netpoll.server.ServerOptions;
import io.netpoll.servlet.WebApplication;
import jakarta.servlet.ServletException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.AbstractConfigurableWebServerFactory;
import org.springframework.boot.web.server.Http2;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.WebServerException;
import org.springframework.boot.web.server.servlet.ConfigurableServletWebServerFactory;
import org.springframework.boot.web.server.servlet.ServletWebServerSettings;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.context.ResourceLoaderAware;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.Assert;
import org.springframework.util.ClassUtils;

/**
 * Makes netpoll the server of a Servlet application. Building and customizing a factory has no side effects: no native code
 * is loaded and no thread started before {@link #getWebServer}, no descriptor opened before {@link WebServer#start}.
 */
public class NetpollServletWebServerFactory extends AbstractConfigurableWebServerFactory
        implements ConfigurableServletWebServerFactory, ConfigurableNetpollWebServerFactory, ResourceLoaderAware {

    private static final Logger logger = LoggerFactory.getLogger(NetpollServletWebServerFactory.class);

    private final ServletWebServerSettings settings = new ServletWebServerSettings();
    private final List<NetpollServerCustomizer> serverCustomizers = new ArrayList<>();
    private final List<NetpollApplicationCustomizer> applicationCustomizers = new ArrayList<>();
    private final List<ServerObserver> serverObservers = new ArrayList<>();
    private AccessLogSettings accessLog = new AccessLogSettings();
    private @Nullable AddressRanges proxies;
    private @Nullable ResourceLoader resourceLoader;

    /** A factory for servers on port 8080. */
    public NetpollServletWebServerFactory() {}

    /**
     * A factory for servers on a port.
     *
     * @param port the port; 0 for any free one, negative for servers that do not listen
     */
    public NetpollServletWebServerFactory(int port) {
        super(port);
    }

    @Override
    public ServletWebServerSettings getSettings() {
        return settings;
    }

    @Override
    public void setResourceLoader(ResourceLoader resourceLoader) {
        this.resourceLoader = resourceLoader;
    }

    @Override
    public void addServerCustomizers(NetpollServerCustomizer... customizers) {
        Assert.notNull(customizers, "'customizers' must not be null");
        serverCustomizers.addAll(List.of(customizers));
    }

    /**
     * Adds customizers of the application as the Servlet engine runs it.
     *
     * @param customizers applied to each application that the factory makes
     */
    public void addApplicationCustomizers(NetpollApplicationCustomizer... customizers) {
        Assert.notNull(customizers, "'customizers' must not be null");
        applicationCustomizers.addAll(List.of(customizers));
    }

    @Override
    public void addServerObservers(ServerObserver... observers) {
        Assert.notNull(observers, "'observers' must not be null");
        serverObservers.addAll(List.of(observers));
    }

    @Override
    public void setProxies(@Nullable AddressRanges proxies) {
        this.proxies = proxies;
    }

    @Override
    public AccessLogSettings getAccessLog() {
        return accessLog;
    }

    @Override
    public void setAccessLog(AccessLogSettings accessLog) {
        Assert.notNull(accessLog, "'accessLog' must not be null");
        this.accessLog = accessLog;
    }

    @Override
    public WebServer getWebServer(ServletContextInitializer... initializers) {
        BundleTlsContexts tls = tls();
        warnOfWhatIsIgnored();
        ServerOptions options = serverOptions();
        ServletApplication application = initializeApplication(initializers);
        return new NetpollWebServer(
                application,
                new ServerSettings(
                        options,
                        getAddress(),
                        getPort(),
                        proxies,
                        tls,
                        getShutdown(),
                        List.copyOf(serverObservers),
                        accessLog));
    }

    private ServletApplication initializeApplication(ServletContextInitializer... initializers) {
        TempDirs tempDirs = new TempDirs(getPort());
        ServletApplicationFactory factory = new ServletApplicationFactory(settings, applicationCustomizers);
        try {
            Path tempDirectory = tempDirs.createTempDir("netpoll");
            WebApplication application = factory.create(classLoader(), tempDirectory, getErrorPages(), initializers);
            return ServletApplication.initialize(application, tempDirs, factory.contextPath());
        } catch (ServletException | RuntimeException e) {
            tempDirs.cleanup();
            throw new WebServerException("Unable to initialize the application for netpoll", e);
        }
    }

    private ClassLoader classLoader() {
        ClassLoader classLoader = resourceLoader != null ? resourceLoader.getClassLoader() : null;
        if (classLoader == null) {
            classLoader = ClassUtils.getDefaultClassLoader();
        }
        return classLoader != null ? classLoader : ClassLoader.getSystemClassLoader();
    }

    private ServerOptions serverOptions() {
        ServerOptions.Builder options = ServerOptions.builder()
                .name(ServerNames.forPort(Ssl.isEnabled(getSsl()), getPort()))
                .compression(CompressionSettings.of(getCompression()));
        if (getServerHeader() != null) {
            options.serverHeader(getServerHeader());
        }
        List<NetpollServerCustomizer> ordered = new ArrayList<>(serverCustomizers);
        AnnotationAwareOrderComparator.sort(ordered);
        ordered.forEach(customizer -> customizer.customize(options));
        return options.build();
    }

    private @Nullable BundleTlsContexts tls() {
        Ssl ssl = getSsl();
        if (ssl == null || !ssl.isEnabled()) {
            return null;
        }
        BundleTlsContexts contexts = new BundleTlsContexts(ssl, getSslBundle(), getServerNameSslBundles());
        SslBundles bundles = getSslBundles();
        if (bundles != null) {
            contexts.follow(ssl, bundles);
        }
        return contexts;
    }

    private void warnOfWhatIsIgnored() {
        Http2 http2 = getHttp2();
        if (http2 != null && http2.isEnabled()) {
            logger.warn("This version of netpoll has no HTTP/2: 'server.http2.enabled' is ignored, HTTP/1.1 is served");
        }
    }
}
