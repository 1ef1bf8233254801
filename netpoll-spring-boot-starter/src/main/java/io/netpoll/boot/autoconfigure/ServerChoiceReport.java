package io.netpoll.boot.autoconfigure;

import io.netpoll.boot.ConfigurableNetpollWebServerFactory;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.web.server.servlet.ServletWebServerFactory;
import org.springframework.core.env.Environment;

/** Warns, once per application, when the server in use may not be the one that somebody expects. */
class ServerChoiceReport implements SmartInitializingSingleton {

    private static final Logger logger = LoggerFactory.getLogger(ServerChoiceReport.class);

    private final ObjectProvider<ServletWebServerFactory> factory;
    private final List<OtherServer> others;
    private final Optional<String> obstacle;
    private final Environment environment;

    ServerChoiceReport(
            ObjectProvider<ServletWebServerFactory> factory,
            Environment environment,
            @Nullable ClassLoader classLoader) {
        this.environment = environment;
        this.factory = factory;
        this.others = OtherServer.present(classLoader);
        this.obstacle = PlatformSupport.current().obstacle();
    }

    @Override
    public void afterSingletonsInstantiated() {
        ServletWebServerFactory inUse = factory.getIfUnique();
        if (inUse instanceof ConfigurableNetpollWebServerFactory) {
            reportLeftAside();
        }
        if (inUse == null || others.isEmpty()) {
            return;
        }
        if (inUse instanceof ConfigurableNetpollWebServerFactory) {
            logger.warn(
                    "netpoll serves this application; {} is on the class path too and is not used. Exclude {}, or set"
                            + " 'netpoll.server.enabled' to false to use it",
                    others.stream().map(OtherServer::displayName).collect(Collectors.joining(" and ")),
                    others.stream().map(OtherServer::starter).collect(Collectors.joining(" and ")));
        } else {
            obstacle.ifPresent(reason -> logger.warn(
                    "netpoll cannot run here, {} serves this application instead: {}",
                    others.getFirst().displayName(),
                    reason));
        }
    }

    private void reportLeftAside() {
        SortedSet<String> leftAside = OtherServerProperties.leftAside(environment);
        if (!leftAside.isEmpty()) {
            logger.warn(
                    "netpoll serves this application, so these properties of other servers have no effect: {}",
                    String.join(", ", leftAside));
        }
    }
}
