package io.netpoll.boot.autoconfigure;

import io.micrometer.core.instrument.MeterRegistry;
import io.netpoll.boot.ConfigurableNetpollWebServerFactory;
import io.netpoll.boot.metrics.NetpollMetricsObserver;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/** Publishes what a netpoll server tells of itself, where there is a registry to publish to. */
@AutoConfiguration(
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnWebApplication
@ConditionalOnClass(MeterRegistry.class)
public final class NetpollMetricsAutoConfiguration {

    @Bean
    @ConditionalOnBean(MeterRegistry.class)
    @ConditionalOnMissingBean
    static NetpollMetricsObserver netpollMetricsObserver(ObjectProvider<MeterRegistry> registry) {
        return new NetpollMetricsObserver(registry::getObject);
    }

    @Bean
    @ConditionalOnBean(NetpollMetricsObserver.class)
    static WebServerFactoryCustomizer<ConfigurableNetpollWebServerFactory> netpollMetricsFactoryCustomizer(
            NetpollMetricsObserver observer) {
        return new ObservingFactoryCustomizer(observer);
    }
}
