package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.netpoll.http.ResponseHead;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoopModeTest extends BlockingServerBehaviour {

    @Override
    ServerOptions.Builder options() {
        return ServerOptions.builder().handlerMode(HandlerMode.LOOP).reactors(1);
    }

    private long moves() {
        return server().statistics().loops().getFirst().moves();
    }

    @Test
    void aHandlerIsAVirtualThreadOnTheThreadOfTheLoop() throws Exception {
        start(exchange -> reply(exchange, Thread.currentThread().toString()));
        assertThat(server().statistics().handlerMode()).isEqualTo(HandlerMode.LOOP);
        assertThat(exchange(LAST_GET)).contains("netpoll-http-handler").contains("@netpoll-http-reactor-");
    }

    /** A virtual thread inherits the scheduler of the one that starts it. */
    @Test
    @SuppressWarnings("ThreadPriorityCheck") // it is to come back from its scheduler
    void threadsThatAHandlerStartsAreNotTheLoops() throws Exception {
        start(exchange -> {
            CompletableFuture<String> started = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                Thread.yield();
                Thread.ofVirtual()
                        .start(() -> started.complete(Thread.currentThread().toString()));
            });
            reply(exchange, started.get(10, TimeUnit.SECONDS));
        });
        assertThat(exchange(LAST_GET)).contains("ForkJoinPool").doesNotContain("reactor");
    }

    @Test
    void aHandlerThatBlocksLeavesTheLoopToOthers() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        start(
                exchange -> {
                    if (exchange.request().path().equals("/wait")) {
                        assertThat(release.await(10, TimeUnit.SECONDS)).isTrue();
                    }
                    hello(exchange);
                },
                options().stallThreshold(Duration.ZERO)); // nobody else sees to it
        try (Client waiting = connect()) {
            waiting.send("GET /wait HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            Awaitility.await().atMost(SOON).until(() -> server().statistics().requestsInFlight() == 1);
            assertThat(exchange(LAST_GET)).contains("Hello");
            release.countDown();
            assertThat(waiting.receiveAll()).contains("Hello");
        }
        assertThat(moves()).isZero();
    }

    /** It computes until another request has been answered, which needs the loop. */
    @Test
    void aHandlerThatComputesLosesTheLoop() throws Exception {
        AtomicBoolean other = new AtomicBoolean();
        start(exchange -> {
            if (exchange.request().path().equals("/compute")) {
                computeUntil(other, SOON);
                reply(exchange, "done " + Thread.currentThread());
            } else {
                other.set(true);
                hello(exchange);
            }
        });
        try (Client computing = connect()) {
            computing.send("GET /compute HTTP/1.1\r\nHost: a\r\n\r\n");
            Awaitility.await().atMost(SOON).until(() -> server().statistics().requestsInFlight() == 1);
            assertThat(exchange(LAST_GET)).contains("Hello");
            assertThat(computing.receiveUntil("done ")).contains("200 OK");
            computing.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            assertThat(computing.receiveAll()).as("its connection goes on").contains("Hello");
        }
        assertThat(moves()).isPositive();
        Awaitility.await().atMost(SOON).untilAsserted(() -> assertThat(heldUp).anySatisfy(held -> {
            assertThat(held.moved()).isTrue();
            assertThat(held.position()).anyMatch(call -> call.getMethodName().equals("computeUntil"));
        }));
    }

    /** The same without the watchdog: this is what it is for. */
    @Test
    void withoutAThresholdTheLoopWaits() throws Exception {
        AtomicBoolean other = new AtomicBoolean();
        AtomicBoolean seen = new AtomicBoolean();
        start(
                exchange -> {
                    if (exchange.request().path().equals("/compute")) {
                        computeUntil(other, Duration.ofMillis(300));
                        seen.set(other.get());
                    }
                    other.set(true);
                    hello(exchange);
                },
                options().stallThreshold(Duration.ZERO));
        try (Client computing = connect()) {
            computing.send("GET /compute HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            Awaitility.await().atMost(SOON).until(() -> server().statistics().requestsInFlight() == 1);
            assertThat(exchange(LAST_GET)).contains("Hello");
            assertThat(computing.receiveAll()).contains("Hello");
        }
        assertThat(seen).isFalse();
        assertThat(moves()).isZero();
    }

    private static void computeUntil(AtomicBoolean condition, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.get() && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    /** Each that computes has a thread of its own, but only so many may: the others wait, and all are answered. */
    @Test
    void theNumberOfThreadsThatHandlersKeepIsBounded() throws Exception {
        int most = Math.max(8, 4 * Runtime.getRuntime().availableProcessors());
        AtomicInteger inside = new AtomicInteger();
        AtomicBoolean release = new AtomicBoolean();
        start(exchange -> {
            inside.incrementAndGet();
            computeUntil(release, SOON);
            hello(exchange);
        });
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < most + 4; i++) {
            CompletableFuture<String> answer = new CompletableFuture<>();
            answers.add(answer);
            Thread.ofPlatform().start(() -> {
                try {
                    answer.complete(exchange(LAST_GET));
                } catch (IOException | AssertionError e) {
                    answer.completeExceptionally(e);
                }
            });
        }
        Awaitility.await().atMost(SOON).until(() -> server().statistics().loopMovesRefused() > 0);
        assertThat(inside.get()).isEqualTo(most + 1);
        release.set(true);
        for (CompletableFuture<String> answer : answers) {
            assertThat(answer.get(20, TimeUnit.SECONDS)).contains("Hello");
        }
        assertThat(inside.get()).isEqualTo(most + 4);
    }

    /** Its {@code finally} runs although the loop that carried it is gone. */
    @Test
    void aHandlerThatIsParkedAcrossTheStopStillEnds() throws Exception {
        CountDownLatch parked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicReference<String> ended = new AtomicReference<>();
        start(exchange -> {
            try {
                parked.countDown();
                release.await();
            } finally {
                ended.set(Thread.currentThread().toString());
            }
        });
        try (Client client = connect()) {
            client.send(GET);
            assertThat(parked.await(10, TimeUnit.SECONDS)).isTrue();
            server().close();
            assertThatCode(release::countDown).as("who unparks it").doesNotThrowAnyException();
            Awaitility.await().atMost(SOON).untilAsserted(() -> assertThat(ended.get())
                    .contains("netpoll-http-handler")
                    .doesNotContain("reactor"));
        }
    }

    /** Opening a FIFO takes until somebody writes to it, which no thread can be parked for. */
    @Test
    void aFileThatTakesItsTimeIsNotTheLoopsToWaitFor(@TempDir Path directory) throws Exception {
        Path fifo = directory.resolve("fifo");
        assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor())
                .isZero();
        start(
                exchange -> {
                    if (exchange.request().path().equals("/file")) {
                        exchange.response().start(new ResponseHead(200), 5);
                        exchange.response().sendFile(fifo, 0, 5);
                    }
                    hello(exchange);
                },
                options().stallThreshold(Duration.ZERO)); // nobody else sees to it
        try (Client client = connect()) {
            client.send("GET /file HTTP/1.1\r\nHost: a\r\n\r\n");
            Awaitility.await().atMost(SOON).until(() -> server().statistics().requestsInFlight() == 1);
            assertThat(exchange(LAST_GET)).contains("Hello");
            assertThat(server().statistics().requestsInFlight()).isEqualTo(1);
            try (OutputStream writer = Files.newOutputStream(fifo)) {
                Awaitility.await()
                        .atMost(SOON)
                        .until(() -> server().statistics().requestsInFlight() == 0);
                writer.flush();
            }
        }
    }
}
