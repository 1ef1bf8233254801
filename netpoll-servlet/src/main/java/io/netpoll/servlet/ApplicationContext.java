package io.netpoll.servlet;

import io.netpoll.servlet.path.CanonicalPath;
import io.netpoll.servlet.resource.Resource;
import io.netpoll.servlet.resource.WebResources;
import io.netpoll.servlet.session.SessionStore;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.descriptor.JspConfigDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.time.InstantSource;
import java.util.Enumeration;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The application's {@link ServletContext} (Servlet 6.1 §4). */
final class ApplicationContext extends RegistrationMethods {

    private static final int MAJOR_VERSION = 6;
    private static final int MINOR_VERSION = 1;

    private final ApplicationSettings settings;
    private final WebResources resources;
    private final Listeners listeners;
    private final ContextAttributes attributes;
    private final InitParameters initParameters = new InitParameters();
    private final Registrations registrations;
    private final Instances instances;
    private final SessionStore sessions;
    private final SessionTracking tracking;
    private final DefaultCharsets charsets;
    private final Dispatching dispatching;

    ApplicationContext(ApplicationSettings settings, WebResources resources) {
        this.settings = settings;
        this.resources = resources;
        this.listeners = new Listeners(settings.events());
        this.attributes = new ContextAttributes(this, listeners);
        this.registrations = new Registrations(this);
        this.instances = new Instances(settings.classLoader());
        this.sessions = new SessionStore(this, listeners, InstantSource.system(), settings.maxSessions());
        this.sessions.timeoutSeconds(settings.sessionTimeoutSeconds());
        this.tracking = new SessionTracking(registrations, settings);
        this.charsets = new DefaultCharsets(registrations, settings.localeCharsets());
        this.dispatching = new Dispatching(this);
        attributes.set(TEMPDIR, settings.tempDirectory().toFile());
    }

    ApplicationSettings settings() {
        return settings;
    }

    WebResources resources() {
        return resources;
    }

    @Override
    Listeners listeners() {
        return listeners;
    }

    @Override
    Registrations registrations() {
        return registrations;
    }

    SessionStore sessions() {
        return sessions;
    }

    SessionTracking tracking() {
        return tracking;
    }

    DefaultCharsets charsets() {
        return charsets;
    }

    Dispatching dispatching() {
        return dispatching;
    }

    EngineListener events() {
        return settings.events();
    }

    @Override
    Instances instances() {
        return instances;
    }

    <T> T instantiate(Class<T> type) throws ServletException {
        return instances.create(type);
    }

    @Override
    public String getContextPath() {
        return settings.contextPath();
    }

    @Override
    public @Nullable ServletContext getContext(@Nullable String uripath) {
        return uripath != null && (uripath + "/").startsWith(settings.contextPath() + "/") ? this : null;
    }

    @Override
    public int getMajorVersion() {
        return MAJOR_VERSION;
    }

    @Override
    public int getMinorVersion() {
        return MINOR_VERSION;
    }

    @Override
    public int getEffectiveMajorVersion() {
        return MAJOR_VERSION;
    }

    @Override
    public int getEffectiveMinorVersion() {
        return MINOR_VERSION;
    }

    @Override
    public @Nullable String getMimeType(@Nullable String file) {
        int dot = file == null ? -1 : file.lastIndexOf('.');
        if (file == null || dot < 0 || file.indexOf('/', dot) >= 0) {
            return null;
        }
        UnaryOperator<@Nullable String> types = settings.mimeTypes();
        return types.apply(file.substring(dot + 1));
    }

    @Override
    public @Nullable Set<String> getResourcePaths(@Nullable String path) {
        String canonical = canonical(path);
        return canonical == null ? null : resources.list(canonical);
    }

    @Override
    public @Nullable URL getResource(String path) throws MalformedURLException {
        if (!path.startsWith("/")) {
            throw new MalformedURLException("A resource's path starts with a slash: " + path);
        }
        String canonical = canonical(path);
        Resource resource = canonical == null ? null : resources.find(canonical);
        return resource == null ? null : resource.url();
    }

    @Override
    public @Nullable InputStream getResourceAsStream(@Nullable String path) {
        String canonical = canonical(path);
        Resource resource = canonical == null ? null : resources.find(canonical);
        if (resource == null || resource.isDirectory()) {
            return null;
        }
        try {
            return resource.open();
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public @Nullable String getRealPath(@Nullable String path) {
        if (path == null) {
            return null;
        }
        String canonical = canonical(path.startsWith("/") ? path : "/" + path);
        return canonical == null ? null : resources.realPath(canonical);
    }

    /**
     * The paths given to these methods are not encoded (the API's Javadoc wants them canonical in the sense of §3.5.2, of
     * which only dot and empty segments apply).
     */
    private static @Nullable String canonical(@Nullable String path) {
        return path == null || !path.startsWith("/") ? null : CanonicalPath.ofDecoded(path);
    }

    @Override
    public @Nullable RequestDispatcher getRequestDispatcher(@Nullable String path) {
        return path == null || !path.startsWith("/") ? null : dispatching.dispatcher(path);
    }

    @Override
    public @Nullable RequestDispatcher getNamedDispatcher(@Nullable String name) {
        ServletHandle servlet = name == null ? null : registrations.servlets().get(name);
        return servlet == null ? null : new NamedDispatcher(this, servlet.holder());
    }

    @Override
    public void log(String message) {
        events().logged(message, null);
    }

    @Override
    public void log(String message, Throwable throwable) {
        events().logged(message, throwable);
    }

    @Override
    public String getServerInfo() {
        String version = ApplicationContext.class.getPackage().getImplementationVersion();
        return version == null ? "netpoll" : "netpoll/" + version;
    }

    @Override
    public @Nullable String getInitParameter(String name) {
        return initParameters.get(name);
    }

    @Override
    public Enumeration<String> getInitParameterNames() {
        return initParameters.names();
    }

    @Override
    public boolean setInitParameter(String name, @Nullable String value) {
        registrations.requireOpen();
        java.util.Objects.requireNonNull(name, "name");
        return initParameters.set(name, value);
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
    public void setAttribute(String name, @Nullable Object object) {
        attributes.set(name, object);
    }

    @Override
    public void removeAttribute(String name) {
        attributes.remove(name);
    }

    @Override
    public String getServletContextName() {
        return settings.displayName();
    }

    @Override
    public SessionCookieConfig getSessionCookieConfig() {
        return tracking.cookieSettings();
    }

    @Override
    public void setSessionTrackingModes(Set<SessionTrackingMode> sessionTrackingModes) {
        tracking.modes(sessionTrackingModes);
    }

    @Override
    public Set<SessionTrackingMode> getDefaultSessionTrackingModes() {
        return SessionTracking.defaultModes();
    }

    @Override
    public Set<SessionTrackingMode> getEffectiveSessionTrackingModes() {
        return tracking.modes();
    }

    @Override
    public @Nullable JspConfigDescriptor getJspConfigDescriptor() {
        return null;
    }

    @Override
    public ClassLoader getClassLoader() {
        return settings.classLoader();
    }

    /** Roles mean something only to a login mechanism of the container, and this one has none. */
    @Override
    public void declareRoles(String... roleNames) {
        registrations.requireOpen();
        for (String role : roleNames) {
            if (role == null || role.isEmpty()) {
                throw new IllegalArgumentException("A role has a name");
            }
        }
    }

    @Override
    public String getVirtualServerName() {
        return "netpoll";
    }

    @Override
    public int getSessionTimeout() {
        return (sessions.timeoutSeconds() + 59) / 60;
    }

    @Override
    public void setSessionTimeout(int sessionTimeout) {
        registrations.requireOpen();
        sessions.timeoutSeconds(Math.max(0, sessionTimeout) * 60);
    }

    @Override
    public @Nullable String getRequestCharacterEncoding() {
        return charsets.request();
    }

    @Override
    public void setRequestCharacterEncoding(@Nullable String encoding) {
        charsets.request(encoding);
    }

    @Override
    public @Nullable String getResponseCharacterEncoding() {
        return charsets.response();
    }

    @Override
    public void setResponseCharacterEncoding(@Nullable String encoding) {
        charsets.response(encoding);
    }
}
