package io.netpoll.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netpoll.boot.TestHttp;
import io.netpoll.boot.accesslog.AccessLogSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

/** What becomes of the settings an application has for Tomcat. */
@ExtendWith(OutputCaptureExtension.class)
class TomcatFallbacksTest {

    private final MockEnvironment environment = new MockEnvironment();

    static Stream<Arguments> fallbacks() {
        return Stream.of(
                fallback("threads.max", "7", NetpollServerProperties::getPlatformThreads, 7),
                fallback("max-connections", "11", NetpollServerProperties::getMaxConnections, 11),
                fallback("accept-count", "13", NetpollServerProperties::getAcceptBacklog, 13),
                fallback("connection-timeout", "17s", NetpollServerProperties::getHeadTimeout, Duration.ofSeconds(17)),
                fallback(
                        "keep-alive-timeout",
                        "19s",
                        NetpollServerProperties::getKeepAliveTimeout,
                        Duration.ofSeconds(19)),
                fallback("max-keep-alive-requests", "23", NetpollServerProperties::getMaxKeepAliveRequests, 23),
                fallback(
                        "max-swallow-size",
                        "29KB",
                        NetpollServerProperties::getMaxSwallowSize,
                        DataSize.ofKilobytes(29)),
                proxies(
                        "internal-proxies",
                        "10.1.0.0/16,10.2.0.0/16",
                        ip -> ip.getInternalProxies(),
                        List.of("10.1.0.0/16", "10.2.0.0/16")),
                proxies(
                        "trusted-proxies",
                        "10.1.0.0/16,10.2.0.0/16",
                        ip -> ip.getTrustedProxies(),
                        List.of("10.1.0.0/16", "10.2.0.0/16")),
                proxies("remote-ip-header", "a", ip -> ip.getRemoteIpHeader(), "a"),
                proxies("protocol-header", "a", ip -> ip.getProtocolHeader(), "a"),
                proxies("protocol-header-https-value", "a", ip -> ip.getProtocolHeaderHttpsValue(), "a"),
                proxies("host-header", "a", ip -> ip.getHostHeader(), "a"),
                proxies("port-header", "a", ip -> ip.getPortHeader(), "a"),
                log("enabled", "true", log -> log.isEnabled(), true),
                log("pattern", "%a", log -> log.getPattern(), "%a"),
                log("directory", "d", log -> log.getDirectory(), "d"),
                log("prefix", "p", log -> log.getPrefix(), "p"),
                log("suffix", "s", log -> log.getSuffix(), "s"),
                log("file-date-format", ".yyyy", log -> log.getFileDateFormat(), ".yyyy"),
                log("rotate", "false", log -> log.isRotate(), false),
                log("rename-on-rotate", "true", log -> log.isRenameOnRotate(), true),
                log("max-days", "3", log -> log.getMaxDays(), 3),
                log("buffered", "false", log -> log.isBuffered(), false),
                log("check-exists", "true", log -> log.isCheckExists(), true),
                log("encoding", "US-ASCII", log -> log.getEncoding(), StandardCharsets.US_ASCII),
                log("locale", "fr", log -> log.getLocale(), Locale.FRENCH),
                log("condition-if", "a", log -> log.getConditionIf(), "a"),
                log("condition-unless", "b", log -> log.getConditionUnless(), "b"),
                log("ipv6-canonical", "true", log -> log.isIpv6Canonical(), true),
                log("request-attributes-enabled", "true", log -> log.isRequestAttributesEnabled(), true));
    }

    private static <T> Arguments fallback(
            String name, String value, Function<NetpollServerProperties, @Nullable T> property, T expected) {
        return Arguments.of(name, value, property, expected);
    }

    private static <T> Arguments proxies(
            String name, String value, Function<RemoteIpProperties, @Nullable T> property, T expected) {
        return fallback("remoteip." + name, value, properties -> property.apply(properties.getRemoteIp()), expected);
    }

    private static <T> Arguments log(
            String name, String value, Function<AccessLogSettings, @Nullable T> property, T expected) {
        return fallback("accesslog." + name, value, properties -> property.apply(properties.getAccesslog()), expected);
    }

    static Stream<Arguments> servletFallbacks() {
        return Stream.of(
                servlet(
                        "max-http-form-post-size",
                        "3KB",
                        "4KB",
                        p -> p.getMaxFormSize().toKilobytes(),
                        3L,
                        4L),
                servlet("max-parameter-count", "5", "6", p -> p.getMaxParameterCount(), 5, 6),
                servlet("max-part-count", "-7", "8", p -> p.getMaxPartCount(), -1, 8),
                servlet(
                        "max-part-header-size",
                        "9KB",
                        "10KB",
                        p -> p.getMaxPartHeaderSize().toKilobytes(),
                        9L,
                        10L),
                servlet("use-relative-redirects", "true", "false", p -> p.isRelativeRedirects(), true, false),
                servlet("redirect-context-root", "false", "true", p -> p.isRedirectContextRoot(), false, true));
    }

    private static <T> Arguments servlet(
            String name, String value, String own, Function<NetpollServletProperties, T> property, T taken, T kept) {
        return Arguments.of(name, value, own, property, taken, kept);
    }

    private NetpollServletProperties servletProperties() {
        Binder binder = Binder.get(environment);
        NetpollServletProperties properties =
                binder.bindOrCreate("netpoll.server.servlet", NetpollServletProperties.class);
        TomcatFallbacks.apply(binder, properties);
        return properties;
    }

    @ParameterizedTest(name = "{0}={1}")
    @MethodSource("servletFallbacks")
    void valueForTomcatsEngineIsTakenUnlessThereIsOneForNetpolls(
            String name,
            String value,
            String own,
            Function<NetpollServletProperties, Object> property,
            Object taken,
            Object kept) {
        environment.setProperty("server.tomcat." + name, value);
        assertThat(property.apply(servletProperties())).isEqualTo(taken);
        environment.setProperty("netpoll.server." + TomcatFallbacks.taken().get(name), own);
        assertThat(property.apply(servletProperties())).isEqualTo(kept);
    }

    @Test
    void sizeThatCannotBeIsNamedAsItStands() {
        environment.setProperty("server.tomcat.max-http-form-post-size", "3GB");
        assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
                .isThrownBy(this::servletProperties)
                .satisfies(e -> assertThat(e.getName()).isEqualTo("server.tomcat.max-http-form-post-size"));
    }

    private NetpollServerProperties properties() {
        Binder binder = Binder.get(environment);
        NetpollServerProperties properties = binder.bindOrCreate("netpoll.server", NetpollServerProperties.class);
        TomcatFallbacks.apply(binder, properties);
        return properties;
    }

    @ParameterizedTest(name = "{0}={1}")
    @MethodSource("fallbacks")
    void valueForTomcatIsTakenUnlessThereIsOneForNetpoll(
            String name, String value, Function<NetpollServerProperties, @Nullable Object> property, Object expected) {
        environment.setProperty("server.tomcat." + name, value);
        assertThat(property.apply(properties())).isEqualTo(expected);

        MockEnvironment own = new MockEnvironment();
        String ours = "netpoll.server." + TomcatFallbacks.taken().get(name);
        if (name.startsWith("remoteip.")) {
            MockEnvironment chosen = new MockEnvironment();
            chosen.setProperty(ours, "b");
            chosen.setProperty("server.tomcat." + name, value);
            Binder binder = Binder.get(chosen);
            NetpollServerProperties properties = binder.bindOrCreate("netpoll.server", NetpollServerProperties.class);
            TomcatFallbacks.apply(binder, properties);
            assertThat(property.apply(properties)).isIn("b", List.of("b"));
            return;
        }
        @Nullable Object before = property.apply(new NetpollServerProperties());
        if (before instanceof Boolean || before instanceof Number || before instanceof String) {
            own.setProperty(ours, String.valueOf(before));
            own.setProperty("server.tomcat." + name, value);
            Binder binder = Binder.get(own);
            NetpollServerProperties properties = binder.bindOrCreate("netpoll.server", NetpollServerProperties.class);
            TomcatFallbacks.apply(binder, properties);
            assertThat(property.apply(properties)).isEqualTo(before);
        }
    }

    @Test
    void everyFallbackIsTested() {
        assertThat(Stream.concat(fallbacks(), servletFallbacks())
                        .map(arguments -> (String) arguments.get()[0])
                        .collect(Collectors.toSet()))
                .isEqualTo(TomcatFallbacks.taken().keySet());
    }

    @Test
    void connectionTimeoutIsForEverythingThatIsReadUnlessThereIsSomethingElse() {
        environment.setProperty("server.tomcat.connection-timeout", "3s");
        assertThat(properties().getBodyTimeout()).hasSeconds(3);
        assertThat(properties().getKeepAliveTimeout()).hasSeconds(3);
        environment.setProperty("server.tomcat.keep-alive-timeout", "4s");
        assertThat(properties().getKeepAliveTimeout()).hasSeconds(4);
        environment.setProperty("netpoll.server.body-timeout", "5s");
        environment.setProperty("netpoll.server.keep-alive-timeout", "6s");
        assertThat(properties().getBodyTimeout()).hasSeconds(5);
        assertThat(properties().getKeepAliveTimeout()).hasSeconds(6);
        assertThat(properties().getHeadTimeout()).hasSeconds(3);
    }

    @Test
    void whatIsUnlimitedForTomcatIsUnlimited() {
        environment.setProperty("server.tomcat.max-connections", "-1");
        environment.setProperty("server.tomcat.max-keep-alive-requests", "-1");
        environment.setProperty("server.tomcat.keep-alive-timeout", "-1");
        NetpollServerProperties properties = properties();
        assertThat(properties.getMaxConnections()).isEqualTo(Integer.MAX_VALUE);
        assertThat(properties.getMaxKeepAliveRequests()).isEqualTo(-1);
        assertThat(properties.getKeepAliveTimeout()).isGreaterThan(Duration.ofDays(365));
    }

    /** The values are far away from everything that is added to them. */
    @Test
    void anUnlimitedTimeoutServes() {
        try (ServletWebServerApplicationContext context =
                TestApplication.run("server.tomcat.connection-timeout=-1", "server.tomcat.max-connections=-1")) {
            assertThat(TestHttp.body(TestApplication.port(context), "/hello")).isEqualTo("Hello");
        }
    }

    @ParameterizedTest
    @CsvSource({"threads.max, 0", "keep-alive-timeout, 0", "connection-timeout, 0"})
    void valueThatCannotBeIsNamedAsItStands(String name, String value) {
        environment.setProperty("server.tomcat." + name, value);
        assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
                .isThrownBy(this::properties)
                .satisfies(e -> assertThat(e.getName()).isEqualTo("server.tomcat." + name));
    }

    @Test
    void whatIsLeftAsideIsNamedOnce(CapturedOutput output) {
        try (ServletWebServerApplicationContext context = TestApplication.run(
                "management.server.port=0",
                "server.tomcat.threads.max=5",
                "server.tomcat.relaxed-path-chars=<",
                "server.tomcat.threads.min-spare=1",
                "server.jetty.threads.max=5",
                "server.netty.idle-timeout=5s")) {
            assertThat(context.isRunning()).isTrue();
        }
        assertThat(output)
                .contains("have no effect: server.jetty.threads.max, server.netty.idle-timeout,"
                        + " server.tomcat.relaxed-path-chars, server.tomcat.threads.min-spare");
        assertThat(StringUtils.countOccurrencesOf(output.toString(), "have no effect"))
                .isEqualTo(1);
    }

    @Test
    void nothingIsNamedWhereThereIsNothing(CapturedOutput output) {
        TestApplication.run("server.tomcat.threads.max=5").close();
        assertThat(output).doesNotContain("have no effect");
    }

    @Test
    void namesOfTheTableAreWellFormed() {
        for (Map.Entry<String, String> entry : TomcatFallbacks.taken().entrySet()) {
            assertThat(entry.getKey() + entry.getValue()).matches("[a-z0-9.-]+");
        }
    }
}
