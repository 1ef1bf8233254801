package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.http.Handler;
import io.netpoll.http.ResponseHead;
import io.netpoll.http1.Expiry;
import io.netpoll.http1.codec.Violation;
import io.netpoll.server.Client.End;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** How long a client may take, and what does not count against it. */
class PatienceTest extends ServerFixture {

    @Override
    ServerOptions.Builder options() {
        return TestedMode.options();
    }

    @Override
    Handler handler(Handler handler) {
        return handler;
    }

    private static void pause(int millis) {
        new CompletableFuture<Void>()
                .completeOnTimeout(null, millis, TimeUnit.MILLISECONDS)
                .join();
    }

    private void assertExpired(Expiry expiry) {
        Awaitility.await().atMost(SOON).untilAsserted(() -> assertThat(
                        server().statistics().expiries())
                .containsEntry(expiry.name(), 1L)
                .hasSize(Expiry.values().length));
    }

    @Test
    void contentThatDripsIsGivenUpAlthoughItNeverStops() throws Exception {
        start(
                exchange -> {
                    BlockingServerBehaviour.readAll(exchange);
                    hello(exchange);
                },
                options().minimumRate(100_000).minimumRateGrace(Duration.ofMillis(100)));
        try (Client client = connect()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n");
            AtomicBoolean answered = new AtomicBoolean();
            Thread dripping = dripping(client, answered);
            assertThat(client.receiveUntil("\r\n\r\n")).startsWith("HTTP/1.1 408 ");
            answered.set(true);
            dripping.join(20_000);
        }
        assertExpired(Expiry.BODY_RATE);
    }

    /** A client that sends an octet now and then, as long as the server takes them. */
    static Thread dripping(Client client, AtomicBoolean enough) {
        return Thread.ofPlatform().start(() -> drip(client, enough));
    }

    private static void drip(Client client, AtomicBoolean enough) {
        try {
            while (!enough.get()) {
                client.send("x");
                pause(10);
            }
        } catch (IOException e) {
            enough.set(true); // the server has closed the connection already
        }
    }

    @Test
    void pausesOfTheHandlerAreNotHeldAgainstTheClient() throws Exception {
        start(
                exchange -> {
                    byte[] buffer = new byte[20_000];
                    int read = 0;
                    while (read >= 0) {
                        pause(100);
                        read = exchange.requestBody().read(buffer, 0, buffer.length);
                    }
                    hello(exchange);
                },
                options()
                        .minimumRate(10_000_000)
                        .minimumRateGrace(Duration.ofMillis(200))
                        .bodyTimeout(Duration.ofMillis(250)));
        try (Client client = connect()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 100000\r\n\r\n");
            client.send(new byte[100_000]);
            assertThat(client.receiveAll()).endsWith("Hello, world!");
        }
        assertThat(server().statistics().expiries()).containsEntry(Expiry.BODY_RATE.name(), 0L);
    }

    @Test
    void aClientThatReadsTooSlowlyIsGivenUp() throws Exception {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        start(
                exchange -> {
                    byte[] much = new byte[10_000_000];
                    exchange.response().start(new ResponseHead(200), much.length);
                    try {
                        exchange.response().write(much, 0, much.length);
                    } catch (IOException e) {
                        failure.complete(e);
                        throw e;
                    }
                },
                options().minimumRate(Integer.MAX_VALUE).minimumRateGrace(Duration.ofMillis(200)));
        try (Client client = connect(4_096)) {
            client.send(GET);
            while (!failure.isDone()) {
                client.receive(100);
                pause(10);
            }
            assertThat(failure.get(15, TimeUnit.SECONDS)).hasMessageContaining("too slowly");
            client.receiveAll();
            assertThat(client.end()).isEqualTo(End.RESET);
        }
        assertExpired(Expiry.RESPONSE_RATE);
    }

    @Test
    void eachKindOfImpatienceIsCounted() throws IOException {
        start(
                ServerFixture::hello,
                options().headTimeout(Duration.ofMillis(100)).keepAliveTimeout(Duration.ofMillis(100)));
        exchange("GET / HTTP/1.1\r\nHost:");
        assertExpired(Expiry.HEAD);
        exchange(GET);
        assertExpired(Expiry.KEEP_ALIVE);
    }

    @Test
    void rejectedRequestsAreCountedByReasonAndTheReasonsAreFixed() throws IOException {
        start(ServerFixture::hello);
        exchange("GET / HTTP/1.1\r\n\r\n");
        exchange("GET / HTTP/1.1\r\n\r\n");
        exchange("NO\u0001 / HTTP/1.1\r\n\r\n");
        assertThat(server().statistics().rejectedRequests())
                .containsEntry(Violation.HOST_MISSING.name(), 2L)
                .containsEntry(Violation.METHOD_SYNTAX.name(), 1L)
                .containsOnlyKeys(
                        Arrays.stream(Violation.values()).map(Enum::name).toList());
    }

    @Test
    void aConnectionThatIsOldEndsWithAnAnswerThatSaysSo() throws IOException {
        start(ServerFixture::hello, options().maxConnectionAge(Duration.ofNanos(10)));
        assertThat(exchange(GET)).contains("\r\nConnection: close\r\n").endsWith("Hello, world!");
    }

    @Test
    void aConnectionThatIsYoungGoesOn() throws IOException {
        start(ServerFixture::hello, options().maxConnectionAge(Duration.ofHours(1)));
        try (Client client = connect()) {
            assertThat(client.send(GET).receiveUntil("Hello, world!")).doesNotContain("Connection: close");
        }
    }
}
