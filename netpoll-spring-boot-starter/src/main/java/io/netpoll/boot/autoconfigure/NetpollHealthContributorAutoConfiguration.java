package io.netpoll.boot.autoconfigure;

import io.netpoll.boot.ConfigurableNetpollWebServerFactory;
import io.netpoll.boot.NetpollWebServer;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;

/** Turns the application's health down when its server has failed, or shows clients a certificate that they will refuse. */
@AutoConfiguration(
        after = NetpollServletWebServerAutoConfiguration.class,
        beforeName = "org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration")
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(ConfigurableNetpollWebServerFactory.class)
@ConditionalOnEnabledHealthIndicator("netpoll")
public final class NetpollHealthContributorAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "netpollHealthIndicator")
    static NetpollHealthIndicator netpollHealthIndicator(ApplicationContext context) {
        return new NetpollHealthIndicator(() -> isHealthy(context), () -> certificateExpiries(context));
    }

    private static boolean isHealthy(ApplicationContext context) {
        NetpollWebServer server = server(context);
        return server == null || server.isHealthy();
    }

    private static Map<String, Instant> certificateExpiries(ApplicationContext context) {
        NetpollWebServer server = server(context);
        return server == null ? Map.of() : server.getCertificates().expiries();
    }

    private static @Nullable NetpollWebServer server(ApplicationContext context) {
        return context instanceof WebServerApplicationContext withServer
                        && withServer.getWebServer() instanceof NetpollWebServer netpoll
                ? netpoll
                : null;
    }
}
