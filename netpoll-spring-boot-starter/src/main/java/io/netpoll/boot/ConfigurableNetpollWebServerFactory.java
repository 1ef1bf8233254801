package io.netpoll.boot;

import io.netpoll.boot.accesslog.AccessLogSettings;
import io.netpoll.handler.AddressRanges;
import org.jspecify.annotations.Nullable;
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

    /**
     * Sets who says, by the PROXY protocol, which clients connect to the port of the servers that the factory makes; the
     * further listeners of their options have their own.
     *
     * @param proxies the proxies that may connect; {@code null}, the default, if clients connect themselves
     */
    void setProxies(@Nullable AddressRanges proxies);

    /** The access log of the servers that the factory makes; not enabled unless somebody has done so. */
    AccessLogSettings getAccessLog();

    /**
     * Sets the access log.
     *
     * @param accessLog used as it is when a server starts
     */
    void setAccessLog(AccessLogSettings accessLog);
}
