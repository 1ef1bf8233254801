package io.netpoll.boot.autoconfigure;

import io.netpoll.boot.ConfigurableNetpollWebServerFactory;
import io.netpoll.boot.ServerObserver;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

/** Has an observer watch each server of a factory. */
record ObservingFactoryCustomizer(ServerObserver observer)
        implements WebServerFactoryCustomizer<ConfigurableNetpollWebServerFactory>, Ordered {

    @Override
    public int getOrder() {
        return 0;
    }

    @Override
    public void customize(ConfigurableNetpollWebServerFactory factory) {
        factory.addServerObservers(observer);
    }
}
