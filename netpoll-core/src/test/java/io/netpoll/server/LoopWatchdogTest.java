package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.http.Exchange;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoopWatchdogTest {

    private static final Duration SOON = Duration.ofSeconds(15);
    private static final String COMPUTE = "GET /compute HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

    private final ConcurrentLinkedQueue<ServerEvent> events = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean release = new AtomicBoolean();
    private final AtomicBoolean noThreads = new AtomicBoolean();
    private final AtomicLong attempts = new AtomicLong();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        ThreadFactory threads = Thread.ofPlatform().name("reactor-", 0).factory();
        server = HttpServer.builder()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .handler(this::handle)
                .options(ServerOptions.builder()
                        .name("watched")
                        .handlerMode(HandlerMode.LOOP)
                        .reactors(1)
                        .build())
                .listener(events::add)
                .threads(work -> {
                    if (noThreads.get()) {
                        attempts.incrementAndGet();
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                    return threads.newThread(work);
                })
                .build();
        server.start();
    }

    @AfterEach
    void close() {
        release.set(true);
        server.close();
    }

    private void handle(Exchange exchange) throws IOException {
        if (exchange.request().path().equals("/compute")) {
            long end = System.nanoTime() + SOON.toNanos();
            while (!release.get() && System.nanoTime() < end) {
                Thread.onSpinWait();
            }
        }
        ServerFixture.hello(exchange);
    }

    private long moves() {
        return server.statistics().loops().getFirst().moves();
    }

    private static Thread watchdog() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("netpoll-watched-watchdog"))
                .findFirst()
                .orElseThrow();
    }

    /** An idle server wakes no thread. */
    @Test
    void sleepsWhileThereIsNothingToCarryAndIsAwakeWhenThereIs() throws IOException {
        Thread watchdog = watchdog();
        for (int round = 0; round < 2; round++) {
            Awaitility.await().atMost(SOON).until(() -> watchdog.getState() == Thread.State.WAITING);
            release.set(false);
            long before = moves();
            try (Client client = new Client(server.port())) {
                client.send(COMPUTE);
                Awaitility.await().atMost(SOON).until(() -> moves() > before);
                release.set(true);
                assertThat(client.receiveAll()).contains("Hello");
            }
        }
    }

    /** The loop waits for the handler rather than for a thread that does not come, says so once, and goes on after it. */
    @Test
    void aLoopThatCannotHaveAnotherThreadIsNotTaken() throws IOException {
        noThreads.set(true);
        try (Client client = new Client(server.port());
                Client other = new Client(server.port())) {
            client.send(COMPUTE);
            Awaitility.await().atMost(SOON).until(() -> server.statistics().loopMovesRefused() > 0);
            other.send(ServerFixture.LAST_GET);
            release.set(true);
            assertThat(client.receiveAll()).contains("Hello");
            assertThat(other.receiveAll()).contains("Hello");
        }
        assertThat(moves()).isZero();
        Awaitility.await().atMost(SOON).until(() -> !heldUp().isEmpty());
        assertThat(heldUp()).allSatisfy(held -> assertThat(held.moved()).isFalse());
    }

    /** What could not be had at first is tried again while the handler goes on, and told once. */
    @Test
    void aLoopIsTakenAsSoonAsThereIsAThread() throws IOException {
        try (Client client = new Client(server.port())) {
            noThreads.set(true);
            client.send(COMPUTE);
            Awaitility.await().atMost(SOON).until(() -> server.statistics().loopMovesRefused() > 0);
            long tried = attempts.get();
            Awaitility.await().atMost(SOON).until(() -> attempts.get() > tried + 3);
            assertThat(server.statistics().loopMovesRefused())
                    .as("however often it was tried")
                    .isEqualTo(1);
            noThreads.set(false);
            Awaitility.await().atMost(SOON).until(() -> moves() == 1);
            release.set(true);
            assertThat(client.receiveAll()).contains("Hello");
        }
    }

    private List<ServerEvent.LoopHeldUp> heldUp() {
        return events.stream()
                .filter(ServerEvent.LoopHeldUp.class::isInstance)
                .map(ServerEvent.LoopHeldUp.class::cast)
                .toList();
    }
}
