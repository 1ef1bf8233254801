package io.netpoll.servlet;

import io.netpoll.servlet.path.UrlPattern;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletSecurityElement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The registration of a servlet as the application sees it (Servlet 6.1 §4.4.1). */
final class ServletHandle implements ServletRegistration.Dynamic {

    private final ServletHolder servlet;
    private final Registrations registrations;

    ServletHandle(ServletHolder servlet, Registrations registrations) {
        this.servlet = servlet;
        this.registrations = registrations;
    }

    ServletHolder holder() {
        return servlet;
    }

    @Override
    public Set<String> addMapping(String @Nullable ... urlPatterns) {
        registrations.requireOpen();
        if (urlPatterns == null || urlPatterns.length == 0) {
            throw new IllegalArgumentException("A mapping has at least one URL pattern");
        }
        List<UrlPattern> patterns = new ArrayList<>();
        for (String pattern : urlPatterns) {
            patterns.add(UrlPattern.of(pattern));
        }
        return registrations.map(servlet, patterns);
    }

    @Override
    public Collection<String> getMappings() {
        return registrations.mappingsOf(servlet);
    }

    @Override
    public @Nullable String getRunAsRole() {
        return servlet.runAsRole();
    }

    @Override
    public void setRunAsRole(@Nullable String roleName) {
        registrations.requireOpen();
        servlet.runAsRole(Objects.requireNonNull(roleName, "roleName"));
    }

    @Override
    public void setLoadOnStartup(int loadOnStartup) {
        registrations.requireOpen();
        servlet.loadOnStartup(loadOnStartup);
    }

    /** Nothing in this engine enforces constraints: accepting some would be a promise it does not keep. */
    @Override
    public Set<String> setServletSecurity(ServletSecurityElement constraint) {
        throw new UnsupportedOperationException("ServletRegistration.Dynamic.setServletSecurity");
    }

    @Override
    public void setMultipartConfig(MultipartConfigElement multipartConfig) {
        registrations.requireOpen();
        servlet.multipartConfig(Objects.requireNonNull(multipartConfig, "multipartConfig"));
    }

    @Override
    public void setAsyncSupported(boolean isAsyncSupported) {
        registrations.requireOpen();
        servlet.asyncSupported(isAsyncSupported);
    }

    @Override
    public String getName() {
        return servlet.getServletName();
    }

    @Override
    public String getClassName() {
        return servlet.className();
    }

    @Override
    public boolean setInitParameter(String name, String value) {
        registrations.requireOpen();
        return servlet.initParameters().set(name, value);
    }

    @Override
    public @Nullable String getInitParameter(String name) {
        return servlet.getInitParameter(name);
    }

    @Override
    public Set<String> setInitParameters(Map<String, String> initParameters) {
        registrations.requireOpen();
        return new LinkedHashSet<>(servlet.initParameters().setAll(initParameters));
    }

    @Override
    public Map<String, String> getInitParameters() {
        return servlet.initParameters().all();
    }
}
