package io.netpoll.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.handler.CompressionOptions;
import io.netpoll.handler.ForwardedOptions;
import io.netpoll.server.HandlerMode;
import io.netpoll.server.ServerOptions;
import io.netpoll.server.ShutdownOptions;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.mock.env.MockEnvironment;

class PropertiesServerCustomizerTest {

    private final MockEnvironment environment = new MockEnvironment();

    static Stream<Arguments> properties() {
        return Stream.of(
                property("handler-mode", "platform", ServerOptions::handlerMode, HandlerMode.PLATFORM),
                property("handler-mode", "loop", ServerOptions::handlerMode, HandlerMode.LOOP),
                property("stall-threshold", "2ms", ServerOptions::stallThreshold, Duration.ofMillis(2)),
                property("reactors", "3", ServerOptions::reactors, 3),
                property("platform-threads", "7", ServerOptions::platformThreads, 7),
                property("max-connections", "11", ServerOptions::maxConnections, 11),
                property("reject-when-full", "true", ServerOptions::rejectWhenFull, true),
                property("accept-backlog", "13", ServerOptions::acceptBacklog, 13),
                property("max-in-flight", "17", ServerOptions::maxInFlight, 17),
                property("max-keep-alive-requests", "19", ServerOptions::maxKeepAliveRequests, 19),
                property("max-header-count", "23", ServerOptions::maxHeaderCount, 23),
                property("handshake-timeout", "28s", ServerOptions::handshakeTimeout, Duration.ofSeconds(28)),
                property("head-timeout", "29s", ServerOptions::headTimeout, Duration.ofSeconds(29)),
                property("body-timeout", "31s", ServerOptions::bodyTimeout, Duration.ofSeconds(31)),
                property("keep-alive-timeout", "37s", ServerOptions::keepAliveTimeout, Duration.ofSeconds(37)),
                property("write-timeout", "41s", ServerOptions::writeTimeout, Duration.ofSeconds(41)),
                property("minimum-rate", "47", ServerOptions::minimumRate, 47),
                property("minimum-rate-grace", "53s", ServerOptions::minimumRateGrace, Duration.ofSeconds(53)),
                property("max-connection-age", "59m", ServerOptions::maxConnectionAge, Duration.ofMinutes(59)),
                property("half-close-grace", "43ms", ServerOptions::halfCloseGrace, Duration.ofMillis(43)),
                property("max-request-body-size", "61KB", ServerOptions::maxRequestBodySize, 61L * 1024),
                property("max-swallow-size", "-1B", ServerOptions::maxSwallowSize, -1L),
                property("max-waiting-requests", "67", ServerOptions::maxWaitingRequests, 67),
                property("max-request-wait", "71s", ServerOptions::maxRequestWait, Duration.ofSeconds(71)),
                property("request-timeout", "73s", ServerOptions::requestTimeout, Duration.ofSeconds(73)),
                property("exempt-paths", "/a,/b", ServerOptions::exemptPaths, List.of("/a", "/b")),
                shutdown("delay", "1s", ShutdownOptions::delay, Duration.ofSeconds(1)),
                shutdown("slow-request-after", "3s", ShutdownOptions::slowRequestAfter, Duration.ofSeconds(3)),
                shutdown("stream-timeout", "2s", ShutdownOptions::streamTimeout, Duration.ofSeconds(2)),
                shutdown("stream-types", "a/b,c/d", ShutdownOptions::streamTypes, List.of("a/b", "c/d")),
                shutdown("timeout", "79s", ShutdownOptions::timeout, Duration.ofSeconds(79)));
    }

    private static <T> Arguments property(String name, String value, Function<ServerOptions, T> option, T expected) {
        return Arguments.of(name, value, option, expected);
    }

    private static <T> Arguments shutdown(String name, String value, Function<ShutdownOptions, T> option, T expected) {
        return property("shutdown." + name, value, options -> option.apply(options.shutdown()), expected);
    }

    @ParameterizedTest(name = "{0}={1}")
    @MethodSource("properties")
    void propertyReachesTheServer(String name, String value, Function<ServerOptions, ?> option, Object expected) {
        assertThat(option.apply(options())).as("default").isNotEqualTo(expected);
        environment.setProperty("netpoll.server." + name, value);
        assertThat(option.apply(options())).isEqualTo(expected);
    }

    @Test
    void defaultsAreThoseOfTheServer() {
        assertThat(options())
                .isEqualTo(ServerOptions.builder()
                        .exemptPaths(List.of("/actuator"))
                        .build());
    }

    @Test
    void exemptPathsAreThoseOfTheActuator() {
        environment.setProperty("server.servlet.context-path", "/app");
        environment.setProperty("spring.mvc.servlet.path", "/");
        environment.setProperty("management.endpoints.web.base-path", "/manage/");
        environment.setProperty("management.server.base-path", "/base");
        environment.setProperty("management.endpoint.health.probes.add-additional-paths", "true");
        assertThat(options().exemptPaths()).containsExactly("/app/manage", "/base/manage", "/app/livez", "/app/readyz");
        environment.setProperty("management.endpoints.web.base-path", "/");
        assertThat(options().exemptPaths()).containsExactly("/app/livez", "/app/readyz");
    }

    @Test
    void headSizeIsBootsProperty() {
        environment.setProperty("server.max-http-request-header-size", "40KB");
        assertThat(options().maxHeadSize()).isEqualTo(40 * 1024);
    }

    @Test
    void headSizeThatCannotBeIsNamed() {
        environment.setProperty("server.max-http-request-header-size", "10B");
        Assertions.assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
                .isThrownBy(this::options)
                .withMessageContaining("server.max-http-request-header-size");
    }

    @ParameterizedTest
    @CsvSource({
        "      ,         ,            , false",
        "native,         ,            , true",
        "none  ,         ,            , false",
        "framework,      ,            , false",
        "      ,kubernetes,           , true",
        "none  ,kubernetes,           , false",
        "      ,         ,X-Real-IP   , true"
    })
    void headersOfProxiesAreReadIfWanted(String strategy, String platform, String header, boolean read) {
        set("server.forward-headers-strategy", strategy);
        set("spring.main.cloud-platform", platform);
        set("netpoll.server.remote-ip.remote-ip-header", header);
        assertThat(options().forwarded() != null).isEqualTo(read);
    }

    @Test
    void propertiesOfProxiesReachTheServer() {
        environment.setProperty("server.forward-headers-strategy", "native");
        assertThat(options().forwarded()).isEqualTo(ForwardedOptions.builder().build());
        environment.setProperty("netpoll.server.remote-ip.internal-proxies", "10.0.0.0/8,::1");
        environment.setProperty("netpoll.server.remote-ip.trusted-proxies", "192.0.2.0/24");
        environment.setProperty("netpoll.server.remote-ip.remote-ip-header", "A");
        environment.setProperty("netpoll.server.remote-ip.protocol-header", "B");
        environment.setProperty("netpoll.server.remote-ip.protocol-header-https-value", "on");
        environment.setProperty("netpoll.server.remote-ip.host-header", "");
        environment.setProperty("netpoll.server.remote-ip.port-header", "C");
        environment.setProperty("netpoll.server.remote-ip.rfc7239", "true");
        assertThat(options().forwarded())
                .isEqualTo(ForwardedOptions.builder()
                        .internalProxies(List.of("10.0.0.0/8", "::1"))
                        .trustedProxies(List.of("192.0.2.0/24"))
                        .clientField("A")
                        .protocolField("B")
                        .secureProtocol("on")
                        .hostField(null)
                        .portField("C")
                        .rfc7239(true)
                        .build());
    }

    @Test
    void entityTagsAreWeakenedWhereThereIsCompression() {
        environment.setProperty("netpoll.server.compression.weaken-etags", "true");
        assertThat(options().compression()).isNull();
        ServerOptions.Builder builder = ServerOptions.builder();
        builder.compression(CompressionOptions.builder().minimumSize(7).build());
        customize(builder);
        assertThat(builder.compression())
                .isEqualTo(CompressionOptions.builder()
                        .minimumSize(7)
                        .weakenEntityTags(true)
                        .build());
    }

    private void set(String name, @Nullable String value) {
        if (value != null) {
            environment.setProperty(name, value);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "      ,         , VIRTUAL",
        "true  ,         , VIRTUAL",
        "false ,         , PLATFORM",
        "false , virtual , VIRTUAL",
        "true  , platform, PLATFORM"
    })
    void handlerModePrecedesVirtualThreads(String virtualThreads, String handlerMode, HandlerMode expected) {
        if (virtualThreads != null) {
            environment.setProperty("spring.threads.virtual.enabled", virtualThreads);
        }
        if (handlerMode != null) {
            environment.setProperty("netpoll.server.handler-mode", handlerMode);
        }
        assertThat(options().handlerMode()).isEqualTo(expected);
    }

    /** It is stopped after the application's server: nobody has to notice anything before that. */
    @Test
    void managementServerHasNoDelay() {
        environment.setProperty("netpoll.server.shutdown.delay", "1s");
        environment.setProperty("netpoll.server.shutdown.timeout", "2s");
        ServerOptions.Builder builder = ServerOptions.builder();
        customize(builder, false);
        ShutdownOptions phases = builder.build().shutdown();
        assertThat(phases.delay()).isZero();
        assertThat(phases.timeout()).hasSeconds(2);
    }

    private ServerOptions options() {
        ServerOptions.Builder builder = ServerOptions.builder();
        customize(builder);
        return builder.build();
    }

    private void customize(ServerOptions.Builder builder) {
        customize(builder, true);
    }

    private void customize(ServerOptions.Builder builder, boolean application) {
        Binder binder = Binder.get(environment);
        new PropertiesServerCustomizer(
                        environment,
                        binder.bindOrCreate("server", ServerProperties.class),
                        binder.bindOrCreate("netpoll.server", NetpollServerProperties.class),
                        application)
                .customize(builder);
    }
}
