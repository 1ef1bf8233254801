package io.netpoll.boot.autoconfigure;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * The paths that a busy server does not turn away: those of the actuator, so that whoever watches the application still sees
 * it, and does not take it for dead.
 */
final class ExemptPaths {

    private static final String ACTUATOR = "org.springframework.boot.actuate.endpoint.annotation.Endpoint";
    private static final String PROBES = "management.endpoint.health.probes.add-additional-paths";

    private ExemptPaths() {}

    /** Where the actuator is, on the application's port or on its own. */
    static List<String> ofActuator(Environment environment) {
        if (!ClassUtils.isPresent(ACTUATOR, ExemptPaths.class.getClassLoader())) {
            return List.of();
        }
        String root =
                path(environment, "server.servlet.context-path", "") + path(environment, "spring.mvc.servlet.path", "");
        Set<String> paths = new LinkedHashSet<>();
        String base = path(environment, "management.endpoints.web.base-path", "/actuator");
        if (!base.isEmpty()) {
            paths.add(root + base);
            paths.add(path(environment, "management.server.base-path", "") + base);
        }
        if (environment.getProperty(PROBES, Boolean.class, false)) {
            paths.add(root + "/livez");
            paths.add(root + "/readyz");
        }
        return List.copyOf(paths);
    }

    private static String path(Environment environment, String property, String otherwise) {
        String value = environment.getProperty(property, otherwise);
        String path = value.endsWith("/") ? value.substring(0, value.length() - 1) : value;
        return path.isEmpty() || path.startsWith("/") ? path : "/" + path;
    }
}
