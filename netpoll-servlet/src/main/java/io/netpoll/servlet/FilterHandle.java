package io.netpoll.servlet;

import io.netpoll.servlet.path.UrlPattern;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The registration of a filter as the application sees it (Servlet 6.1 §4.4.2). */
final class FilterHandle extends ComponentHandle<FilterHolder> implements FilterRegistration.Dynamic {

    FilterHandle(FilterHolder filter, Registrations registrations) {
        super(filter, registrations);
    }

    @Override
    public void addMappingForServletNames(
            @Nullable EnumSet<DispatcherType> dispatcherTypes,
            boolean isMatchAfter,
            String @Nullable ... servletNames) {
        for (String name : require(servletNames, "servlet names")) {
            FilterMapping mapping = new FilterMapping(holder(), types(dispatcherTypes), null, name);
            registrations().filterChains().add(mapping, isMatchAfter);
        }
    }

    @Override
    public void addMappingForUrlPatterns(
            @Nullable EnumSet<DispatcherType> dispatcherTypes, boolean isMatchAfter, String @Nullable ... urlPatterns) {
        for (String pattern : require(urlPatterns, "URL patterns")) {
            FilterMapping mapping = new FilterMapping(holder(), types(dispatcherTypes), UrlPattern.of(pattern), null);
            registrations().filterChains().add(mapping, isMatchAfter);
        }
    }

    private String[] require(String @Nullable [] values, String what) {
        registrations().requireOpen();
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
        return registrations().filterChains().mappings().stream()
                .filter(mapping -> mapping.filter() == holder())
                .map(FilterMapping::servletName)
                .filter(Objects::nonNull)
                .toList();
    }

    @Override
    public Collection<String> getUrlPatternMappings() {
        return registrations().filterChains().mappings().stream()
                .filter(mapping -> mapping.filter() == holder())
                .map(FilterMapping::pattern)
                .filter(Objects::nonNull)
                .map(UrlPattern::text)
                .toList();
    }
}
