package io.netpoll.boot.autoconfigure;

import io.netpoll.boot.ConfigurableNetpollWebServerFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/** Brings properties to every factory of netpoll, the management server's included. */
class NetpollWebServerFactoryCustomizer
        implements WebServerFactoryCustomizer<ConfigurableNetpollWebServerFactory>, Ordered {

    private final Environment environment;
    private final ServerProperties serverProperties;
    private final NetpollServerProperties properties;
    private final boolean management;

    /**
     * A customizer.
     *
     * @param management whether the factory is the management server's
     */
    NetpollWebServerFactoryCustomizer(
            Environment environment,
            ServerProperties serverProperties,
            NetpollServerProperties properties,
            boolean management) {
        this.environment = environment;
        this.serverProperties = serverProperties;
        this.properties = properties;
        this.management = management;
    }

    @Override
    public int getOrder() {
        return 0;
    }

    @Override
    public void customize(ConfigurableNetpollWebServerFactory factory) {
        Binder binder = Binder.get(environment);
        TomcatFallbacks.apply(binder, properties);
        AccessLogCheck.check(properties.getAccesslog(), binder);
        ShutdownCheck.check(properties.getShutdown(), serverProperties.getShutdown(), binder);
        factory.setAccessLog(properties.getAccesslog());
        if (!management) {
            factory.setProxies(properties.getProxyProtocol().proxies());
        }
        factory.addServerCustomizers(
                new PropertiesServerCustomizer(environment, serverProperties, properties, !management));
    }
}
