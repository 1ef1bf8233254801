package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.http.Exchange;
import io.netpoll.http.Handler;
import io.netpoll.reactor.LoopStatistics;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Loops move from thread to thread while there is much to do: no answer is lost, none is another's. */
class LoopMovesUnderLoadTest extends ServerFixture {

    private static final int CLIENTS = 32;
    private static final int REQUESTS = 200;
    private static final int PIPELINED = 4;
    private static final Duration THRESHOLD = Duration.ofMillis(1);
    private static final int MOST_AWAY = Math.max(8, 4 * Runtime.getRuntime().availableProcessors());

    private final AtomicLong handled = new AtomicLong();
    private final AtomicInteger computing = new AtomicInteger();
    private final AtomicInteger mostComputing = new AtomicInteger();

    @Override
    ServerOptions.Builder options() {
        return ServerOptions.builder().handlerMode(HandlerMode.LOOP).reactors(2).stallThreshold(THRESHOLD);
    }

    @Override
    Handler handler(Handler handler) {
        return handler;
    }

    private long moves() {
        return server().statistics().loops().stream()
                .mapToLong(LoopStatistics::moves)
                .sum();
    }

    /** Now and then one computes for several times the threshold, another blocks, and most do neither. */
    private void handle(Exchange exchange) throws Exception {
        int number = (int) handled.getAndIncrement();
        if (number % 50 == 0) {
            mostComputing.accumulateAndGet(computing.incrementAndGet(), Math::max);
            long until = System.nanoTime() + 4 * THRESHOLD.toNanos();
            while (System.nanoTime() - until < 0) {
                Thread.onSpinWait();
            }
            computing.decrementAndGet();
        } else if (number % 7 == 0) {
            Thread.sleep(1);
        }
        reply(exchange, "<" + exchange.request().path() + ">");
    }

    private void ask(int client) throws IOException {
        Random random = new Random(client);
        try (Client connection = connect()) {
            for (int sent = 0; sent < REQUESTS; ) {
                int together = 1 + random.nextInt(PIPELINED);
                StringBuilder requests = new StringBuilder();
                for (int i = sent; i < sent + together; i++) {
                    requests.append("GET /")
                            .append(client)
                            .append('/')
                            .append(i)
                            .append(" HTTP/1.1\r\nHost: a\r\n\r\n");
                }
                connection.send(requests.toString());
                for (int i = sent; i < sent + together; i++) {
                    String answer = connection.receiveUntil(">");
                    assertThat(answer)
                            .startsWith("HTTP/1.1 200 OK\r\n")
                            .endsWith("\r\n\r\n</" + client + "/" + i + ">");
                }
                sent += together;
            }
        }
    }

    @Test
    void noAnswerIsLostOrAnothers() throws Exception {
        start(this::handle);
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            int client = i;
            clients.add(Thread.ofPlatform().start(() -> {
                try {
                    ask(client);
                } catch (IOException | AssertionError e) {
                    failures.add(e);
                }
            }));
        }
        for (Thread client : clients) {
            assertThat(client.join(Duration.ofSeconds(60))).isTrue();
        }
        assertThat(failures).isEmpty();
        assertThat(handled.get()).isGreaterThanOrEqualTo(CLIENTS * REQUESTS);
        assertThat(moves()).as("loops have moved").isPositive();
        int loops = server().statistics().loops().size();
        assertThat(mostComputing.get()).isBetween(1, MOST_AWAY + loops);
        assertThat(events).isEmpty();
        Awaitility.await().atMost(SOON).until(() -> server().statistics().connectionsCurrent() == 0);
        // Threads that were away with handlers are gone; each loop has one.
        Awaitility.await().atMost(SOON).until(() -> reactorThreads() == loops);
    }

    private static long reactorThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("netpoll-http-reactor-"))
                .count();
    }
}
