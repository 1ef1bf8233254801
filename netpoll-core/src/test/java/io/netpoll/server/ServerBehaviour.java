package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netpoll.http.Exchange;
import io.netpoll.http.ResponseHead;
import io.netpoll.server.Client.End;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What holds wherever handlers run, seen from a socket. Subclasses say where. */
abstract class ServerBehaviour extends ServerFixture {

    @Test
    void answersARequest() throws IOException {
        start(ServerBehaviour::hello);
        assertThat(exchange(LAST_GET))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("\r\nContent-Type: text/plain\r\n", "\r\nContent-Length: 13\r\n", "\r\nConnection: close\r\n")
                .containsPattern("\r\nDate: [A-Z][a-z]{2}, \\d\\d [A-Z][a-z]{2} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT\r\n")
                .endsWith("\r\n\r\nHello, world!");
    }

    @Test
    void answersRequestsOfAConnectionOneAfterAnother() throws IOException {
        start(ServerBehaviour::hello);
        try (Client client = connect()) {
            for (int i = 0; i < 50; i++) {
                client.send(GET);
                assertThat(client.receiveUntil("Hello, world!")).startsWith("HTTP/1.1 200 OK\r\n");
            }
        }
        Awaitility.await().atMost(SOON).until(() -> server().statistics().connectionsCurrent() == 0);
        assertThat(server().statistics().connectionsAccepted()).isEqualTo(1);
    }

    @Test
    void answersPipelinedRequestsInOrder() throws IOException {
        AtomicInteger number = new AtomicInteger();
        start(exchange -> reply(
                exchange, "<" + number.incrementAndGet() + exchange.request().path() + ">"));
        StringBuilder requests = new StringBuilder();
        StringBuilder expected = new StringBuilder();
        for (int i = 1; i <= 1_000; i++) {
            requests.append("GET /").append(i).append(" HTTP/1.1\r\nHost: a\r\n\r\n");
            expected.append("<").append(i).append("/").append(i).append(">");
        }
        try (Client client = connect()) {
            String received = client.send(requests.toString()).shutdownOutput().receiveAll();
            assertThat(received.replaceAll("(?s)HTTP/1.1 200 OK.*?\r\n\r\n", ""))
                    .isEqualTo(expected.toString());
            assertThat(client.end()).isEqualTo(End.CLOSED);
        }
    }

    @Test
    void answersAClientThatHasClosedItsSide() throws IOException {
        start(ServerBehaviour::hello);
        for (int i = 0; i < 200; i++) {
            try (Client client = connect()) {
                assertThat(client.send(GET).shutdownOutput().receiveAll()).endsWith("Hello, world!");
            }
        }
    }

    @Test
    void readsARequestCutAtEveryOctet() throws IOException {
        start(exchange -> reply(exchange, exchange.request().target()));
        String request = "GET /x?y=1 HTTP/1.1\r\nHost: a\r\nX-A: b\r\n\r\n";
        try (Client client = connect()) {
            for (int cut = 1; cut < request.length(); cut++) {
                client.send(request.substring(0, cut));
                client.send(request.substring(cut));
                assertThat(client.receiveUntil("/x?y=1")).startsWith("HTTP/1.1 200 OK\r\n");
            }
        }
    }

    @Test
    void endsAnHttp10ConnectionUnlessItIsAskedNotTo() throws IOException {
        start(ServerBehaviour::hello);
        assertThat(exchange("GET / HTTP/1.0\r\n\r\n")).contains("\r\nConnection: close\r\n");
        try (Client client = connect()) {
            client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
            assertThat(client.receiveUntil("Hello, world!")).contains("\r\nConnection: keep-alive\r\n");
            client.send("GET / HTTP/1.0\r\n\r\n");
            assertThat(client.receiveAll()).endsWith("Hello, world!");
        }
    }

    @Test
    void sendsNoContentInAnswerToHead() throws IOException {
        start(ServerBehaviour::hello);
        assertThat(exchange("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n" + LAST_GET))
                .containsPattern("(?s)^HTTP/1.1 200 OK\r\n.*?Content-Length: 13\r\n\r\nHTTP/1.1 200 OK\r\n");
    }

    @Test
    void answersABadRequestWithItsStatusAndAReasonAndClosesInOrder() throws IOException {
        start(ServerBehaviour::hello);
        assertThat(exchange("GET / HTTP/1.1\r\n\r\n" + GET))
                .startsWith("HTTP/1.1 400 Bad Request\r\n")
                .contains("\r\nConnection: close\r\n")
                .endsWith("\r\n\r\nThe Host field is missing.");
        assertThat(exchange("GET / HTTP/2.0\r\nHost: a\r\n\r\n")).startsWith("HTTP/1.1 505 ");
        assertThat(exchange("GET /" + "a".repeat(9_000) + " HTTP/1.1\r\nHost: a\r\n\r\n"))
                .startsWith("HTTP/1.1 414 ");
        assertThat(exchange("GET / HTTP/1.1\r\nHost: a\r\nX: " + "a".repeat(9_000) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 431 ");
        assertThat(exchange("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"))
                .startsWith("HTTP/1.1 501 ");
        assertThat(exchange("POST / HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\nContent-Length: 1\r\n\r\nx"))
                .startsWith("HTTP/1.1 417 ");
        Awaitility.await().atMost(SOON).untilAsserted(() -> assertThat(events)
                .filteredOn(ServerEvent.RequestRejected.class::isInstance)
                .hasSize(6));
    }

    @Test
    void answersRequestsBeforeABadOneFirst() throws IOException {
        start(ServerBehaviour::hello);
        String received = exchange(GET + GET + "BAD\r\n\r\n");
        assertThat(count(received, "200 OK")).isEqualTo(2);
        assertThat(received).contains("HTTP/1.1 400 Bad Request\r\n");
    }

    @Test
    void aHandlerThatFailsIsAnsweredWith500AndToldToTheListener() throws IOException {
        start(exchange -> {
            throw new IllegalStateException("on purpose");
        });
        assertThat(exchange(LAST_GET)).startsWith("HTTP/1.1 500 ").doesNotContain("on purpose");
        Awaitility.await()
                .atMost(SOON)
                .untilAsserted(() -> assertThat(events).singleElement().satisfies(event -> {
                    assertThat(event.severity()).isEqualTo(ServerEvent.Severity.ERROR);
                    assertThat(event.cause()).hasMessage("on purpose");
                }));
    }

    @Test
    void aHandlerThatMakesNoResponseIsAnsweredWith500() throws IOException {
        start(exchange -> {});
        assertThat(exchange(LAST_GET)).startsWith("HTTP/1.1 500 ");
    }

    @Test
    void aDetachedExchangeIsAnsweredLater() throws IOException {
        start(exchange -> {
            exchange.detach(cause -> exchange.complete());
            exchange.schedule(Duration.ofMillis(20), () -> {
                try {
                    hello(exchange);
                    exchange.complete();
                } catch (IOException e) {
                    exchange.abort(e);
                }
            });
        });
        assertThat(count(exchange(GET + GET + LAST_GET), "Hello, world!")).isEqualTo(3);
        Awaitility.await().atMost(SOON).until(() -> server().statistics().exchangesOpen() == 0);
    }

    @Test
    void tasksOfADetachedExchangeRunOneAtATimeAndNotBeforeTheHandlerHasReturned() throws IOException {
        AtomicInteger inside = new AtomicInteger(1);
        AtomicInteger clashes = new AtomicInteger();
        AtomicInteger ran = new AtomicInteger();
        start(exchange -> {
            exchange.detach(cause -> {});
            CompletableFuture<?>[] posts = new CompletableFuture<?>[4];
            for (int i = 0; i < posts.length; i++) {
                posts[i] = CompletableFuture.runAsync(() -> exchange.execute(() -> {
                    if (inside.getAndIncrement() != 0) {
                        clashes.incrementAndGet();
                    }
                    ran.incrementAndGet();
                    inside.decrementAndGet();
                }));
            }
            CompletableFuture.allOf(posts).join();
            exchange.execute(() -> {
                try {
                    reply(exchange, "ran " + ran + ", clashed " + clashes);
                } catch (IOException e) {
                    exchange.abort(e);
                }
                exchange.complete();
            });
            inside.decrementAndGet();
        });
        assertThat(exchange(LAST_GET)).endsWith("ran 4, clashed 0");
    }

    @Test
    void aDetachedExchangeIsToldThatItsClientHasGone() throws Exception {
        CompletableFuture<Throwable> gone = new CompletableFuture<>();
        start(exchange -> exchange.detach(cause -> {
            gone.complete(cause);
            exchange.complete();
        }));
        try (Client client = connect()) {
            client.send(GET);
            Awaitility.await().atMost(SOON).until(() -> server().statistics().exchangesOpen() == 1);
            client.resetOnClose();
        }
        assertThat(gone.get(15, TimeUnit.SECONDS)).hasMessageContaining("Connection reset by peer");
        Awaitility.await().atMost(SOON).until(() -> server().statistics().connectionsCurrent() == 0);
        assertThat(server().statistics().exchangesOpen()).isZero();
    }

    @Test
    void aDetachedExchangeIsToldThatTheServerHasEnded() throws Exception {
        CompletableFuture<Throwable> gone = new CompletableFuture<>();
        start(exchange -> exchange.detach(cause -> {
            gone.complete(cause);
            exchange.complete();
        }));
        try (Client client = connect()) {
            client.send(GET);
            Awaitility.await().atMost(SOON).until(() -> server().statistics().exchangesOpen() == 1);
            server().close();
            assertThat(gone.get(15, TimeUnit.SECONDS)).hasMessageContaining("server is stopping");
            client.receiveAll();
            assertThat(client.end()).isNotEqualTo(End.OPEN);
        }
    }

    @Test
    void anUncommittedDetachedExchangeOutlivesAHalfCloseForAGraceTime() throws Exception {
        CompletableFuture<Throwable> gone = new CompletableFuture<>();
        start(
                exchange -> exchange.detach(cause -> {
                    gone.complete(cause);
                    exchange.abort(cause);
                }),
                options().halfCloseGrace(Duration.ofMillis(50)));
        try (Client client = connect()) {
            client.send(GET).shutdownOutput();
            assertThat(gone.get(15, TimeUnit.SECONDS)).hasMessageContaining("Broken pipe");
            client.receiveAll();
            assertThat(client.end()).isEqualTo(End.RESET);
        }
    }

    @Test
    void aDetachedExchangeIsToldThatItsClientDoesNotSend() throws Exception {
        CompletableFuture<Throwable> gone = new CompletableFuture<>();
        start(
                exchange -> {
                    exchange.detach(cause -> {
                        gone.complete(cause);
                        exchange.complete();
                    });
                    exchange.requestBody().onReadable(() -> gone.complete(new AssertionError("nothing was sent")));
                },
                options().bodyTimeout(Duration.ofMillis(100)));
        try (Client client = connect()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n");
            assertThat(gone.get(15, TimeUnit.SECONDS)).hasMessageContaining("has not sent");
            assertThat(client.receiveAll()).startsWith("HTTP/1.1 408 ");
        }
        Awaitility.await().atMost(SOON).until(() -> server().statistics().exchangesOpen() == 0);
    }

    @Test
    void aDetachedExchangeIsToldThatItsClientDoesNotRead() throws Exception {
        CompletableFuture<Throwable> gone = new CompletableFuture<>();
        byte[] much = new byte[10_000_000];
        start(
                exchange -> {
                    exchange.detach(cause -> {
                        gone.complete(cause);
                        exchange.complete();
                    });
                    exchange.response().start(new ResponseHead(200), 2L * much.length);
                    assertThat(exchange.response().tryWrite(much, 0, much.length))
                            .isFalse();
                    exchange.response().onWritable(() -> gone.complete(new AssertionError("nothing was read")));
                },
                options().writeTimeout(Duration.ofMillis(100)));
        try (Client client = connect(4_096)) {
            client.send(GET);
            assertThat(gone.get(15, TimeUnit.SECONDS)).hasMessageContaining("not read");
            client.receiveAll();
            assertThat(client.end()).isEqualTo(End.RESET);
        }
        Awaitility.await().atMost(SOON).until(() -> server().statistics().exchangesOpen() == 0);
    }

    @Test
    void aRequestHeadThatTakesTooLongIsAnsweredWith408() throws IOException {
        start(ServerBehaviour::hello, options().headTimeout(Duration.ofMillis(100)));
        assertThat(exchange("GET / HTTP/1.1\r\nHost:")).startsWith("HTTP/1.1 408 ");
    }

    @Test
    void aSilentConnectionIsClosed() throws IOException {
        start(
                ServerBehaviour::hello,
                options().headTimeout(Duration.ofMillis(100)).keepAliveTimeout(Duration.ofMillis(100)));
        assertThat(exchange("")).isEmpty();
        assertThat(exchange(GET)).endsWith("Hello, world!");
    }

    @Test
    void aConnectionEndsWithTheLastRequestItMayCarry() throws IOException {
        start(ServerBehaviour::hello, options().maxKeepAliveRequests(2));
        String received = exchange(GET + GET + GET);
        assertThat(count(received, "200 OK")).isEqualTo(2);
        assertThat(count(received, "Connection: close")).isEqualTo(1);
    }

    @Test
    void aConnectionBeyondTheLimitWaitsForAnotherToEnd() throws Exception {
        start(ServerBehaviour::hello, options().maxConnections(1));
        Client first = connect();
        try (Client second = connect()) {
            CompletableFuture<String> answer;
            try (first) {
                first.send(GET).receiveUntil("Hello, world!");
                answer = CompletableFuture.supplyAsync(() -> {
                    try {
                        return second.send(LAST_GET).receiveAll();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
                assertThat(server().statistics().connectionsAccepted()).isEqualTo(1);
            }
            assertThat(answer.get(15, TimeUnit.SECONDS)).endsWith("Hello, world!");
        }
    }

    @Test
    void aConnectionBeyondTheLimitIsRefusedIfThatIsWanted() throws IOException {
        start(ServerBehaviour::hello, options().maxConnections(1).rejectWhenFull(true));
        try (Client first = connect()) {
            first.send(GET).receiveUntil("Hello, world!");
            assertThat(exchange(GET + GET))
                    .startsWith("HTTP/1.1 503 Service Unavailable\r\n")
                    .containsOnlyOnce("HTTP/1.1 ")
                    .contains("\r\nConnection: close\r\n", "\r\nRetry-After: 1\r\n", "\r\nContent-Length: 0\r\n")
                    .endsWith("\r\n\r\n");
            assertThat(exchange(
                            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n" + "x".repeat(1_000_000)))
                    .as("no reset over the answer")
                    .startsWith("HTTP/1.1 503 ");
            assertThat(exchange("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n"))
                    .startsWith("HTTP/1.1 503 ")
                    .endsWith("\r\n\r\n");
            assertThat(exchange("NONSENSE\r\n\r\n")).startsWith("HTTP/1.1 400 ");
            first.send(GET).receiveUntil("Hello, world!");
        }
        assertThat(server().statistics().connectionsAccepted()).isEqualTo(1);
        assertThat(server().statistics().connectionsRejected()).isEqualTo(4);
        Awaitility.await().atMost(SOON).until(() -> server().statistics().connectionsCurrent() == 0);
        assertThat(exchange(LAST_GET)).as("there is room again").endsWith("Hello, world!");
        assertThat(events)
                .filteredOn(ServerEvent.ConnectionLimitReached.class::isInstance)
                .first()
                .extracting(ServerEvent::message)
                .asString()
                .contains("answered with 503");
    }

    @Test
    void refusalsHaveALimitTooAndWhatIsBeyondWaits() throws IOException {
        start(ServerBehaviour::hello, options().maxConnections(1).rejectWhenFull(true));
        int clients = 80;
        List<Client> silent = new ArrayList<>();
        try (Client first = connect()) {
            first.send(GET).receiveUntil("Hello, world!");
            for (int i = 0; i < clients; i++) {
                silent.add(connect());
            }
            Awaitility.await().atMost(SOON).until(() -> server().statistics().connectionsRejected() == 64);
            first.send(GET).receiveUntil("Hello, world!");
            for (Client client : silent) {
                client.send(LAST_GET);
                assertThat(client.receiveAll()).startsWith("HTTP/1.1 503 ");
                client.close();
            }
        }
        assertThat(server().statistics().connectionsRejected()).isEqualTo(clients);
    }

    @Test
    void aDrainEndsWithTheOpenExchangesAndRefusesConnections() throws Exception {
        CompletableFuture<Exchange> open = new CompletableFuture<>();
        start(exchange -> {
            exchange.detach(cause -> {});
            open.complete(exchange);
        });
        try (Client idle = connect();
                Client busy = connect()) {
            busy.send(GET);
            Exchange exchange = open.get(15, TimeUnit.SECONDS);
            CompletableFuture<Void> drained = server().drain();
            assertThatThrownBy(this::connect)
                    .as("refused from the moment drain() has returned")
                    .isInstanceOf(IOException.class);
            assertThat(idle.receiveAll()).isEmpty();
            assertThat(idle.end()).isEqualTo(End.CLOSED);
            assertThat(drained).isNotDone();
            exchange.execute(() -> {
                try {
                    hello(exchange);
                } catch (IOException e) {
                    exchange.abort(e);
                }
                exchange.complete();
            });
            assertThat(busy.receiveAll()).contains("\r\nConnection: close\r\n").endsWith("Hello, world!");
            drained.get(15, TimeUnit.SECONDS);
        }
    }

    @Test
    void aPortThatIsTakenIsABindException() throws IOException {
        start(ServerBehaviour::hello);
        try (HttpServer second = HttpServer.builder()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), server().port()))
                .handler(ServerBehaviour::hello)
                .build()) {
            assertThatThrownBy(second::start)
                    .isInstanceOf(BindException.class)
                    .hasMessageStartingWith("Address already in use");
            assertThat(second.port()).isEqualTo(-1);
        }
    }

    @Test
    void thePortIsKnownWhileTheServerRuns() throws IOException {
        assertThat(server().port()).isEqualTo(-1);
        start(ServerBehaviour::hello);
        assertThat(server().port()).isPositive();
        server().close();
        server().close();
        assertThat(server().port()).isEqualTo(-1);
        assertThatThrownBy(server()::start).isInstanceOf(IllegalStateException.class);
    }
}
