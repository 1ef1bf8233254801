package io.netpoll.boot.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionalOnNotWarDeployment;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** What each context with a netpoll server needs, the management server's context included. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnNotWarDeployment
@EnableConfigurationProperties(NetpollServerProperties.class)
class NetpollWebServerConfiguration {

    @Bean
    NetpollWebServerFactoryCustomizer netpollWebServerFactoryCustomizer(
            ApplicationContext context,
            Environment environment,
            ServerProperties serverProperties,
            NetpollServerProperties properties) {
        boolean management = WebServerApplicationContext.hasServerNamespace(context, "management");
        return new NetpollWebServerFactoryCustomizer(environment, serverProperties, properties, management);
    }
}
