package io.netpoll.servlet;

import jakarta.servlet.DispatcherType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which filters a request passes (Servlet 6.1 §6.2.4): first those mapped by URL pattern, then those mapped by servlet
 * name, each filter once. Where every pattern of a kind of dispatch matches everything, as is usual, the chain of a servlet
 * is made once.
 */
final class FilterChains {

    private static final FilterHolder[] NONE = new FilterHolder[0];

    private final List<FilterMapping> before = new ArrayList<>();
    private final List<FilterMapping> after = new ArrayList<>();
    private final Map<DispatcherType, OfType> types = new EnumMap<>(DispatcherType.class);

    private static final class OfType {
        private final List<FilterMapping> byPath = new ArrayList<>();
        private final List<FilterMapping> byName = new ArrayList<>();
        private final Map<ServletHolder, FilterHolder[]> chains = new ConcurrentHashMap<>();
        private boolean dependsOnPath;
    }

    /**
     * Adds a mapping.
     *
     * @param matchAfter whether it comes after those added without this flag
     */
    void add(FilterMapping mapping, boolean matchAfter) {
        (matchAfter ? after : before).add(mapping);
    }

    List<FilterMapping> mappings() {
        List<FilterMapping> all = new ArrayList<>(before);
        all.addAll(after);
        return all;
    }

    /** Sorts the mappings by kind of dispatch; none may be added later. */
    void freeze() {
        for (DispatcherType type : DispatcherType.values()) {
            OfType chains = new OfType();
            for (FilterMapping mapping : mappings()) {
                if (mapping.types().contains(type)) {
                    (mapping.pattern() == null ? chains.byName : chains.byPath).add(mapping);
                    chains.dependsOnPath |= mapping.pattern() != null && !mapping.matchesEverything();
                }
            }
            types.put(type, chains);
        }
    }

    /**
     * The filters for a dispatch.
     *
     * @param path the path within the application; {@code null} for a dispatch by name, which no pattern matches
     */
    FilterHolder[] find(DispatcherType type, @Nullable String path, ServletHolder servlet) {
        OfType chains = types.get(type);
        if (chains == null || (chains.byPath.isEmpty() && chains.byName.isEmpty())) {
            return NONE;
        }
        if (chains.dependsOnPath || path == null) {
            return select(chains, path, servlet);
        }
        FilterHolder[] known = chains.chains.get(servlet);
        if (known == null) {
            known = select(chains, path, servlet);
            chains.chains.put(servlet, known);
        }
        return known;
    }

    private static FilterHolder[] select(OfType chains, @Nullable String path, ServletHolder servlet) {
        Set<FilterHolder> filters = new LinkedHashSet<>();
        for (FilterMapping mapping : chains.byPath) {
            if (mapping.matchesPath(path)) {
                filters.add(mapping.filter());
            }
        }
        for (FilterMapping mapping : chains.byName) {
            if (mapping.matchesServlet(servlet.getServletName())) {
                filters.add(mapping.filter());
            }
        }
        return filters.toArray(NONE);
    }
}
