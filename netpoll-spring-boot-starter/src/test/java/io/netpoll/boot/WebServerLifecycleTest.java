package io.netpoll.boot;

import static io.netpoll.boot.TestServlets.servlet;
import static io.netpoll.boot.TestServlets.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.WebServerException;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.util.StringUtils;

/** What Boot asks of a {@link WebServer} over its life. */
@ExtendWith(OutputCaptureExtension.class)
class WebServerLifecycleTest extends AbstractWebServerTest {

    @Test
    void initializersRunBeforeTheServerIsHandedOver() {
        List<String> calls = new ArrayList<>();
        factory.setInitializers(List.of(context -> calls.add("set")));
        factory.addInitializers(context -> calls.add("added"));
        create(context -> calls.add("argument"));
        assertThat(calls).containsExactly("argument", "set", "added");
    }

    @Test
    void nothingListensBeforeStart() {
        assertThat(create(text("/hello", "hi")).getPort()).isEqualTo(-1);
    }

    @Test
    void secondStartDoesNothing(CapturedOutput output) {
        WebServer server = start(text("/hello", "hi"));
        int port = server.getPort();
        server.start();
        assertThat(server.getPort()).isEqualTo(port);
        assertThat(TestHttp.body(port, "/hello")).isEqualTo("hi");
        assertThat(count(output, "started on port")).isEqualTo(1);
    }

    @Test
    void startIsLoggedWithPortContextPathAndHandlerMode(CapturedOutput output) {
        factory.setContextPath("/custom");
        WebServer server = start();
        assertThat(output)
                .contains("netpoll started on port " + server.getPort()
                        + " (http) with context path '/custom', handler mode " + TestedMode.NAME);
    }

    @Test
    void rootContextPathIsLoggedAsSlash(CapturedOutput output) {
        start();
        assertThat(count(output, "with context path '/'")).isEqualTo(1);
    }

    @Test
    void stopRefusesConnectionsAndStartServesAgain() {
        AtomicInteger initialized = new AtomicInteger();
        WebServer server = start(text("/hello", "hi"), context -> initialized.incrementAndGet());
        for (int i = 0; i < 3; i++) {
            int port = server.getPort();
            assertThat(TestHttp.body(port, "/hello")).isEqualTo("hi");
            server.stop();
            server.stop();
            assertThat(server.getPort()).isEqualTo(-1);
            assertThat(TestHttp.isRefused(port)).isTrue();
            server.start();
        }
        assertThat(TestHttp.body(server.getPort(), "/hello")).isEqualTo("hi");
        assertThat(initialized).hasValue(1);
    }

    @Test
    void startAgainWorksOnAFixedPort() throws Exception {
        factory.setPort(TestHttp.freePort());
        WebServer server = start(text("/hello", "hi"));
        for (int i = 0; i < 3; i++) {
            assertThat(server.getPort()).isEqualTo(factory.getPort());
            assertThat(TestHttp.body(server.getPort(), "/hello")).isEqualTo("hi");
            server.stop();
            server.start();
        }
    }

    @Test
    void stopLeavesNoDescriptorBehind() throws Exception {
        WebServer server = start(text("/hello", "hi"));
        TestHttp.body(server.getPort(), "/hello");
        server.stop();
        long before = descriptors();
        server.start();
        TestHttp.body(server.getPort(), "/hello");
        server.stop();
        await().atMost(Duration.ofSeconds(10)).until(() -> descriptors() <= before);
    }

    @Test
    void negativePortMeansNoListener(CapturedOutput output) {
        factory.setPort(-1);
        WebServer server = start(text("/hello", "hi"));
        assertThat(server.getPort()).isEqualTo(-1);
        assertThat(output).doesNotContain("started on port");
        server.stop();
    }

    @Test
    void destroyWithoutStartEndsTheApplication() {
        AtomicInteger destroyed = new AtomicInteger();
        WebServer server = create(context -> context.addListener(new ContextListener(destroyed)));
        server.destroy();
        server.destroy();
        assertThat(destroyed).hasValue(1);
    }

    @Test
    void applicationOutlivesStopButNotDestroy() {
        AtomicInteger destroyed = new AtomicInteger();
        WebServer server = start(context -> context.addListener(new ContextListener(destroyed)));
        server.stop();
        assertThat(destroyed).hasValue(0);
        server.start();
        server.destroy();
        assertThat(destroyed).hasValue(1);
        assertThat(server.getPort()).isEqualTo(-1);
    }

    @Test
    void destroyedServerDoesNotStartAgain() {
        WebServer server = start();
        server.destroy();
        assertThatIllegalStateException().isThrownBy(server::start);
    }

    @Test
    void loadOnStartupServletsStartWithTheServerAndOnce() {
        AtomicInteger initialized = new AtomicInteger();
        WebServer server = create(loadOnStartup(() -> initialized.incrementAndGet()));
        assertThat(initialized).hasValue(0);
        server.start();
        assertThat(initialized).hasValue(1);
        server.stop();
        server.start();
        assertThat(initialized).hasValue(1);
    }

    @Test
    void failureOfALoadOnStartupServletFailsTheStart() {
        WebServer server = create(loadOnStartup(() -> {
            throw new IllegalStateException("no database");
        }));
        assertThatExceptionOfType(WebServerException.class)
                .isThrownBy(server::start)
                .havingRootCause()
                .withMessage("no database");
        assertThat(server.getPort()).isEqualTo(-1);
        server.stop();
    }

    @Test
    void failureOfAnInitializerFailsTheFactory() {
        assertThatExceptionOfType(WebServerException.class)
                .isThrownBy(() -> create(context -> {
                    throw new ServletException("broken");
                }))
                .havingRootCause()
                .withMessage("broken");
    }

    @Test
    void clashOfPortsIsReportedWithThePort() {
        WebServer first = start();
        factory.setPort(first.getPort());
        WebServer second = create();
        assertThatExceptionOfType(PortInUseException.class)
                .isThrownBy(second::start)
                .satisfies(failure -> assertThat(failure.getPort()).isEqualTo(first.getPort()));
        assertThat(second.getPort()).isEqualTo(-1);
    }

    @Test
    void serverStartsOnceThePortIsFree() {
        WebServer first = start();
        factory.setPort(first.getPort());
        WebServer second = create(text("/hello", "hi"));
        assertThatExceptionOfType(PortInUseException.class).isThrownBy(second::start);
        first.stop();
        second.start();
        assertThat(TestHttp.body(second.getPort(), "/hello")).isEqualTo("hi");
    }

    @Test
    void addressOfAnotherMachineIsNotAClash() {
        factory.setAddress(InetAddress.ofLiteral("192.0.2.1"));
        WebServer server = create();
        assertThatExceptionOfType(ServerStartException.class)
                .isThrownBy(server::start)
                .withMessageContaining("192.0.2.1")
                .havingCause()
                .withMessageContaining("Cannot assign requested address");
    }

    @Test
    void addressIsHonoured() {
        factory.setAddress(InetAddress.ofLiteral("127.0.0.1"));
        WebServer server = start(
                servlet("/local", (request, response) -> response.getWriter().write(request.getLocalAddr())));
        assertThat(TestHttp.body(server.getPort(), "/local")).isEqualTo("127.0.0.1");
    }

    @Test
    void aThreadKeepsTheProcessAliveUntilDestroy() {
        Set<Thread> before = keepAliveThreads(); // of contexts that other tests keep
        WebServer server = create();
        Set<Thread> ours = keepAliveThreads();
        ours.removeAll(before);
        assertThat(ours).hasSize(1);
        server.start();
        server.stop();
        assertThat(keepAliveThreads()).containsAll(ours);
        server.destroy();
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(keepAliveThreads()).doesNotContainAnyElementsOf(ours));
    }

    @Test
    void observersSeeEachRun() {
        List<String> seen = new ArrayList<>();
        factory.addServerCustomizers(options -> options.reactors(2));
        factory.addServerObservers((options, statistics) -> {
            seen.add("start " + statistics.loops().size());
            return () -> seen.add("stop");
        });
        WebServer server = start();
        server.stop();
        server.start();
        server.destroy();
        assertThat(seen).containsExactly("start 2", "stop", "start 2", "stop");
    }

    @Test
    void failingObserverFailsTheStartAndLeavesNothing() {
        CountDownLatch closed = new CountDownLatch(1);
        factory.addServerObservers((options, statistics) -> closed::countDown, (options, statistics) -> {
            throw new IllegalStateException("no registry");
        });
        WebServer server = create();
        assertThatIllegalStateException().isThrownBy(server::start).withMessage("no registry");
        assertThat(closed.getCount()).isZero();
        assertThat(server.getPort()).isEqualTo(-1);
    }

    private static ServletRegistrationBean<HttpServlet> loadOnStartup(Runnable init) {
        ServletRegistrationBean<HttpServlet> registration =
                new ServletRegistrationBean<>(new InitServlet(init), "/init");
        registration.setLoadOnStartup(1);
        return registration;
    }

    private static int count(CapturedOutput output, String text) {
        return StringUtils.countOccurrencesOf(output.toString(), text);
    }

    private static Set<Thread> keepAliveThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().endsWith("-keep-alive"))
                .filter(thread -> !thread.isDaemon())
                .collect(Collectors.toCollection(HashSet::new));
    }

    private static long descriptors() throws Exception {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors.count();
        }
    }

    private record ContextListener(AtomicInteger destroyed) implements ServletContextListener {

        @Override
        public void contextDestroyed(ServletContextEvent event) {
            destroyed.incrementAndGet();
        }
    }

    private static final class InitServlet extends HttpServlet {

        private static final long serialVersionUID = 1L;

        private final transient Runnable init;

        InitServlet(Runnable init) {
            this.init = init;
        }

        @Override
        public void init() {
            init.run();
        }
    }
}
