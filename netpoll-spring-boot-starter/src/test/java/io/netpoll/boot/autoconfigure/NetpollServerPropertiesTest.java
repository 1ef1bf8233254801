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
        "stall-threshold, -1ms, stallThreshold",
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
        "half-close-grace, 0s, halfCloseGrace",
        "remote-ip.internal-proxies, 10.0.0.0/33, remoteIp.internalProxies",
        "remote-ip.trusted-proxies, proxy.example, remoteIp.trustedProxies",
        "remote-ip.remote-ip-header, a b, remoteIp.remoteIpHeader",
        "remote-ip.protocol-header, a:, remoteIp.protocolHeader",
        "remote-ip.protocol-header-https-value, '', remoteIp.protocolHeaderHttpsValue",
        "remote-ip.host-header, (, remoteIp.hostHeader",
        "remote-ip.port-header, @, remoteIp.portHeader",
        "proxy-protocol.trusted-proxies, 10.0.0.0/33, proxyProtocol.trustedProxies",
        "proxy-protocol.trusted-proxies, '', proxyProtocol.trustedProxies",
        "listeners[0].proxy-protocol.trusted-proxies, proxy.example, listeners[0].proxyProtocol.trustedProxies",
        "max-waiting-requests, -2, maxWaitingRequests",
        "max-request-wait, -1s, maxRequestWait",
        "request-timeout, -1s, requestTimeout",
        "shutdown.delay, -1s, shutdown.delay",
        "shutdown.slow-request-after, -1ms, shutdown.slowRequestAfter",
        "shutdown.stream-timeout, -1s, shutdown.streamTimeout",
        "shutdown.stream-types, text, shutdown.streamTypes",
        "shutdown.timeout, -1s, shutdown.timeout",
        "exempt-paths, health, exemptPaths",
        "exempt-paths, /health/, exemptPaths",
        "listeners[0].address, 127.0.0.1, listeners[0]",
        "listeners[0].port, 65536, listeners[0].port",
        "listeners[0].descriptor, -1, listeners[0].descriptor"
    })
    void valueThatCannotBeFailsTheStartByItsName(String property, String value, String field) {
        runner.withPropertyValues("netpoll.server." + property + "=" + value).run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .isInstanceOf(BindValidationException.class)
                .hasMessageContaining("'netpoll.server' on field '" + field + "'"));
    }

    @ParameterizedTest
    @CsvSource({
        "port=1, path=/x, ''",
        "port=1, descriptor=3, ''",
        "port=1, mode=0600, .mode",
        "path=/x, mode=rwx, .mode",
        "path=/x, mode=0800, .mode",
        "path=/x, address=127.0.0.1, .address"
    })
    void listenerThatContradictsItselfFailsTheStartByItsName(String one, String other, String field) {
        String prefix = "netpoll.server.listeners[0].";
        runner.withPropertyValues(prefix + one, prefix + other).run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .isInstanceOf(BindValidationException.class)
                .hasMessageContaining("'netpoll.server' on field 'listeners[0]" + field + "'"));
    }

    @ParameterizedTest
    @CsvSource({"0660, rw-rw----", "0751, rwxr-x--x", "600, rw-------", "rwxrwxrwx, rwxrwxrwx"})
    void modeIsOctalOrSymbolic(String mode, String expected) {
        ListenerProperties listener = new ListenerProperties();
        listener.setPath("/run/app.sock");
        listener.setMode(mode);
        assertThat(listener.toListenAddress()).hasToString("/run/app.sock (" + expected + ")");
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
