package io.netpoll.boot.autoconfigure;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

/** The settings for other servers that an application has, and that netpoll leaves aside. */
final class OtherServerProperties {

    private static final List<ConfigurationPropertyName> OTHERS = List.of(
            ConfigurationPropertyName.of("server.tomcat"),
            ConfigurationPropertyName.of("server.jetty"),
            ConfigurationPropertyName.of("server.netty"));

    private OtherServerProperties() {}

    /** Their names, in order. */
    static SortedSet<String> leftAside(Environment environment) {
        SortedSet<String> names = new TreeSet<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource iterable) {
                for (ConfigurationPropertyName name : iterable) {
                    if (OTHERS.stream().anyMatch(other -> other.isAncestorOf(name)) && !isTaken(name)) {
                        names.add(name.toString());
                    }
                }
            }
        }
        return names;
    }

    private static boolean isTaken(ConfigurationPropertyName name) {
        String text = name.toString();
        return text.startsWith(TomcatFallbacks.TOMCAT)
                && TomcatFallbacks.takes(text.substring(TomcatFallbacks.TOMCAT.length()));
    }
}
