package io.netpoll.servlet;

import io.netpoll.servlet.path.UrlPattern;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletSecurityElement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The registration of a servlet as the application sees it (Servlet 6.1 §4.4.1). */
final class ServletHandle extends ComponentHandle<ServletHolder> implements ServletRegistration.Dynamic {

    ServletHandle(ServletHolder servlet, Registrations registrations) {
        super(servlet, registrations);
    }

    @Override
    public Set<String> addMapping(String @Nullable ... urlPatterns) {
        registrations().requireOpen();
        if (urlPatterns == null || urlPatterns.length == 0) {
            throw new IllegalArgumentException("A mapping has at least one URL pattern");
        }
        List<UrlPattern> patterns = new ArrayList<>();
        for (String pattern : urlPatterns) {
            patterns.add(UrlPattern.of(pattern));
        }
        return registrations().map(holder(), patterns);
    }

    @Override
    public Collection<String> getMappings() {
        return registrations().mappingsOf(holder());
    }

    @Override
    public @Nullable String getRunAsRole() {
        return holder().runAsRole();
    }

    @Override
    public void setRunAsRole(@Nullable String roleName) {
        registrations().requireOpen();
        holder().runAsRole(Objects.requireNonNull(roleName, "roleName"));
    }

    @Override
    public void setLoadOnStartup(int loadOnStartup) {
        registrations().requireOpen();
        holder().loadOnStartup(loadOnStartup);
    }

    /** Nothing in this engine enforces constraints: accepting some would be a promise it does not keep. */
    @Override
    public Set<String> setServletSecurity(ServletSecurityElement constraint) {
        throw new UnsupportedOperationException("ServletRegistration.Dynamic.setServletSecurity");
    }

    @Override
    public void setMultipartConfig(MultipartConfigElement multipartConfig) {
        registrations().requireOpen();
        holder().multipartConfig(Objects.requireNonNull(multipartConfig, "multipartConfig"));
    }
}
