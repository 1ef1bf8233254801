package io.netpoll.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.netpoll.boot.TestHttp;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** The phases of a shutdown, in an application that is closed. */
@ExtendWith(OutputCaptureExtension.class)
class ShutdownApplicationTest {

    private static final Duration SOON = Duration.ofSeconds(15);
    private static final String LONG_PHASE = "spring.lifecycle.timeout-per-shutdown-phase=2h";

    private static ServletWebServerApplicationContext run(String... properties) {
        return TestApplication.run(Controller.class, properties);
    }

    private static CompletableFuture<Void> close(ServletWebServerApplicationContext context) {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        Thread.ofPlatform().start(() -> {
            context.close();
            closed.complete(null);
        });
        return closed;
    }

    private static void awaitEnd(CompletableFuture<Void> closed) throws Exception {
        closed.get(SOON.toSeconds(), TimeUnit.SECONDS);
    }

    private static double state(MeterRegistry meters, String state) {
        return meters.get("netpoll.shutdown.state").tag("state", state).gauge().value();
    }

    @Test
    void readinessIsRefusedWhileRequestsAreStillAccepted() throws Exception {
        ServletWebServerApplicationContext context =
                run("netpoll.server.shutdown.delay=1h", LONG_PHASE, "management.endpoint.health.probes.enabled=true");
        int port = TestApplication.port(context);
        MeterRegistry meters = context.getBean(MeterRegistry.class);
        assertThat(TestHttp.get(port, "/actuator/health/readiness").statusCode())
                .isEqualTo(200);
        assertThat(state(meters, "serving")).isEqualTo(1);
        CompletableFuture<Void> closed = close(context);
        await().atMost(SOON).until(() -> state(meters, "announcing") == 1);
        HttpResponse<String> readiness = TestHttp.get(port, "/actuator/health/readiness");
        assertThat(readiness.statusCode()).isEqualTo(503);
        assertThat(readiness.body()).contains("OUT_OF_SERVICE");
        assertThat(TestHttp.get(port, "/actuator/health/liveness").statusCode()).isEqualTo(200);
        HttpResponse<String> hello = TestHttp.get(port, "/hello");
        assertThat(hello.body()).isEqualTo("Hello");
        assertThat(hello.headers().firstValue("Connection")).hasValue("close");
        assertThat(closed).isNotDone();
        Objects.requireNonNull(context.getWebServer()).stop();
        awaitEnd(closed);
        assertThat(TestHttp.isRefused(port)).isTrue();
    }

    @Test
    void requestThatIsWaitedForIsNamedInTheLog(CapturedOutput output) throws Exception {
        ServletWebServerApplicationContext context = run("netpoll.server.shutdown.slow-request-after=100ms");
        Controller controller = context.getBean(Controller.class);
        try (Socket client = TestHttp.connect(TestApplication.port(context))) {
            TestHttp.writeGet(client, "/wait?token=secret");
            controller.entered.await();
            CompletableFuture<Void> closed = close(context);
            await().atMost(SOON).untilAsserted(() -> assertThat(output)
                    .containsPattern("The shutdown has waited 100 ms for 1 request: GET /wait \\(\\d+ m?s, "
                            + "thread netpoll-http-\\S+-handler #\\d+\\)"));
            controller.release.countDown();
            assertThat(TestHttp.readToEnd(client)).endsWith("Waited");
            awaitEnd(closed);
        }
        assertThat(output).contains("Graceful shutdown complete").doesNotContain("secret");
    }

    @Test
    void eventStreamEndsAtItsLimitWhileAnotherRequestGoesOn(CapturedOutput output) throws Exception {
        ServletWebServerApplicationContext context = run("netpoll.server.shutdown.stream-timeout=100ms");
        Controller controller = context.getBean(Controller.class);
        try (Socket events = TestHttp.connect(TestApplication.port(context));
                Socket client = TestHttp.connect(TestApplication.port(context))) {
            TestHttp.writeGet(events, "/events");
            assertThat(TestHttp.readUntil(events, "data:hello\n\n")).contains("text/event-stream");
            TestHttp.writeGet(client, "/wait");
            controller.entered.await();
            CompletableFuture<Void> closed = close(context);
            assertThat(TestHttp.readToEnd(events))
                    .as("whole, last chunk and all")
                    .endsWith("0\r\n\r\n");
            assertThat(controller.ended.await(15, TimeUnit.SECONDS)).isTrue();
            assertThat(closed).isNotDone();
            controller.release.countDown();
            assertThat(TestHttp.readToEnd(client)).endsWith("Waited");
            awaitEnd(closed);
        }
        assertThat(output).contains("event streams are told to end").doesNotContain("ERROR");
    }

    @Test
    void requestThatDoesNotEndIsAbortedAtTheLimit(CapturedOutput output) throws Exception {
        ServletWebServerApplicationContext context = run("netpoll.server.shutdown.timeout=200ms", LONG_PHASE);
        assertClosesAlthoughARequestIsStuck(context);
        assertThat(output).contains("Graceful shutdown aborted with one or more requests still active");
    }

    @Test
    void springBootsOwnLimitEndsTheShutdown() throws Exception {
        assertClosesAlthoughARequestIsStuck(run("spring.lifecycle.timeout-per-shutdown-phase=200ms"));
    }

    private static void assertClosesAlthoughARequestIsStuck(ServletWebServerApplicationContext context)
            throws Exception {
        Controller controller = context.getBean(Controller.class);
        try (Socket client = TestHttp.connect(TestApplication.port(context))) {
            TestHttp.writeGet(client, "/wait");
            controller.entered.await();
            awaitEnd(close(context));
            assertThat(TestHttp.hasEnded(client)).isTrue();
        } finally {
            controller.release.countDown();
        }
    }

    @Test
    void delayThatLeavesRequestsNoTimeFailsTheStartByItsName() {
        assertThatThrownBy(() -> run("netpoll.server.shutdown.delay=30s"))
                .rootCause()
                .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                .hasMessageContaining("netpoll.server.shutdown.delay")
                .hasMessageContaining("spring.lifecycle.timeout-per-shutdown-phase");
        run("netpoll.server.shutdown.delay=30s", "server.shutdown=immediate").close();
    }

    /** Waits, and says something every now and then. */
    @Configuration(proxyBeanMethods = false)
    @RestController
    static class Controller {

        private final CountDownLatch entered = new CountDownLatch(1);
        private final CountDownLatch release = new CountDownLatch(1);
        private final CountDownLatch ended = new CountDownLatch(1);

        @GetMapping("/wait")
        String await() throws InterruptedException {
            entered.countDown();
            release.await();
            return "Waited";
        }

        @GetMapping("/events")
        SseEmitter events() throws IOException {
            SseEmitter emitter = new SseEmitter(0L);
            emitter.onCompletion(ended::countDown);
            emitter.send("hello");
            return emitter;
        }
    }
}
