package io.netpoll.boot.autoconfigure;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/** The servers of Spring Boot that may be on the class path beside netpoll. */
enum OtherServer {
    TOMCAT(
            "Tomcat",
            "org.springframework.boot:spring-boot-starter-tomcat",
            OtherServer.TOMCAT_AUTO_CONFIGURATION,
            "org.apache.catalina.startup.Tomcat"),
    JETTY(
            "Jetty",
            "org.springframework.boot:spring-boot-starter-jetty",
            OtherServer.JETTY_AUTO_CONFIGURATION,
            "org.eclipse.jetty.server.Server");

    static final String TOMCAT_AUTO_CONFIGURATION =
            "org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration";
    static final String JETTY_AUTO_CONFIGURATION =
            "org.springframework.boot.jetty.autoconfigure.servlet.JettyServletWebServerAutoConfiguration";

    private final String displayName;
    private final String starter;
    private final String autoConfiguration;
    private final String serverClass;

    OtherServer(String displayName, String starter, String autoConfiguration, String serverClass) {
        this.displayName = displayName;
        this.starter = starter;
        this.autoConfiguration = autoConfiguration;
        this.serverClass = serverClass;
    }

    /** The name that people call it by. */
    String displayName() {
        return displayName;
    }

    /** What brings it into an application. */
    String starter() {
        return starter;
    }

    private boolean isPresent(@Nullable ClassLoader classLoader) {
        return ClassUtils.isPresent(autoConfiguration, classLoader) && ClassUtils.isPresent(serverClass, classLoader);
    }

    /** Those on the class path that serve Servlet applications. */
    static List<OtherServer> present(@Nullable ClassLoader classLoader) {
        return Arrays.stream(values())
                .filter(server -> server.isPresent(classLoader))
                .toList();
    }
}
