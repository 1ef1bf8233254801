package io.netpoll.boot;

import org.springframework.boot.web.server.ConfigurableWebServerFactory;

/**
 * What can be chosen about netpoll beyond what every web server offers. A
 * {@link org.springframework.boot.web.server.WebServerFactoryCustomizer} for this type reaches every factory of netpoll and
 * no other server's.
 */
public interface ConfigurableNetpollWebServerFactory extends ConfigurableWebServerFactory {

    /**
     * Adds customizers of the server's options.
     *
     * @param customizers applied to each server that the factory makes
     */
    void addServerCustomizers(NetpollServerCustomizer... customizers);

    /**
     * Adds observers of running servers.
     *
     * @param observers called each time a server of this factory starts
     */
    void addServerObservers(ServerObserver... observers);
}
