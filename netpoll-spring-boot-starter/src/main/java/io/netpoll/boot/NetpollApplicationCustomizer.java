package io.netpoll.boot;

import io.netpoll.servlet.WebApplication;

/**
 * Changes how the Servlet engine runs the application, before it is built. Beans of this type in the application's context
 * are applied to its server, in the order that {@link org.springframework.core.annotation.AnnotationAwareOrderComparator}
 * gives them. The one that carries the properties {@code netpoll.server.servlet.*} has order 0, so a customizer without an
 * order runs after it and has the last word.
 */
@FunctionalInterface
public interface NetpollApplicationCustomizer {

    /**
     * Changes the application.
     *
     * @param application holds what Spring Boot and earlier customizers have chosen
     */
    void customize(WebApplication.Builder application);
}
