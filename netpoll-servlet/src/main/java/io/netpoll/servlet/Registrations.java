package io.netpoll.servlet;

import io.netpoll.servlet.path.UrlPattern;
import io.netpoll.servlet.path.UrlPatternMap;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The application's servlets and filters with their mappings. Open until the application has been initialised. */
final class Registrations {

    private final ApplicationContext context;
    private final Map<String, ServletHandle> servlets = new LinkedHashMap<>();
    private final Map<String, FilterHandle> filters = new LinkedHashMap<>();
    private final Map<String, Mapped> patterns = new LinkedHashMap<>();
    private final FilterChains filterChains = new FilterChains();
    private final UrlPatternMap<ServletHolder> servletMap = new UrlPatternMap<>();
    private boolean closed;

    private record Mapped(UrlPattern pattern, ServletHolder servlet) {}

    Registrations(ApplicationContext context) {
        this.context = context;
    }

    void requireOpen() {
        if (closed) {
            throw new IllegalStateException("The application has been initialized already");
        }
    }

    /** Ends registration; from now on requests can be mapped. */
    void close() {
        if (!closed) {
            closed = true;
            filterChains.freeze();
            patterns.values().forEach(mapped -> servletMap.put(mapped.pattern(), mapped.servlet()));
        }
    }

    @Nullable ServletHandle addServlet(@Nullable String name, Class<? extends Servlet> type, @Nullable Servlet instance) {
        requireOpen();
        requireName(name, "servlet");
        if (name == null || servlets.containsKey(name)) {
            return null;
        }
        ServletHandle handle = new ServletHandle(new ServletHolder(context, name, type, instance), this);
        servlets.put(name, handle);
        return handle;
    }

    @Nullable FilterHandle addFilter(@Nullable String name, Class<? extends Filter> type, @Nullable Filter instance) {
        requireOpen();
        requireName(name, "filter");
        if (name == null || filters.containsKey(name)) {
            return null;
        }
        FilterHandle handle = new FilterHandle(new FilterHolder(context, name, type, instance), this);
        filters.put(name, handle);
        return handle;
    }

    private static void requireName(@Nullable String name, String what) {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("A " + what + " has a name");
        }
    }

    Map<String, ServletHandle> servlets() {
        return new LinkedHashMap<>(servlets);
    }

    Map<String, FilterHandle> filters() {
        return new LinkedHashMap<>(filters);
    }

    FilterChains filterChains() {
        return filterChains;
    }

    UrlPatternMap<ServletHolder> servletMap() {
        return servletMap;
    }

    /** Maps all patterns or, if one belongs to another servlet, none; returns those that do. */
    Set<String> map(ServletHolder servlet, List<UrlPattern> wanted) {
        Set<String> conflicts = new HashSet<>();
        for (UrlPattern pattern : wanted) {
            Mapped present = patterns.get(pattern.text());
            if (present != null
                    && present.servlet() != servlet
                    && !present.servlet().isOverridable()) {
                conflicts.add(pattern.text());
            }
        }
        if (conflicts.isEmpty()) {
            wanted.forEach(pattern -> patterns.put(pattern.text(), new Mapped(pattern, servlet)));
        }
        return conflicts;
    }

    List<String> mappingsOf(ServletHolder servlet) {
        List<String> texts = new ArrayList<>();
        patterns.values().forEach(mapped -> {
            if (mapped.servlet() == servlet) {
                texts.add(mapped.pattern().text());
            }
        });
        return texts;
    }

    void initializeFilters() throws ServletException {
        for (FilterHandle filter : filters.values()) {
            filter.holder().initialize();
        }
    }

    void loadOnStartup() throws ServletException {
        List<ServletHolder> ordered = servlets.values().stream()
                .map(ServletHandle::holder)
                .filter(servlet -> servlet.loadOnStartup() >= 0)
                .sorted(Comparator.comparingInt(ServletHolder::loadOnStartup))
                .toList();
        for (ServletHolder servlet : ordered) {
            servlet.initialize();
        }
    }

    void destroyServlets(EngineListener events) {
        servlets.values().forEach(handle -> guarded(events, handle.holder()::destroy));
    }

    void destroyFilters(EngineListener events) {
        filters.values().forEach(handle -> guarded(events, handle.holder()::destroy));
    }

    private static void guarded(EngineListener events, Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | LinkageError e) {
            events.listenerFailed(e);
        }
    }
}
