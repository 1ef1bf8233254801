package io.netpoll.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.awaitility.Awaitility.await;

import io.netpoll.boot.ConfigurableNetpollWebServerFactory;
import io.netpoll.boot.NetpollServerCustomizer;
import io.netpoll.boot.NetpollWebServer;
import io.netpoll.boot.TestHttp;
import io.netpoll.boot.TestedMode;
import io.netpoll.server.ServerOptions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.servlet.ConfigurableServletWebServerFactory;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Whole applications. */
@ExtendWith(OutputCaptureExtension.class)
class NetpollApplicationTest {

    @Test
    void springMvcIsServedByNetpoll(CapturedOutput output) {
        try (ServletWebServerApplicationContext context = TestApplication.run()) {
            assertThat(context.getWebServer()).isInstanceOf(NetpollWebServer.class);
            int port = TestApplication.port(context);
            assertThat(context.getEnvironment().getProperty("local.server.port", Integer.class))
                    .isEqualTo(port);
            assertThat(TestHttp.body(port, "/hello")).isEqualTo("Hello");
            assertThat(output)
                    .containsOnlyOnce("netpoll started on port " + port + " (http) with context path '/'")
                    .containsOnlyOnce("Tomcat is on the class path too");
        }
    }

    @Test
    void contextStopsAndStartsAgain() {
        try (ServletWebServerApplicationContext context = TestApplication.run()) {
            for (int i = 0; i < 3; i++) {
                int port = TestApplication.port(context);
                context.stop();
                assertThat(TestHttp.isRefused(port)).isTrue();
                context.start();
                assertThat(TestHttp.body(TestApplication.port(context), "/hello"))
                        .isEqualTo("Hello");
            }
        }
    }

    @Test
    void closedApplicationsLeaveNoThread() {
        Set<Thread> before = serverThreads(); // of contexts that other tests keep
        for (int i = 0; i < 3; i++) {
            try (ServletWebServerApplicationContext context =
                    TestApplication.run("netpoll.server.handler-mode=platform")) {
                assertThat(TestHttp.body(TestApplication.port(context), "/hello"))
                        .isEqualTo("Hello");
            }
        }
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(before).containsAll(serverThreads()));
    }

    private static Set<Thread> serverThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().contains("http-auto-"))
                .collect(Collectors.toSet());
    }

    @Test
    void contextPathAndOtherServerPropertiesApply() {
        try (ServletWebServerApplicationContext context =
                TestApplication.run("server.servlet.context-path=/shop", "server.server-header=Shop")) {
            int port = TestApplication.port(context);
            assertThat(TestHttp.body(port, "/shop/hello")).isEqualTo("Hello");
            assertThat(TestHttp.get(port, "/shop/hello").headers().allValues("Server"))
                    .containsExactly("Shop");
        }
    }

    @Test
    void clashOfPortsIsExplainedByBoot(CapturedOutput output) {
        try (ServletWebServerApplicationContext context = TestApplication.run()) {
            int port = TestApplication.port(context);
            assertThatException().isThrownBy(() -> TestApplication.run("server.port=" + port));
            assertThat(output).contains("Port " + port + " was already in use");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "netpoll.server.reactors=0, netpoll.server.reactors, must be at least 1",
        "netpoll.server.handler-mode=fast, netpoll.server.handler-mode, platform",
        "netpoll.server.listeners[0].port=x, netpoll.server.listeners[0].port, Integer",
        "netpoll.server.listeners[0].mode=0600, netpoll.server.listeners[0], exactly one",
        "netpoll.server.proxy-protocol.trusted-proxies=lb, netpoll.server.proxyProtocol.trustedProxies, IP addresses",
        "netpoll.server.proxy-protocol.enabled=v2, netpoll.server.proxy-protocol.enabled, boolean",
        "netpoll.server.head-timeout=soon, netpoll.server.head-timeout, Duration",
        "server.max-http-request-header-size=1B, server.max-http-request-header-size, at least"
    })
    void wrongValueIsExplained(String property, String name, String reason, CapturedOutput output) {
        assertThatException().isThrownBy(() -> TestApplication.run(property));
        assertThat(output).contains("APPLICATION FAILED TO START", name).containsIgnoringCase(reason);
    }

    @Test
    void customizersOfTheApplicationApplyOnceAndLast() {
        try (ServletWebServerApplicationContext context = TestApplication.run(
                Customizers.class, "netpoll.server.max-connections=11", "netpoll.server.reactors=2")) {
            Customizers customizers = context.getBean(Customizers.class);
            assertThat(customizers.calls).hasValue(3);
            assertThat(customizers.started).singleElement().satisfies(options -> {
                assertThat(options.maxConnections()).isEqualTo(12);
                assertThat(options.reactors()).isEqualTo(2);
                assertThat(options.handlerMode()).isEqualTo(TestedMode.MODE);
            });
            assertThat(TestHttp.body(TestApplication.port(context), "/own/hello"))
                    .isEqualTo("Hello");
        }
    }

    @Test
    void theLoopCarriesHandlersWhereItIsAskedTo(CapturedOutput output) {
        try (ServletWebServerApplicationContext context = TestApplication.run("netpoll.server.handler-mode=loop")) {
            assertThat(TestHttp.body(TestApplication.port(context), "/hello")).isEqualTo("Hello");
            assertThat(output).contains("handler mode loop");
        }
    }

    @Test
    void platformThreadsHandleRequestsWhereVirtualThreadsAreSwitchedOff(CapturedOutput output) {
        try (ServletWebServerApplicationContext context =
                TestApplication.run("spring.threads.virtual.enabled=false", "netpoll.server.handler-mode=")) {
            assertThat(TestHttp.body(TestApplication.port(context), "/hello")).isEqualTo("Hello");
            assertThat(output).contains("handler mode platform");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Customizers {

        private final AtomicInteger calls = new AtomicInteger();
        private final List<ServerOptions> started = new CopyOnWriteArrayList<>();

        @Bean
        NetpollServerCustomizer oneMoreConnection() {
            return options -> {
                calls.incrementAndGet();
                options.maxConnections(12);
            };
        }

        @Bean
        WebServerFactoryCustomizer<ConfigurableNetpollWebServerFactory> observed() {
            return factory -> {
                calls.incrementAndGet();
                factory.addServerObservers((options, statistics) -> {
                    started.add(options);
                    return () -> {};
                });
            };
        }

        @Bean
        WebServerFactoryCustomizer<ConfigurableServletWebServerFactory> ownContextPath() {
            return factory -> {
                calls.incrementAndGet();
                factory.setContextPath("/own");
            };
        }
    }
}
