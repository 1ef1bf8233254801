package io.netpoll.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.netpoll.boot.TestHttp;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The limits on requests, in an application with an actuator. */
class BusyServerTest {

    private static final Duration SOON = Duration.ofSeconds(15);

    private static String post(int port, String framing, String body) throws IOException {
        try (Socket socket = TestHttp.connect(port)) {
            socket.getOutputStream()
                    .write(
                            ("POST /length HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: text/plain\r\n"
                                            + framing + "\r\n\r\n" + body)
                                    .getBytes(StandardCharsets.ISO_8859_1));
            return TestHttp.readToEnd(socket);
        }
    }

    @Test
    void contentThatIsTooLargeIsAnsweredWith413() throws IOException {
        try (ServletWebServerApplicationContext context =
                TestApplication.run(Controller.class, "netpoll.server.max-request-body-size=10B")) {
            int port = TestApplication.port(context);
            assertThat(post(port, "Content-Length: 10", "0123456789"))
                    .startsWith("HTTP/1.1 200")
                    .endsWith("10");
            assertThat(post(port, "Content-Length: 11", "01234567890")).startsWith("HTTP/1.1 413");
            assertThat(post(port, "Transfer-Encoding: chunked", "a\r\n0123456789\r\n0\r\n\r\n"))
                    .startsWith("HTTP/1.1 200");
            assertThat(context.getBean(MeterRegistry.class)
                            .get("netpoll.requests.rejected")
                            .tag("reason", "content_too_large")
                            .functionCounter()
                            .count())
                    .isEqualTo(1);
        }
    }

    @Test
    void busyServerTurnsRequestsAwayButNotThoseOfTheActuator() throws Exception {
        try (ServletWebServerApplicationContext context = TestApplication.run(
                        Controller.class, "netpoll.server.max-in-flight=1", "netpoll.server.max-waiting-requests=0");
                Socket waiting = TestHttp.connect(TestApplication.port(context));
                Socket health = TestHttp.connect(TestApplication.port(context))) {
            int port = TestApplication.port(context);
            Controller controller = context.getBean(Controller.class);
            TestHttp.writeGet(waiting, "/wait");
            controller.entered.await();
            TestHttp.writeGet(health, "/actuator/health");
            MeterRegistry meters = context.getBean(MeterRegistry.class);
            Awaitility.await()
                    .atMost(SOON)
                    .until(() -> meters.get("netpoll.requests.waiting").gauge().value() == 1);
            HttpResponse<String> refused = TestHttp.get(port, "/hello");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(meters.get("netpoll.requests.refused")
                            .tag("reason", "queue_full")
                            .functionCounter()
                            .count())
                    .isEqualTo(1);
            controller.release.countDown();
            assertThat(TestHttp.readUntil(health, "UP")).startsWith("HTTP/1.1 200");
            assertThat(TestHttp.readUntil(waiting, "Waited")).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void requestThatTakesTooLongIsAnswered() {
        try (ServletWebServerApplicationContext context =
                TestApplication.run(Controller.class, "netpoll.server.request-timeout=300ms")) {
            assertThat(TestHttp.get(TestApplication.port(context), "/wait").statusCode())
                    .isEqualTo(503);
            context.getBean(Controller.class).release.countDown();
        }
    }

    /** Virtual threads are not in a thread dump of the JVM's management interface, whatever the server. */
    @Test
    void threadDumpShowsTheHandlersThreadsOnlyIfTheyArePlatformThreads() {
        String exposed = "management.endpoints.web.exposure.include=threaddump";
        try (ServletWebServerApplicationContext context =
                TestApplication.run(exposed, "spring.threads.virtual.enabled=false", "netpoll.server.handler-mode=")) {
            assertThat(TestHttp.body(TestApplication.port(context), "/actuator/threaddump"))
                    .contains(handlers(context))
                    .contains("-reactor-0");
        }
        try (ServletWebServerApplicationContext context = TestApplication.run(exposed)) {
            assertThat(TestHttp.body(TestApplication.port(context), "/actuator/threaddump"))
                    .doesNotContain(handlers(context))
                    .contains("-reactor-0");
        }
    }

    /** How the entry of one of a server's handler threads begins: other servers of this JVM may have such threads too. */
    private static String handlers(ServletWebServerApplicationContext context) {
        return "\"threadName\":\"netpoll-"
                + context.getBean(MeterRegistry.class)
                        .get("netpoll.requests.current")
                        .gauge()
                        .getId()
                        .getTag("name")
                + "-handler";
    }

    /** Waits, and reads. */
    @Configuration(proxyBeanMethods = false)
    @RestController
    static class Controller {

        private final CountDownLatch entered = new CountDownLatch(1);
        private final CountDownLatch release = new CountDownLatch(1);

        @GetMapping("/wait")
        String await() throws InterruptedException {
            entered.countDown();
            release.await();
            return "Waited";
        }

        @PostMapping("/length")
        int length(@RequestBody String body) {
            return body.length();
        }
    }
}
