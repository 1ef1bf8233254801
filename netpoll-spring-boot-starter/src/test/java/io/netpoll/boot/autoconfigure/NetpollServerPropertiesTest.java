package io.netpoll.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.validation.BindValidationException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

class NetpollServerPropertiesTest {

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withUserConfiguration(WithProperties.class);

    @ParameterizedTest
    @CsvSource({
        "reactors, 0, reactors",
        "platform-threads, 0, platformThreads",
        "max-connections, -1, maxConnections",
        "accept-backlog, 0, acceptBacklog",
        "max-in-flight, 0, maxInFlight",
        "max-keep-alive-requests, 0, maxKeepAliveRequests",
        "max-keep-alive-requests, -2, maxKeepAliveRequests",
        "max-header-count, 0, maxHeaderCount",
        "handshake-timeout, 0s, handshakeTimeout",
        "head-timeout, 0s, headTimeout",
        "body-timeout, -1s, bodyTimeout",
        "keep-alive-timeout, 0s, keepAliveTimeout",
        "write-timeout, 0s, writeTimeout",
        "minimum-rate, -1, minimumRate",
        "minimum-rate-grace, 0s, minimumRateGrace",
        "max-connection-age, -1s, maxConnectionAge",
        "half-close-grace, 0s, halfCloseGrace"
    })
    void valueThatCannotBeFailsTheStartByItsName(String property, String value, String field) {
        runner.withPropertyValues("netpoll.server." + property + "=" + value).run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .isInstanceOf(BindValidationException.class)
                .hasMessageContaining("'netpoll.server' on field '" + field + "'"));
    }

    @ParameterizedTest
    @CsvSource({"max-keep-alive-requests, -1", "max-keep-alive-requests, 1", "head-timeout, 1ms", "reactors, 64"})
    void valueAtTheBorderIsTaken(String property, String value) {
        runner.withPropertyValues("netpoll.server." + property + "=" + value)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(NetpollServerProperties.class)
    static class WithProperties {}
}
