package io.netpoll.servlet;

import io.netpoll.http.Handler;
import io.netpoll.servlet.resource.ContentCoding;
import io.netpoll.servlet.resource.WebResources;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A web application as Servlet 6.1 describes it, without deployment descriptors: its parts are registered by
 * {@linkplain Initializer initializers}. Its {@link #handler()} is what a server runs.
 *
 * <p>The life of an application: {@link Builder#build()}, {@link #initialize()}, {@link #loadOnStartup()}, any number of
 * requests, {@link #close()}. These are called by one thread at a time; requests come on any number of threads.
 */
public final class WebApplication implements AutoCloseable {

    private final ApplicationSettings settings;
    private final Path documentRoot;
    private final ApplicationContext context;
    private final ApplicationHandler handler;
    private boolean initialized;
    private boolean closed;

    private WebApplication(ApplicationSettings settings) {
        this.settings = settings;
        Path given = settings.documentRoot();
        this.documentRoot = given == null ? emptyRoot(settings.tempDirectory()) : given;
        this.context = new ApplicationContext(settings, new WebResources(documentRoot, settings.resourceUrls()));
        this.handler = new ApplicationHandler(context);
    }

    /** A folder for applications without a document root: the context's root is a resource all the same. */
    private static Path emptyRoot(Path tempDirectory) {
        try {
            return Files.createDirectories(tempDirectory.resolve("document-root"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A builder for an application at the root of the server. */
    public static Builder builder() {
        return new Builder();
    }

    /** The application's context, from the start on. */
    public ServletContext servletContext() {
        return context;
    }

    /**
     * Starts the application: runs the initializers in order, tells context listeners, initialises filters (Servlet 6.1
     * §10.12). What they throw comes out of here; the application is then of no use but to be closed.
     *
     * @throws ServletException as an initializer or a filter has thrown it
     * @throws IllegalStateException if the application has been initialised or closed
     */
    public void initialize() throws ServletException {
        if (initialized || closed) {
            throw new IllegalStateException("The application has been initialized or closed already");
        }
        initialized = true;
        ClassLoader outer = enter();
        try {
            start();
        } finally {
            Thread.currentThread().setContextClassLoader(outer);
        }
    }

    private void start() throws ServletException {
        if (settings.defaultServlet()) {
            DefaultServletRegistration.add(context);
        }
        for (String name : settings.listenerClassNames()) {
            context.addListener(name);
        }
        context.listeners().declared();
        for (Initializer initializer : settings.initializers()) {
            initializer.onStartup(context);
        }
        Path store = settings.sessionStoreDirectory();
        if (store != null) {
            context.sessions().load(store, settings.classLoader());
        }
        context.listeners().contextInitialized(context);
        context.registrations().close();
        context.registrations().initializeFilters();
    }

    /**
     * Initialises the servlets that ask for it, in ascending order of their value (Servlet 6.1 §2.3.1).
     *
     * @throws ServletException as a servlet has thrown it
     */
    public void loadOnStartup() throws ServletException {
        ClassLoader outer = enter();
        try {
            context.registrations().loadOnStartup();
        } finally {
            Thread.currentThread().setContextClassLoader(outer);
        }
    }

    /** Answers requests, once the application has been initialised. */
    public Handler handler() {
        return handler;
    }

    /**
     * Ends the application: servlets and filters are destroyed, sessions stored or ended, listeners told. Requests must have
     * ended. Does not throw; calls after the first do nothing.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        ClassLoader outer = enter();
        try {
            end();
        } finally {
            Thread.currentThread().setContextClassLoader(outer);
        }
    }

    private void end() {
        handler.close();
        context.registrations().destroyServlets(settings.events());
        context.registrations().destroyFilters(settings.events());
        Path store = settings.sessionStoreDirectory();
        if (store != null && initialized) {
            context.sessions().save(store);
        }
        context.sessions().close();
        context.listeners().contextDestroyed(context);
        if (settings.documentRoot() == null) {
            deleteEmptyRoot();
        }
    }

    private void deleteEmptyRoot() {
        try {
            Files.deleteIfExists(documentRoot);
        } catch (IOException e) {
            settings.events().listenerFailed(e);
        }
    }

    private ClassLoader enter() {
        ClassLoader outer = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(settings.classLoader());
        return outer;
    }

    /** Builds applications. Not safe for use by several threads. */
    public static final class Builder {

        private String contextPath = "";
        private String displayName = "application";
        private ClassLoader classLoader = defaultLoader();
        private @Nullable Path documentRoot;
        private List<URL> resourceUrls = List.of();
        private UnaryOperator<@Nullable String> mimeTypes = _ -> null;
        private Map<Locale, Charset> localeCharsets = Map.of();
        private @Nullable Path tempDirectory;
        private @Nullable Duration sessionTimeout = Duration.ofMinutes(30);
        private final List<Initializer> initializers = new ArrayList<>();
        private final List<ErrorPage> errorPages = new ArrayList<>();
        private boolean defaultServlet;
        private final List<String> listenerClassNames = new ArrayList<>();
        private UnaryOperator<Cookie> cookieProcessor = UnaryOperator.identity();
        private @Nullable String sessionCookieSameSite;
        private @Nullable Path sessionStoreDirectory;
        private long maxFormSize = 2 << 20;
        private int maxParameterCount = 1000;
        private int maxPartCount = 50;
        private int maxPartHeaderSize = 4096;
        private int maxCookieCount = 200;
        private int maxSessions = -1;
        private List<ContentCoding> precompressed = List.of();
        private boolean relativeRedirects;
        private boolean contextRootRedirect = true;
        private EngineListener events = EngineListener.NONE;

        private Builder() {}

        private static ClassLoader defaultLoader() {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            return loader == null ? WebApplication.class.getClassLoader() : loader;
        }

        /** The start of the paths that belong to the application: empty, or with a slash at its start and none at its end. */
        public Builder contextPath(String path) {
            contextPath = path;
            return this;
        }

        /** The application's name, {@link ServletContext#getServletContextName}. */
        public Builder displayName(String name) {
            displayName = name;
            return this;
        }

        /** The class loader of the threads that run the application's code. */
        public Builder classLoader(ClassLoader loader) {
            classLoader = loader;
            return this;
        }

        /** The directory with the application's static resources; {@code null}: none. */
        public Builder documentRoot(@Nullable Path directory) {
            documentRoot = directory;
            return this;
        }

        /** Jars and directories whose {@code META-INF/resources} hold further static resources. */
        public Builder resourceUrls(List<URL> urls) {
            resourceUrls = List.copyOf(urls);
            return this;
        }

        /** Tells the media type for a file name's extension without dot, or {@code null}. */
        public Builder mimeTypes(UnaryOperator<@Nullable String> extensionToType) {
            mimeTypes = extensionToType;
            return this;
        }

        /** The encodings that follow from a response's locale. */
        public Builder localeCharsets(Map<Locale, Charset> charsets) {
            localeCharsets = Map.copyOf(charsets);
            return this;
        }

        /** A directory for the application's own temporary files, which exists. Required. */
        public Builder tempDirectory(Path directory) {
            tempDirectory = directory;
            return this;
        }

        /** How long a session may be idle; {@code null}, zero or less: for ever. Half an hour unless set. */
        public Builder sessionTimeout(@Nullable Duration timeout) {
            sessionTimeout = timeout;
            return this;
        }

        /** Adds an initializer; they run in the order added. */
        public Builder initializer(Initializer initializer) {
            initializers.add(initializer);
            return this;
        }

        /**
         * Adds an initializer of the API's own kind, in the same order as the others. It is told of the classes that its
         * {@code HandlesTypes} matches (Servlet 6.1 §8.2.4); the engine looks for none itself.
         *
         * @param candidates the application's classes, of which those that match are handed to the initializer
         */
        public Builder initializer(ServletContainerInitializer initializer, Collection<Class<?>> candidates) {
            return initializer(new ContainerInitializer(initializer, candidates));
        }

        /** Adds an error page. */
        public Builder errorPage(ErrorPage page) {
            errorPages.add(page);
            return this;
        }

        /** Whether a servlet named {@code default} serves static resources at {@code /}, unless another is mapped there. */
        public Builder defaultServlet(boolean register) {
            defaultServlet = register;
            return this;
        }

        /** Adds a listener by its class; it is created before the initializers run. */
        public Builder listenerClassName(String className) {
            listenerClassNames.add(className);
            return this;
        }

        /** Sees each cookie that is added to a response, the session's included, and may change or replace it. */
        public Builder cookieProcessor(UnaryOperator<Cookie> processor) {
            cookieProcessor = processor;
            return this;
        }

        /** The session cookie's SameSite, whatever the processor says; empty: none; {@code null}: as the processor says. */
        public Builder sessionCookieSameSite(@Nullable String value) {
            sessionCookieSameSite = value;
            return this;
        }

        /** Where sessions are kept when the application is closed; {@code null}: they end with it. */
        public Builder sessionStoreDirectory(@Nullable Path directory) {
            sessionStoreDirectory = directory;
            return this;
        }

        /** The largest form in octets that is read for parameters; −1: any. 2 MiB unless set. */
        public Builder maxFormSize(long octets) {
            maxFormSize = octets;
            return this;
        }

        /** The largest number of parameters; −1: any. 1000 unless set. */
        public Builder maxParameterCount(int count) {
            maxParameterCount = count;
            return this;
        }

        /** The largest number of parts of a multipart request; −1: any. 50 unless set. */
        public Builder maxPartCount(int count) {
            maxPartCount = count;
            return this;
        }

        /**
         * The largest header of one part in octets; −1: any. 4096 unless set, enough for a name and a file name of any length
         * that a file system takes.
         */
        public Builder maxPartHeaderSize(int octets) {
            maxPartHeaderSize = octets;
            return this;
        }

        /** The largest number of cookies of a request; −1: any. 200 unless set. */
        public Builder maxCookieCount(int count) {
            maxCookieCount = count;
            return this;
        }

        /** The largest number of sessions at once; −1: any, unless set. */
        public Builder maxSessions(int count) {
            maxSessions = count;
            return this;
        }

        /**
         * Codings in which static resources lie beside the plain ones, the preferred one first; none unless set. Each costs
         * a look for another file.
         */
        public Builder precompressed(ContentCoding... codings) {
            precompressed = List.of(codings);
            return this;
        }

        /**
         * Whether a redirect to a relative URL is sent as it was given (RFC 9110 §10.2.2) and not made absolute; not unless set.
         */
        public Builder relativeRedirects(boolean asGiven) {
            relativeRedirects = asGiven;
            return this;
        }

        /**
         * Whether a request for the context path without a slash at its end is redirected to the one with it, as it is unless
         * set; otherwise the application answers it like that one.
         */
        public Builder contextRootRedirect(boolean redirect) {
            contextRootRedirect = redirect;
            return this;
        }

        /** Is told what the engine does not log itself. */
        public Builder events(EngineListener listener) {
            events = listener;
            return this;
        }

        /**
         * The application, not initialised yet.
         *
         * @throws IllegalStateException if there is no temporary directory
         * @throws IllegalArgumentException if the context path is none
         */
        public WebApplication build() {
            Path directory = tempDirectory;
            if (directory == null) {
                throw new IllegalStateException("An application has a temporary directory");
            }
            return new WebApplication(new ApplicationSettings(
                    contextPath,
                    displayName,
                    classLoader,
                    documentRoot,
                    resourceUrls,
                    mimeTypes,
                    localeCharsets,
                    directory,
                    sessionTimeout,
                    List.copyOf(initializers),
                    List.copyOf(errorPages),
                    defaultServlet,
                    List.copyOf(listenerClassNames),
                    cookieProcessor,
                    sessionCookieSameSite,
                    sessionStoreDirectory,
                    maxSessions,
                    new ParameterLimits(maxFormSize, maxParameterCount, maxPartCount, maxPartHeaderSize),
                    maxCookieCount,
                    precompressed,
                    relativeRedirects,
                    contextRootRedirect,
                    events));
        }
    }
}
