package io.netpoll.boot;

import io.netpoll.server.ServerOptions;

/**
 * Changes the options of a netpoll server before it is built. Beans of this type in the application's context are applied
 * to its server; a management server on a port of its own has a context of its own and takes the beans of that.
 *
 * <p>Customizers run in the order that {@link org.springframework.core.annotation.AnnotationAwareOrderComparator} gives
 * them. The one that carries the properties {@code netpoll.server.*} has order 0, so a customizer without an order runs
 * after it and has the last word.
 */
@FunctionalInterface
public interface NetpollServerCustomizer {

    /**
     * Changes options.
     *
     * @param options holds what earlier customizers have chosen
     */
    void customize(ServerOptions.Builder options);
}
