package io.netpoll.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netpoll.boot.TestHttp;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

/** The meters of a server, from its start to its stop. */
class NetpollMetricsTest {

    private static final Set<String> SERVER_METERS = Set.of(
            "netpoll.connections.current",
            "netpoll.connections.config.max",
            "netpoll.connections.accepted",
            "netpoll.connections.rejected",
            "netpoll.requests.open",
            "netpoll.requests.current",
            "netpoll.requests.config.max",
            "netpoll.requests.waiting",
            "netpoll.handler.mode",
            "netpoll.reactor.moves.refused",
            "netpoll.tls.handshakes",
            "netpoll.data.received",
            "netpoll.data.sent",
            "netpoll.data.pending");

    private static final Set<String> METERS_BY_REASON = Set.of(
            "netpoll.requests.rejected",
            "netpoll.requests.refused",
            "netpoll.clients.expired",
            "netpoll.proxy.headers.refused",
            "netpoll.tls.handshakes.failed");

    private static final String SHUTDOWN_STATE = "netpoll.shutdown.state";

    private static final Set<String> REACTOR_METERS = Set.of(
            "netpoll.reactor.connections",
            "netpoll.reactor.files.registered",
            "netpoll.reactor.files.ready",
            "netpoll.reactor.files.ready.max",
            "netpoll.reactor.polls",
            "netpoll.reactor.tasks.pending",
            "netpoll.reactor.lag",
            "netpoll.reactor.lag.max",
            "netpoll.reactor.busy",
            "netpoll.reactor.busy.max",
            "netpoll.reactor.busy.share",
            "netpoll.reactor.moves",
            "netpoll.reactor.stalls");

    @Test
    void metersComeWithTheStartAndGoWithTheStop() {
        try (ServletWebServerApplicationContext context = TestApplication.run("netpoll.server.reactors=2")) {
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            Set<Meter.Id> ids = ids(registry);
            assertThat(ids)
                    .filteredOn(id -> !METERS_BY_REASON.contains(id.getName())
                            && !id.getName().equals(SHUTDOWN_STATE))
                    .hasSize(SERVER_METERS.size() + 2 * REACTOR_METERS.size());
            context.stop();
            assertThat(ids(registry)).isEmpty();
            context.start();
            assertThat(ids(registry)).isEqualTo(ids);
        }
    }

    @Test
    void namesAndTagsAreTheDocumentedOnes() {
        try (ServletWebServerApplicationContext context = TestApplication.run()) {
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            Set<String> expected = new TreeSet<>(SERVER_METERS);
            expected.addAll(REACTOR_METERS);
            expected.addAll(METERS_BY_REASON);
            expected.add(SHUTDOWN_STATE);
            assertThat(ids(registry)).extracting(Meter.Id::getName).containsOnly(expected.toArray(String[]::new));
            assertThat(ids(registry)).allSatisfy(id -> {
                Set<String> tags = id.getTags().stream().map(Tag::getKey).collect(Collectors.toSet());
                assertThat(tags).isEqualTo(expectedTags(id.getName()));
                assertThat(id.getDescription()).isNotBlank();
            });
        }
    }

    private static Set<String> expectedTags(String meter) {
        if (meter.equals("netpoll.handler.mode")) {
            return Set.of("name", "mode");
        }
        if (REACTOR_METERS.contains(meter)) {
            return Set.of("name", "reactor");
        }
        if (meter.equals(SHUTDOWN_STATE)) {
            return Set.of("name", "state");
        }
        return METERS_BY_REASON.contains(meter) ? Set.of("name", "reason") : Set.of("name");
    }

    @Test
    void rejectedRequestsAreCountedByReason() {
        try (ServletWebServerApplicationContext context = TestApplication.run()) {
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            TestHttp.send(TestApplication.port(context), "GET", "/" + "a".repeat(9_000));
            await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(registry.get("netpoll.requests.rejected")
                                    .tag("reason", "request_line_too_long")
                                    .functionCounter()
                                    .count())
                            .isEqualTo(1));
        }
    }

    @Test
    void valuesMoveWithTraffic() {
        try (ServletWebServerApplicationContext context = TestApplication.run("netpoll.server.reactors=1")) {
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            for (int i = 0; i < 10; i++) {
                TestHttp.body(TestApplication.port(context), "/hello");
            }
            await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
                assertThat(counter(registry, "netpoll.connections.accepted")).isEqualTo(10);
                assertThat(counter(registry, "netpoll.data.received")).isGreaterThan(100);
                assertThat(counter(registry, "netpoll.data.sent")).isGreaterThan(100);
                assertThat(counter(registry, "netpoll.reactor.files.ready")).isGreaterThanOrEqualTo(10);
                assertThat(counter(registry, "netpoll.reactor.polls")).isPositive();
                assertThat(registry.get("netpoll.reactor.busy").functionTimer().count())
                        .isPositive();
                assertThat(gauge(registry, "netpoll.requests.open")).isZero();
                assertThat(gauge(registry, "netpoll.connections.current")).isZero();
                assertThat(gauge(registry, "netpoll.reactor.files.registered")).isPositive();
            });
        }
    }

    @Test
    void whatClientsSendMakesNoMeters() {
        try (ServletWebServerApplicationContext context = TestApplication.run()) {
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            int before = ids(registry).size();
            for (int i = 0; i < 50; i++) {
                TestHttp.send(TestApplication.port(context), "AAAA" + i, "/path-" + i);
            }
            assertThat(ids(registry)).hasSize(before);
        }
    }

    @Test
    void oneFilterSwitchesThemOff() {
        try (ServletWebServerApplicationContext context =
                TestApplication.run("management.metrics.enable.netpoll=false")) {
            assertThat(ids(context.getBean(MeterRegistry.class))).isEmpty();
        }
    }

    @Test
    void nothingIsPublishedWithoutARegistry() {
        WebApplicationContextRunner runner = new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(NetpollMetricsAutoConfiguration.class));
        runner.run(context -> assertThat(context).doesNotHaveBean(ObservingFactoryCustomizer.class));
        runner.withBean(SimpleMeterRegistry.class)
                .run(context -> assertThat(context).hasSingleBean(ObservingFactoryCustomizer.class));
        runner.withBean(SimpleMeterRegistry.class)
                .withClassLoader(new FilteredClassLoader(MeterRegistry.class))
                .run(context -> assertThat(context).doesNotHaveBean(ObservingFactoryCustomizer.class));
    }

    private static double counter(MeterRegistry registry, String name) {
        return registry.get(name).functionCounter().count();
    }

    private static double gauge(MeterRegistry registry, String name) {
        return registry.get(name).gauge().value();
    }

    private static Set<Meter.Id> ids(MeterRegistry registry) {
        return registry.getMeters().stream()
                .map(Meter::getId)
                .filter(id -> id.getName().startsWith("netpoll."))
                .collect(Collectors.toSet());
    }
}
