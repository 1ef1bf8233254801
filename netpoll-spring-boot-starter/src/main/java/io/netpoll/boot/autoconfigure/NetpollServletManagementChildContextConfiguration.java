package io.netpoll.boot.autoconfigure;

import io.netpoll.boot.ConfigurableNetpollWebServerFactory;
import io.netpoll.boot.NetpollServletWebServerFactory;
import io.netpoll.boot.accesslog.AccessLogSettings;
import java.util.Objects;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.actuate.autoconfigure.web.server.AccessLogCustomizer;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** What only the management server has: an access log of its own. */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
@ConditionalOnClass(NetpollServletWebServerFactory.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBooleanProperty(name = "netpoll.server.enabled", matchIfMissing = true)
@ConditionalOnNetpollUsable
@EnableConfigurationProperties(NetpollManagementProperties.class)
final class NetpollServletManagementChildContextConfiguration {

    @Bean
    PrefixCustomizer netpollManagementAccessLogCustomizer(NetpollManagementProperties properties) {
        return new PrefixCustomizer(properties.getAccesslog().getPrefix());
    }

    /** Two servers must not write to one file. */
    static final class PrefixCustomizer extends AccessLogCustomizer<ConfigurableNetpollWebServerFactory> {

        PrefixCustomizer(String prefix) {
            super(prefix);
        }

        @Override
        public void customize(ConfigurableNetpollWebServerFactory factory) {
            AccessLogSettings settings = factory.getAccessLog();
            factory.setAccessLog(settings.withPrefix(Objects.requireNonNull(customizePrefix(settings.getPrefix()))));
        }
    }
}
