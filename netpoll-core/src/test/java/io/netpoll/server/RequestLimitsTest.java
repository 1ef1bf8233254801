package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.http.Exchange;
import io.netpoll.http.ExchangeEnd;
import io.netpoll.http.ExchangeListener;
import io.netpoll.http.ExchangeSummary;
import io.netpoll.http.Handler;
import io.netpoll.http.ResponseHead;
import io.netpoll.http.ResponseSink;
import io.netpoll.http1.Refusal;
import io.netpoll.server.Client.End;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How much of a request the server takes on, how many wait, and for how long. */
class RequestLimitsTest extends ServerFixture {

    private static final Duration SHORT = Duration.ofMillis(200);

    private final ConcurrentLinkedQueue<ExchangeSummary> told = new ConcurrentLinkedQueue<>();
    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger handled = new AtomicInteger();

    @Override
    ServerOptions.Builder options() {
        return TestedMode.options();
    }

    @Override
    Handler handler(Handler handler) {
        return handler;
    }

    @Override
    ExchangeListener exchangeListener() {
        return told::add;
    }

    @AfterEach
    void letHandlersEnd() {
        release.countDown();
    }

    private void readAndGreet(Exchange exchange) throws IOException {
        handled.incrementAndGet();
        BlockingServerBehaviour.readAll(exchange);
        hello(exchange);
    }

    private void waitAndGreet(Exchange exchange) throws Exception {
        handled.incrementAndGet();
        release.await();
        hello(exchange);
    }

    private static String post(int length, String more) {
        return "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: " + length + "\r\n" + more + "\r\n";
    }

    private static String chunked(String chunks) {
        return "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks;
    }

    private void assertRefused(Refusal reason, long count) {
        Awaitility.await().atMost(SOON).untilAsserted(() -> assertThat(
                        server().statistics().refusedRequests())
                .containsEntry(reason.name(), count)
                .hasSize(Refusal.values().length));
    }

    // Content.

    @Test
    void contentOfTheLargestSizeIsTaken() throws Exception {
        start(this::readAndGreet, options().maxRequestBodySize(10));
        assertThat(exchange(post(10, "") + "0123456789")).startsWith("HTTP/1.1 200 ");
        assertThat(exchange(chunked("5\r\n01234\r\n5\r\n56789\r\n0\r\n\r\n"))).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void contentThatIsKnownToBeTooLargeIsRefusedBeforeItIsRead() throws Exception {
        start(this::readAndGreet, options().maxRequestBodySize(10));
        String response = exchange(post(11, "Expect: 100-continue\r\n"));
        assertThat(response)
                .startsWith("HTTP/1.1 413 ")
                .contains("Connection: close")
                .doesNotContain(" 100 ");
        assertThat(handled).hasValue(0);
        assertThat(told).singleElement().satisfies(summary -> {
            assertThat(summary.end()).isEqualTo(ExchangeEnd.REJECTED);
            assertThat(summary.detail()).isEqualTo("CONTENT_TOO_LARGE");
            assertThat(summary.request()).isNotNull();
        });
    }

    /** A close with octets unread would be a reset, which can destroy the answer. */
    @Test
    void theClientSeesTheAnswerAlthoughItIsStillSending() throws Exception {
        start(this::readAndGreet, options().maxRequestBodySize(10));
        try (Client client = connect()) {
            client.send(post(8_000_000, ""));
            byte[] part = new byte[500_000];
            for (int i = 0; i < 16; i++) {
                client.send(part);
            }
            assertThat(client.shutdownOutput().receiveAll()).startsWith("HTTP/1.1 413 ");
            assertThat(client.end()).isEqualTo(End.CLOSED);
        }
    }

    @Test
    void aHeadRequestWithTooMuchContentGetsNone() throws Exception {
        start(this::readAndGreet, options().maxRequestBodySize(0));
        String response = exchange("HEAD / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n1");
        assertThat(response).startsWith("HTTP/1.1 413 ").endsWith("\r\n\r\n");
    }

    @Test
    void contentThatTurnsOutToBeTooLargeIsRefusedWhenItIsRead() throws Exception {
        start(this::readAndGreet, options().maxRequestBodySize(10));
        String response = exchange(chunked("5\r\n01234\r\n6\r\n567890\r\n0\r\n\r\n"));
        assertThat(response).startsWith("HTTP/1.1 413 ").contains("Connection: close");
        assertThat(server().statistics().rejectedRequests()).containsEntry("CONTENT_TOO_LARGE", 1L);
        assertThat(told).singleElement().satisfies(summary -> assertThat(summary.end())
                .isEqualTo(ExchangeEnd.REQUEST_BROKEN));
    }

    // Waiting for a handler.

    @Test
    void asManyRequestsWaitAsMayAndTheNextIsTurnedAway() throws Exception {
        start(this::waitAndGreet, options().maxInFlight(1).maxWaitingRequests(1));
        try (Client first = connect();
                Client second = connect()) {
            first.send(LAST_GET);
            Awaitility.await().atMost(SOON).until(() -> handled.get() == 1);
            second.send(LAST_GET);
            Awaitility.await().atMost(SOON).until(() -> server().statistics().requestsWaiting() == 1);
            String refused = exchange(GET);
            assertThat(refused)
                    .startsWith("HTTP/1.1 503 ")
                    .contains("\r\nRetry-After: 1\r\n")
                    .contains("\r\nConnection: close\r\n");
            assertThat(exchange("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n"))
                    .startsWith("HTTP/1.1 503 ")
                    .endsWith("\r\n\r\n");
            assertRefused(Refusal.QUEUE_FULL, 2);
            release.countDown();
            assertThat(first.receiveAll()).startsWith("HTTP/1.1 200 ");
            assertThat(second.receiveAll()).startsWith("HTTP/1.1 200 ");
        }
        Awaitility.await().atMost(SOON).until(() -> told.size() == 4);
        assertThat(told)
                .extracting(ExchangeSummary::end)
                .filteredOn(ExchangeEnd.REFUSED::equals)
                .hasSize(2);
    }

    @Test
    void noneWaitsWhereNoneMay() throws Exception {
        start(this::waitAndGreet, options().maxInFlight(1).maxWaitingRequests(0));
        try (Client first = connect()) {
            first.send(LAST_GET);
            Awaitility.await().atMost(SOON).until(() -> handled.get() == 1);
            assertThat(exchange(GET)).startsWith("HTTP/1.1 503 ");
            release.countDown();
            assertThat(first.receiveAll()).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void pathsThatAreExemptAreNeverTurnedAway() throws Exception {
        Semaphore admitted = new Semaphore(0);
        start(
                exchange -> {
                    if (exchange.request().path().startsWith("/health")) {
                        admitted.release();
                        hello(exchange);
                    } else {
                        waitAndGreet(exchange);
                    }
                },
                options().maxInFlight(1).maxWaitingRequests(0).exemptPaths(List.of("/health")));
        try (Client first = connect();
                Client health = connect();
                Client below = connect()) {
            first.send(LAST_GET);
            Awaitility.await().atMost(SOON).until(() -> handled.get() == 1);
            health.send("GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            below.send("GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            Awaitility.await().atMost(SOON).until(() -> server().statistics().requestsWaiting() == 2);
            for (String other : List.of("/healthy", "/health/../x", "/health/%2e%2e/x", "/health;a/..;/x")) {
                assertThat(exchange("GET " + other + " HTTP/1.1\r\nHost: a\r\n\r\n"))
                        .as(other)
                        .startsWith("HTTP/1.1 503 ");
            }
            release.countDown();
            assertThat(health.receiveAll()).startsWith("HTTP/1.1 200 ");
            assertThat(below.receiveAll()).startsWith("HTTP/1.1 200 ");
            assertThat(first.receiveAll()).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void aRequestThatWaitsTooLongIsAnsweredAlthoughNoHandlerIsFree() throws Exception {
        start(this::waitAndGreet, options().maxInFlight(1).maxRequestWait(SHORT));
        try (Client first = connect()) {
            first.send(LAST_GET);
            Awaitility.await().atMost(SOON).until(() -> handled.get() == 1);
            String refused = exchange(post(5, "") + "12345");
            assertThat(refused)
                    .startsWith("HTTP/1.1 503 ")
                    .contains("\r\nRetry-After: 1\r\n")
                    .contains("\r\nConnection: close\r\n");
            assertRefused(Refusal.WAITED_TOO_LONG, 1);
            assertThat(server().statistics().requestsWaiting()).isZero();
            release.countDown();
            assertThat(first.receiveAll()).startsWith("HTTP/1.1 200 ");
        }
        assertThat(handled).hasValue(1);
        assertThat(told).extracting(ExchangeSummary::end).contains(ExchangeEnd.REFUSED);
    }

    @Test
    void aRequestThatGetsAHandlerInTimeMayTakeLonger() throws Exception {
        start(this::waitAndGreet, options().maxRequestWait(SHORT));
        try (Client client = connect()) {
            client.send(LAST_GET);
            new CompletableFuture<Void>()
                    .completeOnTimeout(null, 3 * SHORT.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
            release.countDown();
            assertThat(client.receiveAll()).startsWith("HTTP/1.1 200 ");
        }
    }

    /** The timer of a connection was armed for an earlier exchange: it must not end a later one before its time. */
    @Test
    void everyExchangeOfAConnectionHasItsOwnTime() throws Exception {
        start(ServerFixture::hello, options().requestTimeout(SHORT));
        try (Client client = connect()) {
            for (int i = 0; i < 20; i++) {
                client.send(GET).receiveUntil("Hello, world!");
                new CompletableFuture<Void>()
                        .completeOnTimeout(null, 30, TimeUnit.MILLISECONDS)
                        .join();
            }
        }
        assertRefused(Refusal.TIMED_OUT, 0);
    }

    // The whole time.

    @Test
    void aRequestThatTakesTooLongIsAnsweredInPlaceOfItsHandler() throws Exception {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        start(
                exchange -> {
                    release.await();
                    try {
                        hello(exchange);
                        failure.complete(new AssertionError("The response was taken"));
                    } catch (IOException | RuntimeException e) {
                        failure.complete(e);
                        throw e;
                    }
                },
                options().requestTimeout(SHORT));
        try (Client client = connect()) {
            String response = client.send(GET).receiveUntil("\r\n\r\n");
            assertThat(response)
                    .startsWith("HTTP/1.1 503 ")
                    .contains("\r\nRetry-After: 1\r\n")
                    .contains("\r\nConnection: close\r\n");
            assertRefused(Refusal.TIMED_OUT, 1);
            assertThat(told).as("the handler is still inside").isEmpty();
            release.countDown();
            assertThat(failure.get()).isInstanceOf(IOException.class).hasMessageContaining("longer than");
            assertThat(client.receiveAll()).isEmpty();
            assertThat(client.end()).isEqualTo(End.CLOSED);
        }
        Awaitility.await().atMost(SOON).until(() -> !told.isEmpty());
        assertThat(told.element().end()).isEqualTo(ExchangeEnd.TIMED_OUT);
        assertThat(told.element().status()).isEqualTo(503);
        assertThat(events).as("the handler was not to blame").isEmpty();
    }

    @Test
    void aHandlerThatReadsIsWokenWhenItsTimeIsOver() throws Exception {
        start(this::readAndGreet, options().requestTimeout(SHORT).bodyTimeout(Duration.ofMinutes(1)));
        assertThat(exchange(post(5, ""))).startsWith("HTTP/1.1 503 ");
    }

    @Test
    void aResponseThatHasBegunIsResetWhenItsTimeIsOver() throws Exception {
        start(
                exchange -> {
                    exchange.response().start(new ResponseHead(200), ResponseSink.UNKNOWN_LENGTH);
                    exchange.response().write(new byte[1], 0, 1);
                    release.await();
                },
                options().requestTimeout(SHORT));
        try (Client client = connect()) {
            client.send(GET).receiveUntil("\r\n\r\n");
            assertRefused(Refusal.TIMED_OUT, 1);
            release.countDown();
            client.receiveAll();
            assertThat(client.end()).isNotEqualTo(End.OPEN);
        }
        Awaitility.await().atMost(SOON).until(() -> !told.isEmpty());
        assertThat(told.element().end()).isEqualTo(ExchangeEnd.TIMED_OUT);
    }

    @Test
    void aDetachedExchangeIsAnsweredAndToldWhenItsTimeIsOver() throws Exception {
        CompletableFuture<IOException> gone = new CompletableFuture<>();
        start(
                exchange -> exchange.detach(cause -> {
                    gone.complete(cause);
                    exchange.abort(cause);
                }),
                options().requestTimeout(SHORT));
        assertThat(exchange(GET)).startsWith("HTTP/1.1 503 ");
        assertThat(gone.get()).hasMessageContaining("longer than");
        Awaitility.await().atMost(SOON).until(() -> !told.isEmpty());
        assertThat(told.element().end()).isEqualTo(ExchangeEnd.TIMED_OUT);
    }

    @Test
    void theServerDrainsAlthoughRequestsThatWaitedWereTurnedAway() throws Exception {
        start(this::waitAndGreet, options().maxInFlight(1).maxRequestWait(SHORT));
        try (Client first = connect();
                Client second = connect()) {
            first.send(LAST_GET);
            Awaitility.await().atMost(SOON).until(() -> handled.get() == 1);
            second.send(GET);
            Awaitility.await().atMost(SOON).until(() -> server().statistics().requestsWaiting() == 1);
            CompletableFuture<Void> drained = server().drain();
            assertThat(second.receiveAll()).startsWith("HTTP/1.1 503 ");
            release.countDown();
            assertThat(first.receiveAll()).startsWith("HTTP/1.1 200 ");
            drained.get(15, TimeUnit.SECONDS);
        }
    }
}
