package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.http.Exchange;
import io.netpoll.http.Handler;
import io.netpoll.http.ResponseHead;
import io.netpoll.http.ResponseSink;
import io.netpoll.http1.codec.Violation;
import io.netpoll.server.Client.End;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What holds where handlers may block. */
abstract class BlockingServerBehaviour extends ServerBehaviour {

    @Override
    Handler handler(Handler handler) {
        return handler;
    }

    static byte[] readAll(Exchange exchange) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] buffer = new byte[1_000];
        for (int read = exchange.requestBody().read(buffer, 0, buffer.length);
                read >= 0;
                read = exchange.requestBody().read(buffer, 0, buffer.length)) {
            all.write(buffer, 0, read);
        }
        return all.toByteArray();
    }

    private static void echo(Exchange exchange) throws IOException {
        reply(exchange, new String(readAll(exchange), StandardCharsets.ISO_8859_1));
    }

    @Test
    void readsContentOfKnownLength() throws IOException {
        start(BlockingServerBehaviour::echo);
        assertThat(exchange("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello" + LAST_GET))
                .contains("\r\n\r\nhelloHTTP/1.1 200 OK\r\n");
    }

    @Test
    void readsChunkedContentCutAtEveryOctet() throws IOException {
        start(BlockingServerBehaviour::echo);
        String head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
        String chunks = String.join("\r\n", "5;ext=1", "hello", "2", ", ", "6", "world!", "0", "X: y", "", "");
        String request = head.concat(chunks);
        try (Client client = connect()) {
            for (int cut = 1; cut < request.length(); cut++) {
                client.send(request.substring(0, cut));
                client.send(request.substring(cut));
                assertThat(client.receiveUntil("hello, world!")).startsWith("HTTP/1.1 200 OK\r\n");
            }
        }
    }

    @Test
    void readsAndWritesMuchMoreThanBuffersHold() throws Exception {
        start(BlockingServerBehaviour::echo);
        String content = "0123456789abcdef".repeat(512 * 1024);
        try (Client client = connect()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: " + content.length()
                    + "\r\n\r\n");
            client.send(content);
            assertThat(client.receiveAll()).endsWith("\r\n\r\n" + content);
        }
        Awaitility.await().atMost(SOON).untilAsserted(() -> {
            assertThat(server().statistics().bytesReceived()).isGreaterThan(content.length());
            assertThat(server().statistics().bytesSent()).isGreaterThan(content.length());
        });
    }

    @Test
    void asksForContentWhenTheHandlerReads() throws IOException {
        start(BlockingServerBehaviour::echo);
        try (Client client = connect()) {
            for (int i = 0; i < 2; i++) {
                client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
                assertThat(client.receiveUntil("\r\n\r\n")).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
                client.send("hello");
                assertThat(client.receiveUntil("hello")).startsWith("HTTP/1.1 200 OK\r\n");
            }
            client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nhello");
            assertThat(client.receiveUntil("hello")).as("no need to ask").startsWith("HTTP/1.1 200 OK\r\n");
        }
    }

    @Test
    void doesNotAskForContentNobodyReads() throws IOException {
        start(ServerBehaviour::hello);
        assertThat(exchange("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n"))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("\r\nConnection: close\r\n");
    }

    @Test
    void findsTheNextRequestBehindContentNobodyRead() throws IOException {
        start(ServerBehaviour::hello);
        String content = "x".repeat(100_000);
        assertThat(count(
                        exchange("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n" + content
                                + "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                                + "5\r\nhello\r\n0\r\n\r\n" + LAST_GET),
                        "Hello, world!"))
                .isEqualTo(3);
    }

    @Test
    void letsTheClientSeeTheAnswerToAnUploadNobodyRead() throws IOException {
        start(ServerBehaviour::hello);
        try (Client client = connect()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 20000000\r\n\r\n");
            client.send(new byte[20_000_000]);
            assertThat(client.shutdownOutput().receiveAll()).endsWith("Hello, world!");
            assertThat(client.end()).isEqualTo(End.CLOSED);
        }
    }

    @Test
    void brokenChunksFailTheReaderAndAreAnsweredWith400() throws IOException {
        start(BlockingServerBehaviour::echo);
        assertThat(exchange("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nG\r\nhello\r\n" + GET))
                .startsWith("HTTP/1.1 400 ")
                .contains("\r\nConnection: close\r\n");
        assertRejectedOnce(Violation.CHUNK_SIZE_SYNTAX);
    }

    @Test
    void contentThatDoesNotComeIsAnsweredWith408() throws IOException {
        start(BlockingServerBehaviour::echo, options().bodyTimeout(Duration.ofMillis(100)));
        assertThat(exchange("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhe"))
                .startsWith("HTTP/1.1 408 ");
        assertRejectedOnce(Violation.REQUEST_TIMEOUT);
    }

    private void assertRejectedOnce(Violation violation) {
        Awaitility.await().atMost(SOON).untilAsserted(() -> assertThat(events)
                .singleElement()
                .isInstanceOfSatisfying(ServerEvent.RequestRejected.class, event -> assertThat(event.reason())
                        .isEqualTo(violation.name())));
        assertThat(server().statistics().rejectedRequests()).containsEntry(violation.name(), 1L);
    }

    @Test
    void anErrorOfTheHandlersOwnInputIsNotTheClients() throws IOException {
        start(exchange -> {
            throw new java.io.EOFException("of a file");
        });
        assertThat(exchange(LAST_GET)).startsWith("HTTP/1.1 500 ");
        Awaitility.await()
                .atMost(SOON)
                .untilAsserted(() -> assertThat(events).singleElement().isInstanceOf(ServerEvent.HandlerFailed.class));
    }

    @Test
    void aDetachedExchangeIsOneThatIsOpenAlthoughAThreadIsInside() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        start(exchange -> {
            exchange.detach(cause -> {});
            exchange.execute(() -> {
                inside.countDown();
                awaitQuietly(release);
                try {
                    hello(exchange);
                } catch (IOException e) {
                    exchange.abort(e);
                }
                exchange.complete();
            });
        });
        try (Client client = connect()) {
            client.send(LAST_GET);
            assertThat(inside.await(15, TimeUnit.SECONDS)).isTrue();
            assertThat(server().statistics().requestsInFlight()).isEqualTo(1);
            assertThat(server().statistics().exchangesOpen()).isEqualTo(1);
            release.countDown();
            assertThat(client.receiveAll()).endsWith("Hello, world!");
        }
        Awaitility.await().atMost(SOON).until(() -> server().statistics().exchangesOpen() == 0);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(15, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void contentThatEndsEarlyFailsTheReader() throws Exception {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        start(exchange -> {
            try {
                readAll(exchange);
            } catch (IOException e) {
                failure.complete(e);
                throw e;
            }
        });
        try (Client client = connect()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhe")
                    .shutdownOutput();
            assertThat(client.receiveAll()).startsWith("HTTP/1.1 400 ");
        }
        assertThat(failure.get(15, TimeUnit.SECONDS)).isInstanceOf(java.io.EOFException.class);
        assertRejectedOnce(Violation.CONTENT_INCOMPLETE);
    }

    @Test
    void aRequestThatIsCutShortIsNeverASuccess() throws IOException {
        start(exchange -> {
            try {
                readAll(exchange);
            } catch (IOException e) {
                hello(exchange); // as a framework may that takes the client for gone
            }
        });
        try (Client client = connect()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
            assertThat(client.shutdownOutput().receiveAll()).startsWith("HTTP/1.1 400 ");
            assertThat(client.end()).isEqualTo(End.CLOSED);
        }
    }

    @Test
    void sendsContentOfUnknownLengthInChunksAndForHttp10UntilTheClose() throws IOException {
        start(exchange -> {
            ResponseSink sink = exchange.response();
            sink.start(new ResponseHead(200), ResponseSink.UNKNOWN_LENGTH);
            for (String part : List.of("one", "two", "three")) {
                sink.write(part.getBytes(StandardCharsets.US_ASCII), 0, part.length());
            }
        });
        assertThat(exchange(LAST_GET))
                .contains("\r\nTransfer-Encoding: chunked\r\n")
                .endsWith("\r\n\r\n3\r\none\r\n3\r\ntwo\r\n5\r\nthree\r\n0\r\n\r\n");
        assertThat(exchange("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"))
                .contains("\r\nConnection: close\r\n")
                .doesNotContain("Transfer-Encoding")
                .endsWith("\r\n\r\nonetwothree");
        assertThat(exchange("HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
                .endsWith("\r\n\r\n")
                .doesNotContain("three");
    }

    @Test
    void aFlushBringsTheHeadAndWhatWasWrittenToTheClient() throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        start(exchange -> {
            ResponseSink sink = exchange.response();
            sink.start(new ResponseHead(200), ResponseSink.UNKNOWN_LENGTH);
            sink.flush();
            assertThat(seen.await(15, TimeUnit.SECONDS)).isTrue();
            sink.write(new byte[] {'x'}, 0, 1);
        });
        try (Client client = connect()) {
            client.send(LAST_GET);
            client.receiveUntil("\r\n\r\n");
            seen.countDown();
            assertThat(client.receiveAll()).isEqualTo("1\r\nx\r\n0\r\n\r\n");
        }
    }

    @Test
    void fewerOctetsThanDeclaredAreSentAndThenTheConnectionIsReset() throws IOException {
        start(exchange -> {
            exchange.response().start(new ResponseHead(200), 6);
            exchange.response().write("abc".getBytes(StandardCharsets.US_ASCII), 0, 3);
            exchange.response().flush();
        });
        try (Client client = connect()) {
            client.send(GET);
            assertThat(client.receiveUntil("abc")).contains("\r\nContent-Length: 6\r\n");
            assertThat(client.receiveAll()).isEmpty();
            assertThat(client.end()).isEqualTo(End.RESET);
        }
    }

    @Test
    void moreOctetsThanDeclaredAreRefused() throws Exception {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        start(exchange -> {
            exchange.response().start(new ResponseHead(200), 3);
            try {
                exchange.response().write("abcdef".getBytes(StandardCharsets.US_ASCII), 0, 6);
            } catch (IOException e) {
                failure.complete(e);
                throw e;
            }
        });
        try (Client client = connect()) {
            client.send(GET);
            assertThat(client.receiveAll()).endsWith("\r\n\r\nabc");
        }
        assertThat(failure.get(15, TimeUnit.SECONDS)).hasMessageContaining("declared 3 octets");
    }

    @Test
    void aFailureAfterTheHeadNeverLooksLikeACompleteResponse() throws IOException {
        start(exchange -> {
            exchange.response().start(new ResponseHead(200), ResponseSink.UNKNOWN_LENGTH);
            exchange.response().write("abc".getBytes(StandardCharsets.US_ASCII), 0, 3);
            exchange.response().flush();
            throw new IllegalStateException("on purpose");
        });
        try (Client client = connect()) {
            client.send(GET);
            client.receiveUntil("abc\r\n");
            assertThat(client.receiveAll()).isEmpty();
            assertThat(client.end()).isEqualTo(End.RESET);
        }
    }

    @Test
    void aClientThatDoesNotReadHoldsItsWriterAndIsGivenUp() throws Exception {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        start(
                exchange -> {
                    exchange.response().start(new ResponseHead(200), ResponseSink.UNKNOWN_LENGTH);
                    byte[] much = new byte[1_000_000];
                    try {
                        while (true) {
                            exchange.response().write(much, 0, much.length);
                        }
                    } catch (IOException e) {
                        failure.complete(e);
                        throw e;
                    }
                },
                options().writeTimeout(Duration.ofMillis(200)));
        try (Client client = connect()) {
            client.send(GET);
            assertThat(failure.get(15, TimeUnit.SECONDS)).hasMessageContaining("not read");
            Awaitility.await().atMost(SOON).until(() -> server().statistics().connectionsCurrent() == 0);
        }
    }

    @Test
    void aResetFailsTheWriterInWordsThatFrameworksKnow() throws Exception {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        start(exchange -> {
            exchange.response().start(new ResponseHead(200), ResponseSink.UNKNOWN_LENGTH);
            byte[] much = new byte[100_000];
            try {
                while (true) {
                    exchange.response().write(much, 0, much.length);
                }
            } catch (IOException e) {
                failure.complete(e);
                throw e;
            }
        });
        try (Client client = connect()) {
            client.send(GET).receiveUntil("\r\n\r\n");
            client.resetOnClose();
        }
        assertThat(failure.get(15, TimeUnit.SECONDS).getMessage()).matches("Connection reset by peer|Broken pipe");
        assertThat(events).isEmpty();
    }

    @Test
    void requestsBeyondTheLimitWaitTheirTurn() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        start(
                exchange -> {
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    assertThat(release.await(15, TimeUnit.SECONDS)).isTrue();
                    inside.decrementAndGet();
                    hello(exchange);
                },
                options().maxInFlight(2));
        ConcurrentLinkedQueue<String> answers = new ConcurrentLinkedQueue<>();
        Thread[] clients = new Thread[6];
        for (int i = 0; i < clients.length; i++) {
            clients[i] = Thread.ofPlatform().start(() -> {
                try {
                    answers.add(exchange(LAST_GET));
                } catch (IOException e) {
                    answers.add(e.toString());
                }
            });
        }
        Awaitility.await().atMost(SOON).until(() -> server().statistics().exchangesOpen() == 6);
        assertThat(server().statistics().requestsInFlight()).isEqualTo(2);
        release.countDown();
        for (Thread client : clients) {
            client.join(15_000);
        }
        assertThat(answers).hasSize(6).allMatch(answer -> answer.endsWith("Hello, world!"));
        assertThat(most).hasValueLessThanOrEqualTo(2);
    }

    @Test
    void aStrayWriterNeverReachesAnotherResponse() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger refused = new AtomicInteger();
        byte[] foreign = "FOREIGN".getBytes(StandardCharsets.US_ASCII);
        start(exchange -> {
            if (exchange.request().path().equals("/stray")) {
                exchange.response().start(new ResponseHead(200), ResponseSink.UNKNOWN_LENGTH);
                Thread.ofPlatform().daemon().start(() -> {
                    for (int i = 0; i < 200 && !stop.get(); i++) {
                        try {
                            exchange.response().write(foreign, 0, foreign.length);
                        } catch (IOException | IllegalStateException e) {
                            refused.incrementAndGet();
                        }
                    }
                });
            } else {
                hello(exchange);
            }
        });
        for (int round = 0; round < 300; round++) {
            try (Client client = connect()) {
                client.send("GET /stray HTTP/1.1\r\nHost: a\r\n\r\n");
                client.send(LAST_GET);
                String received = client.receiveAll();
                int second = received.indexOf("Content-Length: 13");
                if (second >= 0) {
                    assertThat(received.substring(second)).doesNotContain("FOREIGN");
                }
            }
            assertThat(exchange(GET + LAST_GET)).doesNotContain("FOREIGN");
        }
        stop.set(true);
        assertThat(refused).hasPositiveValue();
    }

    @Test
    void aStrayReaderIsSentAwayWhenItsExchangeEnds() throws Exception {
        CompletableFuture<Throwable> stray = new CompletableFuture<>();
        CountDownLatch reading = new CountDownLatch(1);
        start(exchange -> {
            if (exchange.request().path().equals("/stray")) {
                Thread.ofPlatform().daemon().start(() -> {
                    reading.countDown();
                    try {
                        readAll(exchange);
                        stray.complete(new AssertionError("read something"));
                    } catch (IOException | IllegalStateException e) {
                        stray.complete(e);
                    }
                });
                assertThat(reading.await(15, TimeUnit.SECONDS)).isTrue();
            }
            hello(exchange);
        });
        try (Client client = connect()) {
            client.send("POST /stray HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n");
            client.receiveUntil("Hello, world!");
            assertThat(stray.get(15, TimeUnit.SECONDS))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("ended");
            client.send("hello" + LAST_GET);
            assertThat(client.receiveAll()).endsWith("Hello, world!");
        }
    }

    @Test
    void aClientThatIsGoneIsNothingToTell() throws Exception {
        CountDownLatch gone = new CountDownLatch(1);
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        start(exchange -> {
            exchange.response().start(new ResponseHead(200), ResponseSink.UNKNOWN_LENGTH);
            exchange.response().flush();
            assertThat(gone.await(15, TimeUnit.SECONDS)).isTrue();
            try {
                while (true) {
                    exchange.response().write(new byte[10_000], 0, 10_000);
                }
            } catch (IOException e) {
                ended.complete(true); // and returns as if nothing had happened
            }
        });
        try (Client client = connect()) {
            client.send(GET).receiveUntil("\r\n\r\n");
            client.resetOnClose();
        }
        gone.countDown();
        assertThat(ended.get(15, TimeUnit.SECONDS)).isTrue();
        Awaitility.await().atMost(SOON).until(() -> server().statistics().exchangesOpen() == 0);
        assertThat(events).isEmpty();
    }

    @Test
    void anAnswerThatHasBeenGivenReachesItsClientAcrossAStop() throws Exception {
        String text = "x".repeat(7_000);
        start(exchange -> reply(exchange, text));
        try (Client client = connect(2_048)) {
            client.send(GET);
            Awaitility.await().atMost(SOON).until(() -> server().statistics().connectionsAccepted() == 1);
            client.receiveUntil("HTTP/1.1 200 OK");
            server().drain().get(15, TimeUnit.SECONDS);
            server().close();
            assertThat(client.receiveAll()).endsWith(text);
            assertThat(client.end()).isEqualTo(End.CLOSED);
        }
    }

    @Test
    void aStopReturnsAlthoughHandlersAreBlocked() throws Exception {
        CountDownLatch entered = new CountDownLatch(2);
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<Throwable> late = new CompletableFuture<>();
        CompletableFuture<Throwable> reader = new CompletableFuture<>();
        start(exchange -> {
            entered.countDown();
            if (exchange.request().method().equals("POST")) {
                try {
                    readAll(exchange);
                } catch (IOException e) {
                    reader.complete(e);
                }
                return;
            }
            assertThat(release.await(15, TimeUnit.SECONDS)).isTrue();
            try {
                hello(exchange);
            } catch (IOException e) {
                late.complete(e);
            }
        });
        try (Client blocked = connect();
                Client uploading = connect()) {
            blocked.send(GET);
            uploading.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhe");
            assertThat(entered.await(15, TimeUnit.SECONDS)).isTrue();
            server().close();
            assertThat(reader.get(15, TimeUnit.SECONDS)).as("a reader is woken").isInstanceOf(IOException.class);
            release.countDown();
            assertThat(late.get(15, TimeUnit.SECONDS))
                    .as("a late writer is told")
                    .isInstanceOf(IOException.class);
        }
    }

    /** A request's thread may start the next one's. */
    @Test
    void aHandlersInheritableLocalsAreItsOwn() throws Exception {
        InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
        CountDownLatch release = new CountDownLatch(1);
        start(
                exchange -> {
                    if (exchange.request().path().equals("/first")) {
                        local.set("of the first");
                        assertThat(release.await(10, TimeUnit.SECONDS)).isTrue();
                    }
                    reply(exchange, "local: " + local.get());
                },
                options().maxInFlight(1));
        try (Client first = connect();
                Client second = connect()) {
            first.send("GET /first HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            Awaitility.await().atMost(SOON).until(() -> server().statistics().requestsInFlight() == 1);
            second.send(LAST_GET);
            Awaitility.await().atMost(SOON).until(() -> server().statistics().requestsWaiting() == 1);
            release.countDown();
            assertThat(first.receiveAll()).contains("local: of the first");
            assertThat(second.receiveAll()).contains("local: null");
        }
    }
}
