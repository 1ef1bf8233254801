package io.netpoll.boot.autoconfigure;

import io.netpoll.boot.ConfigurableNetpollWebServerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.cloud.CloudPlatform;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.server.autoconfigure.ServerProperties.ForwardHeadersStrategy;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/** Brings properties to every factory of netpoll, the management server's included. */
class NetpollWebServerFactoryCustomizer
        implements WebServerFactoryCustomizer<ConfigurableNetpollWebServerFactory>, Ordered {

    private static final Logger logger = LoggerFactory.getLogger(NetpollWebServerFactoryCustomizer.class);

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
        factory.addServerCustomizers(
                new PropertiesServerCustomizer(environment, serverProperties, properties, !management));
        if (wantsNativeForwardedHeaders()) {
            logger.warn("This version of netpoll does not read X-Forwarded-* headers itself: set"
                    + " 'server.forward-headers-strategy' to 'framework' to have Spring read them, or to 'none'");
        }
    }

    private boolean wantsNativeForwardedHeaders() {
        ForwardHeadersStrategy strategy = serverProperties.getForwardHeadersStrategy();
        if (strategy != null) {
            return strategy == ForwardHeadersStrategy.NATIVE;
        }
        CloudPlatform platform = CloudPlatform.getActive(environment);
        return platform != null && platform.isUsingForwardHeaders();
    }
}
