package io.netpoll.boot;

import static io.netpoll.boot.TestServlets.servlet;
import static io.netpoll.boot.TestServlets.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netpoll.server.ShutdownOptions;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.web.server.GracefulShutdownResult;
import org.springframework.boot.web.server.Shutdown;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.servlet.ServletContextInitializer;

/** Requests may end before the server does. */
class GracefulShutdownTest extends AbstractWebServerTest {

    private final BlockingQueue<GracefulShutdownResult> results = new ArrayBlockingQueue<>(2);
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    @BeforeEach
    void shutDownGracefully() {
        factory.setShutdown(Shutdown.GRACEFUL);
    }

    @AfterEach
    void releaseHandlers() {
        release.countDown();
    }

    @Test
    void immediateShutdownWaitsForNothing() {
        factory.setShutdown(Shutdown.IMMEDIATE);
        WebServer server = start();
        server.shutDownGracefully(results::add);
        assertThat(results).containsExactly(GracefulShutdownResult.IMMEDIATE);
    }

    @Test
    void serverThatNeverListenedIsIdle() {
        factory.setPort(-1);
        WebServer server = start();
        server.shutDownGracefully(results::add);
        assertThat(results).containsExactly(GracefulShutdownResult.IDLE);
    }

    @Test
    void serverWithoutRequestsIsIdleAndRefusesConnections() throws Exception {
        WebServer server = start(text("/hello", "hi"));
        int port = server.getPort();
        server.shutDownGracefully(results::add);
        assertThat(result()).isEqualTo(GracefulShutdownResult.IDLE);
        assertThat(TestHttp.isRefused(port)).isTrue();
    }

    @Test
    void idleConnectionIsClosed() throws Exception {
        WebServer server = start(text("/hello", "hi"));
        try (Socket idle = TestHttp.connect(server.getPort())) {
            TestHttp.writeGet(idle, "/hello");
            TestHttp.readUntil(idle, "hi");
            server.shutDownGracefully(results::add);
            assertThat(idle.getInputStream().read()).isEqualTo(-1);
        }
        assertThat(result()).isEqualTo(GracefulShutdownResult.IDLE);
    }

    @Test
    void runningRequestIsAnsweredAndItsConnectionClosed() throws Exception {
        WebServer server = start(blocking());
        int port = server.getPort();
        try (Socket client = TestHttp.connect(port)) {
            TestHttp.writeGet(client, "/blocking");
            entered.await();
            server.shutDownGracefully(results::add);
            await().atMost(Duration.ofSeconds(10)).until(() -> TestHttp.isRefused(port));
            assertThat(results).isEmpty();
            release.countDown();
            assertThat(TestHttp.readToEnd(client))
                    .contains("200", "Connection: close")
                    .endsWith("done");
        }
        assertThat(result()).isEqualTo(GracefulShutdownResult.IDLE);
    }

    @Test
    void asynchronousRequestCountsUntilItIsComplete() throws Exception {
        WebServer server = start(asynchronous());
        int port = server.getPort();
        try (Socket client = TestHttp.connect(port)) {
            TestHttp.writeGet(client, "/async");
            entered.await();
            server.shutDownGracefully(results::add);
            await().atMost(Duration.ofSeconds(10)).until(() -> TestHttp.isRefused(port));
            assertThat(results).isEmpty();
            release.countDown();
            assertThat(TestHttp.readToEnd(client)).contains("done");
        }
        assertThat(result()).isEqualTo(GracefulShutdownResult.IDLE);
    }

    @Test
    void stopEndsTheWaitAndReturnsAlthoughAHandlerIsBlocked() throws Exception {
        WebServer server = start(blocking());
        try (Socket client = TestHttp.connect(server.getPort())) {
            TestHttp.writeGet(client, "/blocking");
            entered.await();
            server.shutDownGracefully(results::add);
            server.stop();
            assertThat(result()).isEqualTo(GracefulShutdownResult.REQUESTS_ACTIVE);
            assertThat(server.getPort()).isEqualTo(-1);
        }
    }

    @Test
    void requestsAreAbortedWhenTheirTimeIsOver() throws Exception {
        phases(phases -> phases.timeout(Duration.ofMillis(200)));
        WebServer server = start(blocking());
        try (Socket client = TestHttp.connect(server.getPort())) {
            TestHttp.writeGet(client, "/blocking");
            entered.await();
            server.shutDownGracefully(results::add);
            assertThat(result()).isEqualTo(GracefulShutdownResult.REQUESTS_ACTIVE);
            assertThat(TestHttp.hasEnded(client)).isTrue();
            server.stop();
            assertThat(results).as("told once").isEmpty();
        }
    }

    @Test
    void stopDuringTheDelayEndsTheShutdown() throws Exception {
        phases(phases -> phases.delay(Duration.ofHours(1)));
        WebServer server = start(text("/hello", "hi"));
        int port = server.getPort();
        server.shutDownGracefully(results::add);
        assertThat(TestHttp.get(port, "/hello").headers().firstValue("Connection"))
                .hasValue("close");
        assertThat(results).isEmpty();
        server.stop();
        assertThat(result()).isEqualTo(GracefulShutdownResult.REQUESTS_ACTIVE);
        assertThat(TestHttp.isRefused(port)).isTrue();
    }

    @Test
    void asynchronousRequestIsToldThatTheServerHasStopped() throws Exception {
        factory.setShutdown(Shutdown.IMMEDIATE);
        CompletableFuture<Throwable> error = new CompletableFuture<>();
        CountDownLatch complete = new CountDownLatch(1);
        WebServer server = start(servlet("/async", (request, response) -> {
            AsyncContext async = request.startAsync();
            async.addListener(new AsyncListener() {
                @Override
                public void onError(AsyncEvent event) {
                    error.complete(event.getThrowable());
                }

                @Override
                public void onComplete(AsyncEvent event) {
                    complete.countDown();
                }

                @Override
                public void onTimeout(AsyncEvent event) {
                    error.complete(new AssertionError("Its time was not over"));
                }

                @Override
                public void onStartAsync(AsyncEvent event) {
                    error.complete(new AssertionError("Nobody has started again"));
                }
            });
            entered.countDown();
        }));
        try (Socket client = TestHttp.connect(server.getPort())) {
            TestHttp.writeGet(client, "/async");
            entered.await();
            server.stop();
            assertThat(error.get(10, TimeUnit.SECONDS)).hasMessageContaining("server is stopping");
            assertThat(complete.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    private void phases(UnaryOperator<ShutdownOptions.Builder> change) {
        ShutdownOptions phases = change.apply(ShutdownOptions.builder()).build();
        factory.addServerCustomizers(options -> options.shutdown(phases));
    }

    @Test
    void serverStartsAgainAfterAnAbortedShutdown() throws Exception {
        WebServer server = start(blocking(), text("/hello", "hi"));
        try (Socket client = TestHttp.connect(server.getPort())) {
            TestHttp.writeGet(client, "/blocking");
            entered.await();
            server.shutDownGracefully(results::add);
            server.stop();
            server.start();
            assertThat(TestHttp.body(server.getPort(), "/hello")).isEqualTo("hi");
            assertThat(result()).isEqualTo(GracefulShutdownResult.REQUESTS_ACTIVE);
        }
    }

    private @Nullable GracefulShutdownResult result() throws InterruptedException {
        return results.poll(10, TimeUnit.SECONDS);
    }

    private ServletContextInitializer blocking() {
        return servlet("/blocking", (request, response) -> {
            entered.countDown();
            awaitRelease();
            response.getWriter().write("done");
        });
    }

    private ServletContextInitializer asynchronous() {
        return servlet("/async", (request, response) -> {
            AsyncContext async = request.startAsync();
            entered.countDown();
            async.start(() -> {
                awaitRelease();
                try {
                    async.getResponse().getWriter().write("done");
                } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
                async.complete();
            });
        });
    }

    private void awaitRelease() {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
