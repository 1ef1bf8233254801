package io.netpoll.boot.autoconfigure;

import io.netpoll.boot.NetpollApplicationCustomizer;
import io.netpoll.boot.NetpollServerCustomizer;
import io.netpoll.boot.NetpollServletWebServerFactory;
import jakarta.servlet.ServletRequest;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.autoconfigure.servlet.ServletWebServerConfiguration;
import org.springframework.boot.web.server.servlet.ServletWebServerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * Makes netpoll the server of a Servlet application. It comes before the configurations of Tomcat and Jetty, which yield to
 * the factory they find, and itself yields to a factory of the application.
 */
@AutoConfiguration(beforeName = {OtherServer.TOMCAT_AUTO_CONFIGURATION, OtherServer.JETTY_AUTO_CONFIGURATION})
@ConditionalOnClass({ServletRequest.class, NetpollServletWebServerFactory.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBooleanProperty(name = "netpoll.server.enabled", matchIfMissing = true)
@ConditionalOnNetpollUsable
@EnableConfigurationProperties(NetpollServletProperties.class)
@Import({ServletWebServerConfiguration.class, NetpollWebServerConfiguration.class})
public final class NetpollServletWebServerAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(value = ServletWebServerFactory.class, search = SearchStrategy.CURRENT)
    NetpollServletWebServerFactory netpollServletWebServerFactory(
            ObjectProvider<NetpollServerCustomizer> serverCustomizers,
            ObjectProvider<NetpollApplicationCustomizer> applicationCustomizers) {
        NetpollServletWebServerFactory factory = new NetpollServletWebServerFactory();
        factory.addServerCustomizers(serverCustomizers.orderedStream().toArray(NetpollServerCustomizer[]::new));
        factory.addApplicationCustomizers(
                applicationCustomizers.orderedStream().toArray(NetpollApplicationCustomizer[]::new));
        return factory;
    }

    /** Reaches a factory of the application's own as well. */
    @Bean
    WebServerFactoryCustomizer<NetpollServletWebServerFactory> netpollServletPropertiesCustomizer(
            NetpollServletProperties properties) {
        return factory -> factory.addApplicationCustomizers(new PropertiesApplicationCustomizer(properties));
    }
}
