package io.netpoll.servlet;

import io.netpoll.servlet.path.UrlPattern;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The registration of a filter as the application sees it (Servlet 6.1 §4.4.2). */
final class FilterHandle implements FilterRegistration.Dynamic {

    private final FilterHolder filter;
    private final Registrations registrations;

    FilterHandle(FilterHolder filter, Registrations registrations) {
        this.filter = filter;
        this.registrations = registrations;
    }

    FilterHolder holder() {
        return filter;
    }

    @Override
    public void addMappingForServletNames(
            @Nullable EnumSet<DispatcherType> dispatcherTypes,
            boolean isMatchAfter,
            String @Nullable ... servletNames) {
        for (String name : require(servletNames, "servlet names")) {
            FilterMapping mapping = new FilterMapping(filter, types(dispatcherTypes), null, name);
            registrations.filterChains().add(mapping, isMatchAfter);
        }
    }

    @Override
    public void addMappingForUrlPatterns(
            @Nullable EnumSet<DispatcherType> dispatcherTypes, boolean isMatchAfter, String @Nullable ... urlPatterns) {
        for (String pattern : require(urlPatterns, "URL patterns")) {
            FilterMapping mapping = new FilterMapping(filter, types(dispatcherTypes), UrlPattern.of(pattern), null);
            registrations.filterChains().add(mapping, isMatchAfter);
        }
    }

    private String[] require(String @Nullable [] values, String what) {
        registrations.requireOpen();
        if (values == null || values.length == 0) {
            throw new IllegalArgumentException("A filter mapping has " + what);
        }
        return values;
    }

    private static Set<DispatcherType> types(@Nullable EnumSet<DispatcherType> types) {
        return types == null || types.isEmpty() ? EnumSet.of(DispatcherType.REQUEST) : EnumSet.copyOf(types);
    }

    @Override
    public Collection<String> getServletNameMappings() {
        return registrations.filterChains().mappings().stream()
                .filter(mapping -> mapping.filter() == filter)
                .map(FilterMapping::servletName)
                .filter(Objects::nonNull)
                .toList();
    }

    @Override
    public Collection<String> getUrlPatternMappings() {
        return registrations.filterChains().mappings().stream()
                .filter(mapping -> mapping.filter() == filter)
                .map(FilterMapping::pattern)
                .filter(Objects::nonNull)
                .map(UrlPattern::text)
                .toList();
    }

    @Override
    public void setAsyncSupported(boolean isAsyncSupported) {
        registrations.requireOpen();
        filter.asyncSupported(isAsyncSupported);
    }

    @Override
    public String getName() {
        return filter.getFilterName();
    }

    @Override
    public String getClassName() {
        return filter.className();
    }

    @Override
    public boolean setInitParameter(String name, String value) {
        registrations.requireOpen();
        return filter.initParameters().set(name, value);
    }

    @Override
    public @Nullable String getInitParameter(String name) {
        return filter.getInitParameter(name);
    }

    @Override
    public Set<String> setInitParameters(Map<String, String> initParameters) {
        registrations.requireOpen();
        return filter.initParameters().setAll(initParameters);
    }

    @Override
    public Map<String, String> getInitParameters() {
        return filter.initParameters().all();
    }
}
