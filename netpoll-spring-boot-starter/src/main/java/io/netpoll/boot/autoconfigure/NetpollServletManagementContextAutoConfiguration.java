package io.netpoll.boot.autoconfigure;

import io.netpoll.boot.NetpollServletWebServerFactory;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.actuate.autoconfigure.web.server.ConditionalOnManagementPort;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextFactory;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.server.servlet.ServletWebServerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/**
 * Serves the actuator on a port of its own with netpoll as well. Every server on the class path contributes such a bean:
 * ours has a name that no other uses, and is preferred.
 */
@AutoConfiguration
@ConditionalOnClass({NetpollServletWebServerFactory.class, ManagementContextFactory.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnManagementPort(ManagementPortType.DIFFERENT)
@ConditionalOnBooleanProperty(name = "netpoll.server.enabled", matchIfMissing = true)
@ConditionalOnNetpollUsable
public final class NetpollServletManagementContextAutoConfiguration {

    @Bean
    @Primary
    static ManagementContextFactory netpollServletManagementContextFactory() {
        return new ManagementContextFactory(
                WebApplicationType.SERVLET,
                ServletWebServerFactory.class,
                NetpollServletWebServerAutoConfiguration.class);
    }
}
