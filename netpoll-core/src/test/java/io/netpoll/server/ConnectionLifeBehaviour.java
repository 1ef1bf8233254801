package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.http.Exchange;
import io.netpoll.http.Handler;
import io.netpoll.http.ResponseHead;
import io.netpoll.http.ResponseSink;
import io.netpoll.http1.Expiry;
import io.netpoll.server.Client.End;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Clients that are slow, silent, gone, or too many, wherever handlers run. After each test the server is as it was before:
 * no connection, no exchange, no octet kept, and a loop that sleeps.
 */
abstract class ConnectionLifeBehaviour extends ServerFixture {

    private static final Duration SHORT = Duration.ofMillis(250);

    private final RecordingHandler recording = new RecordingHandler(true);

    /** Every handler here is made so that it may run anywhere. */
    @Override
    Handler handler(Handler handler) {
        return handler;
    }

    /** How often something is repeated here that is repeated so often elsewhere. */
    int times(int often) {
        return often;
    }

    int silentMillis() {
        return 3_000;
    }

    @AfterEach
    void isAsBefore() {
        if (server().port() < 0) {
            return;
        }
        ServerStatistics statistics = server().statistics();
        Awaitility.await().atMost(SOON).untilAsserted(() -> {
            assertThat(statistics.connectionsCurrent()).as("connections").isZero();
            assertThat(statistics.exchangesOpen()).as("exchanges").isZero();
            assertThat(statistics.requestsInFlight()).as("requests in flight").isZero();
            assertThat(statistics.bytesPending()).as("octets kept").isZero();
            assertThat(statistics.loops().getFirst().registeredDescriptors())
                    .as("descriptors that the loop watches: its own and the listener")
                    .isLessThanOrEqualTo(2);
            assertThat(statistics.loops())
                    .allSatisfy(loop -> assertThat(loop.pendingTasks()).isZero());
        });
    }

    /** Reads all of a request without waiting, and answers with how much it was. */
    static Handler counting() {
        return exchange -> new Counting(exchange).begin();
    }

    private static final class Counting {
        private final Exchange exchange;
        private final byte[] buffer = new byte[8_192];
        private long count;

        Counting(Exchange exchange) {
            this.exchange = exchange;
        }

        void begin() {
            exchange.detach(cause -> exchange.abort(cause));
            exchange.execute(this::goOn);
        }

        private void goOn() {
            try {
                int read = exchange.requestBody().tryRead(buffer, 0, buffer.length);
                while (read > 0) {
                    count += read;
                    read = exchange.requestBody().tryRead(buffer, 0, buffer.length);
                }
                if (read == 0) {
                    exchange.requestBody().onReadable(this::goOn);
                    return;
                }
                reply(exchange, "read " + count);
                exchange.complete();
            } catch (IOException e) {
                exchange.complete(); // the server answers for the client's fault
            }
        }
    }

    /** Sends so many octets of content, and keeps what the client does not take. */
    static Handler sending(int octets) {
        return exchange -> {
            byte[] content = new byte[octets];
            Arrays.fill(content, (byte) 'x');
            exchange.detach(cause -> exchange.abort(cause));
            exchange.execute(() -> {
                try {
                    ResponseSink sink = exchange.response();
                    sink.start(new ResponseHead(200), octets);
                    Runnable end = () -> {
                        try {
                            sink.finish();
                            exchange.complete();
                        } catch (IOException e) {
                            exchange.abort(e);
                        }
                    };
                    if (sink.tryWrite(content, 0, octets)) {
                        end.run();
                    } else {
                        sink.onWritable(end);
                    }
                } catch (IOException e) {
                    exchange.abort(e);
                }
            });
        };
    }

    private void assertExpired(Expiry expiry, long times) {
        Awaitility.await().atMost(SOON).untilAsserted(() -> assertThat(
                        server().statistics().expiries())
                .allSatisfy(
                        (name, count) -> assertThat(count).as(name).isEqualTo(name.equals(expiry.name()) ? times : 0)));
    }

    private static Thread inBackground(IoAction action, Queue<Throwable> failures) {
        return Thread.ofPlatform().start(() -> {
            try {
                action.run();
            } catch (IOException | AssertionError e) {
                failures.add(e);
            }
        });
    }

    interface IoAction {
        void run() throws IOException;
    }

    // Slowness.

    @Test
    void aHeadThatDripsHasOneDeadlineForAllOfIt() throws Exception {
        start(counting(), options().headTimeout(SHORT));
        AtomicBoolean answered = new AtomicBoolean();
        try (Client client = connect()) {
            client.send(GET).receiveUntil("read 0");
            client.send("GET / HTTP/1.1\r\nX-Drip: ");
            Thread drip = PatienceTest.dripping(client, answered);
            assertThat(client.receiveUntil("\r\n\r\n")).startsWith("HTTP/1.1 408 ");
            answered.set(true);
            drip.join();
        }
        assertExpired(Expiry.HEAD, 1);
    }

    @Test
    void contentThatDripsIsTooSlowHoweverOftenItComes() throws Exception {
        start(counting(), options().minimumRate(100_000).minimumRateGrace(SHORT));
        AtomicBoolean answered = new AtomicBoolean();
        try (Client client = connect()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n");
            Thread drip = PatienceTest.dripping(client, answered);
            client.receiveAll();
            answered.set(true);
            drip.join();
        }
        assertExpired(Expiry.BODY_RATE, 1);
    }

    @Test
    void contentThatDoesNotComeIsWaitedForNoLonger() throws Exception {
        start(counting(), options().bodyTimeout(SHORT));
        try (Client client = connect()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhe");
            client.receiveAll();
            assertThat(client.end()).isNotEqualTo(End.OPEN);
        }
        assertExpired(Expiry.BODY, 1);
    }

    @Test
    void aClientThatDoesNotReadIsGivenUp() throws Exception {
        start(sending(20_000_000), options().writeTimeout(SHORT));
        try (Client client = connect(4_096)) {
            client.send(GET);
            Awaitility.await().atMost(SOON).until(() -> server().statistics().connectionsCurrent() == 0);
        }
        assertExpired(Expiry.RESPONSE, 1);
    }

    @Test
    void aClientThatReadsTooSlowlyIsGivenUp() throws Exception {
        start(sending(20_000_000), options().minimumRate(Integer.MAX_VALUE).minimumRateGrace(SHORT));
        try (Client client = connect(4_096)) {
            client.send(GET);
            Awaitility.await().atMost(SOON).until(() -> {
                client.receive(100);
                return server().statistics().connectionsCurrent() == 0;
            });
        }
        assertExpired(Expiry.RESPONSE_RATE, 1);
    }

    @Test
    void aSilentClientIsSentAway() throws Exception {
        start(counting(), options().headTimeout(SHORT).keepAliveTimeout(SHORT));
        try (Client silent = connect();
                Client once = connect()) {
            once.send(GET).receiveUntil("read 0");
            assertThat(silent.receiveAll()).isEmpty();
            assertThat(once.receiveAll()).isEmpty();
            assertThat(silent.end()).isEqualTo(End.CLOSED);
            assertThat(once.end()).isEqualTo(End.CLOSED);
        }
        assertExpired(Expiry.KEEP_ALIVE, 2);
    }

    // Ends.

    /** A whole request is answered although its client's end comes together with it. */
    @Test
    void whatComesTogetherWithTheEndIsUsed() throws Exception {
        start(counting());
        String upload = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n" + "x".repeat(200_000);
        for (int i = 0; i < times(1_000); i++) {
            try (Client client = connect()) {
                assertThat(client.send(GET).shutdownOutput().receiveAll()).endsWith("read 0");
                assertThat(client.end()).isEqualTo(End.CLOSED);
            }
            if (i % 20 == 0) {
                try (Client client = connect()) {
                    assertThat(client.send(upload).shutdownOutput().receiveAll())
                            .endsWith("read 200000");
                    assertThat(client.end()).isEqualTo(End.CLOSED);
                }
            }
        }
    }

    @Test
    void halfARequestIsNeverHandled() throws Exception {
        start(recording);
        try (Client client = connect()) {
            assertThat(client.send("GET / HTTP/1.1\r\nHost:").shutdownOutput().receiveAll())
                    .startsWith("HTTP/1.1 400 ");
        }
        assertThat(recording.started()).isEmpty();
        try (Client client = connect()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhello")
                    .shutdownOutput()
                    .receiveAll();
            assertThat(client.end()).isNotEqualTo(End.OPEN);
        }
        assertThat(recording.seen()).isEmpty();
    }

    @Test
    void resetsLeaveNothingWhereverTheyCome() throws Exception {
        start(exchange ->
                (exchange.request().path().equals("/much") ? sending(1_000_000) : counting()).handle(exchange));
        List<String> beginnings = List.of(
                "",
                "GET / HT",
                GET,
                GET + "GET /x",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhello",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel",
                "GET /much HTTP/1.1\r\nHost: a\r\n\r\n");
        for (int i = 0; i < times(2_100); i++) {
            try (Client client = connect()) {
                client.send(beginnings.get(i % beginnings.size())).resetOnClose();
            }
        }
        assertThat(exchange(LAST_GET)).endsWith("read 0");
        assertThat(events).isEmpty();
    }

    /** Descriptors' numbers come back at once: whoever has one now must not notice who had it before. */
    @Test
    void resetsInTheMiddleOfAResponseHarmNobodyElse() throws Exception {
        String text = "y".repeat(1_000);
        start(exchange -> {
            if (exchange.request().path().equals("/much")) {
                sending(1_000_000).handle(exchange);
            } else {
                reply(exchange, text);
            }
        });
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger intact = new AtomicInteger();
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> others = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            others.add(inBackground(
                    () -> {
                        while (!over.get()) {
                            assertThat(exchange(GET + LAST_GET)).endsWith("\r\n\r\n" + text);
                            intact.incrementAndGet();
                        }
                    },
                    failures));
        }
        for (int i = 0; i < times(1_000); i++) {
            try (Client client = connect()) {
                client.send("GET /much HTTP/1.1\r\nHost: a\r\n\r\n");
                client.receiveUntil("\r\n\r\n");
                client.resetOnClose();
            }
        }
        over.set(true);
        for (Thread other : others) {
            other.join();
        }
        assertThat(failures).isEmpty();
        assertThat(intact).hasPositiveValue();
        assertThat(events).isEmpty();
    }

    /** Requests that nobody works on at the moment notice their clients' departure too, and so do uploads that are paused. */
    @Test
    void departuresAreNoticedWhileNobodyReads() throws Exception {
        AtomicInteger gone = new AtomicInteger();
        start(
                exchange -> exchange.detach(cause -> {
                    gone.incrementAndGet();
                    exchange.abort(cause);
                }),
                options().halfCloseGrace(SHORT));
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            clients.add(connect().send(GET));
            clients.add(
                    connect().send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 500000\r\n\r\n" + "x".repeat(1_000)));
        }
        Awaitility.await().atMost(SOON).until(() -> server().statistics().exchangesOpen() == 100);
        for (Client client : clients) {
            client.close();
        }
        Awaitility.await().atMost(SOON).untilAsserted(() -> assertThat(gone).hasValue(100));
    }

    // Quantities.

    @Test
    void aBurstOfPipelinedRequestsIsAnsweredInOrder() throws Exception {
        int requests = times(20_000);
        AtomicInteger deepest = new AtomicInteger();
        start(exchange -> {
            if (exchange.id() % 1_000 == 0) {
                deepest.accumulateAndGet(Thread.currentThread().getStackTrace().length, Math::max);
            }
            reply(exchange, "<" + exchange.request().path() + ">");
        });
        StringBuilder burst = new StringBuilder();
        for (int i = 0; i < requests; i++) {
            burst.append("GET /").append(i).append(" HTTP/1.1\r\nHost: a\r\n\r\n");
        }
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        try (Client client = connect()) {
            Thread sender = inBackground(() -> client.send(burst.toString()).shutdownOutput(), failures);
            String received = client.receiveAll();
            sender.join();
            assertThat(failures).isEmpty();
            int at = 0;
            for (int i = 0; i < requests; i++) {
                at = received.indexOf("\r\n\r\n</" + i + ">", at);
                assertThat(at).as("answer %d, in its place", i).isPositive();
            }
            assertThat(count(received, "HTTP/1.1 200 OK")).isEqualTo(requests);
        }
        assertThat(deepest).as("frames on the stack").hasValueLessThan(60);
    }

    @Test
    void aBurstWhoseAnswersNobodyReadsIsHeldBack() throws Exception {
        String text = "z".repeat(1_000);
        start(exchange -> reply(exchange, text));
        int requests = 20_000;
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        try (Client client = connect(4_096)) {
            Thread sender = inBackground(() -> client.send(GET.repeat(requests)).shutdownOutput(), failures);
            long[] before = {-1, -1};
            Awaitility.await().atMost(SOON).pollInterval(Duration.ofMillis(200)).until(() -> {
                long received = server().statistics().bytesReceived();
                long sent = server().statistics().bytesSent();
                boolean still = received > 0 && sent > 0 && received == before[0] && sent == before[1];
                before[0] = received;
                before[1] = sent;
                return still;
            });
            assertThat(server().statistics().bytesReceived())
                    .as("what was read of %d octets", (long) requests * GET.length())
                    .isLessThan((long) requests * GET.length());
            assertThat(server().statistics().bytesPending()).as("what is kept").isLessThanOrEqualTo(128 * 1024);
            for (int i = 0; i < 20; i++) {
                assertThat(exchange(LAST_GET)).as("another client").endsWith(text);
            }
            assertThat(count(client.receiveAll(), text)).isEqualTo(requests);
            sender.join();
        }
        assertThat(failures).isEmpty();
    }

    @Test
    void theClientSeesTheAnswerToAnUploadNobodyReads() throws Exception {
        start(ServerFixture::hello);
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        byte[] megabyte = new byte[1 << 20];
        try (Client client = connect()) {
            Thread sender = inBackground(
                    () -> {
                        client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 62914560\r\n\r\n");
                        for (int i = 0; i < 60; i++) {
                            client.send(megabyte);
                        }
                        client.shutdownOutput();
                    },
                    failures);
            sender.join();
            assertThat(client.receiveAll()).endsWith("Hello, world!");
            assertThat(client.end()).isEqualTo(End.CLOSED);
        }
        assertThat(failures).isEmpty();
    }

    @Test
    void anUploadWithoutEndIsNotReadForEver() throws Exception {
        start(ServerFixture::hello);
        byte[] megabyte = new byte[1 << 20];
        AtomicInteger megabytes = new AtomicInteger();
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        try (Client client = connect()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000000\r\n\r\n");
            Thread sender = inBackground(
                    () -> {
                        while (megabytes.incrementAndGet() < 500) {
                            client.send(megabyte);
                        }
                    },
                    failures);
            assertThat(client.receiveUntil("Hello, world!")).contains("Connection: close");
            sender.join();
        }
        assertThat(failures).as("the connection was closed under the sender").hasSize(1);
        assertThat(megabytes).hasValueBetween(64, 200);
    }

    @Test
    void aHeaderBlockFarBeyondTheLimitIsRefusedInWords() throws Exception {
        start(ServerFixture::hello);
        for (String block :
                List.of("X: " + "a".repeat(64 * 1024) + "\r\n", "X: aaaaaaaaaaaaaaaaaaa\r\n".repeat(2_731))) {
            try (Client client = connect()) {
                client.send("GET / HTTP/1.1\r\nHost: a\r\n" + block + "\r\n");
                assertThat(client.receiveAll()).startsWith("HTTP/1.1 431 ");
                assertThat(client.end()).isEqualTo(End.CLOSED);
            }
        }
    }

    // Edges.

    /** One burst, one edge: what the reader leaves behind is found without another. */
    @Test
    void whatAPausedReaderLeavesIsFoundWithoutAnotherEdge() throws Exception {
        start(exchange -> {
            byte[] buffer = new byte[8_192];
            exchange.detach(cause -> exchange.abort(cause));
            AtomicInteger all = new AtomicInteger();
            Runnable[] step = new Runnable[1];
            step[0] = () -> {
                try {
                    int read = exchange.requestBody().tryRead(buffer, 0, buffer.length);
                    all.addAndGet(Math.max(0, read));
                    if (read > 0) {
                        exchange.schedule(Duration.ofMillis(1), step[0]);
                    } else if (read == 0) {
                        exchange.requestBody().onReadable(step[0]);
                    } else {
                        reply(exchange, "read " + all);
                        exchange.complete();
                    }
                } catch (IOException e) {
                    exchange.abort(e);
                }
            };
            exchange.execute(step[0]);
        });
        try (Client client = connect()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n");
            client.send(new byte[1_000_000]);
            assertThat(client.receiveUntil("read 1000000")).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void busyConnectionsLeaveOthersTheirTurn() throws Exception {
        start(exchange -> {
            if (exchange.request().method().equals("POST")) {
                counting().handle(exchange);
            } else {
                reply(exchange, exchange.request().path());
            }
        });
        AtomicBoolean over = new AtomicBoolean();
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> busy = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            boolean uploads = i == 0;
            busy.add(inBackground(
                    () -> {
                        try (Client client = connect()) {
                            if (uploads) {
                                client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
                            }
                            String chunk = "2710\r\n" + "x".repeat(10_000) + "\r\n";
                            while (!over.get()) {
                                client.send(uploads ? chunk : GET.repeat(99) + "GET /last HTTP/1.1\r\nHost: a\r\n\r\n");
                                if (!uploads) {
                                    client.receiveUntil("/last");
                                }
                            }
                            client.resetOnClose();
                        }
                    },
                    failures));
        }
        for (int i = 0; i < 100; i++) {
            assertThat(exchange(LAST_GET)).endsWith("\r\n\r\n/");
        }
        over.set(true);
        for (Thread thread : busy) {
            thread.join();
        }
        assertThat(failures).isEmpty();
    }

    @Test
    void aStrayThreadNeverWritesIntoAnotherResponse() throws Exception {
        byte[] foreign = "FOREIGN".getBytes(StandardCharsets.US_ASCII);
        Queue<Exchange> finished = new ConcurrentLinkedQueue<>();
        start(exchange -> {
            exchange.response().start(new ResponseHead(200), 13);
            exchange.response().tryWrite("Hello, world!".getBytes(StandardCharsets.US_ASCII), 0, 13);
            finished.add(exchange);
        });
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger refused = new AtomicInteger();
        Thread stray = Thread.ofPlatform().start(() -> {
            while (!over.get()) {
                Exchange exchange = finished.poll();
                if (exchange != null) {
                    try {
                        exchange.response().tryWrite(foreign, 0, foreign.length);
                    } catch (IOException | IllegalStateException e) {
                        refused.incrementAndGet();
                    }
                }
            }
        });
        for (int i = 0; i < times(500); i++) {
            try (Client client = connect()) {
                client.send(GET + GET + LAST_GET);
                // A stray thread that comes before the handler returns writes too much, and ends its own connection.
                assertThat(client.receiveAll().replaceAll("(?s)HTTP/1.1 200 OK.*?\r\n\r\nHello, world!", ""))
                        .isEmpty();
            }
        }
        over.set(true);
        stray.join();
        assertThat(refused).hasPositiveValue();
    }

    // Silence.

    /** Connections in every state, and nothing happens on any of them: the loop sleeps. */
    @Test
    void theLoopSleepsWhileNothingHappens() throws Exception {
        CompletableFuture<Exchange> held = new CompletableFuture<>();
        start(
                exchange -> {
                    switch (exchange.request().path()) {
                        case "/held" -> {
                            exchange.detach(cause -> exchange.abort(cause));
                            held.complete(exchange);
                        }
                        case "/much" -> sending(20_000_000).handle(exchange);
                        default -> counting().handle(exchange);
                    }
                },
                options().halfCloseGrace(Duration.ofMinutes(1)));
        List<Client> clients = new ArrayList<>();
        clients.add(connect());
        clients.add(connect().send("GET / HT"));
        clients.add(connect().send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhello"));
        clients.add(connect().send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n").shutdownOutput());
        clients.add(connect(4_096).send("GET /much HTTP/1.1\r\nHost: a\r\n\r\n"));
        clients.add(connect(4_096).send("GET /much HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"));
        Client idle = connect().send(GET);
        idle.receiveUntil("read 0");
        clients.add(idle);
        held.get(15, TimeUnit.SECONDS);
        long[] before = {-1};
        Awaitility.await().atMost(SOON).pollInterval(SHORT).until(() -> {
            long now = waits();
            boolean still = now == before[0] && server().statistics().bytesPending() > 0;
            before[0] = now;
            return still;
        });
        long waits = waits();
        new CompletableFuture<Void>()
                .completeOnTimeout(null, silentMillis(), TimeUnit.MILLISECONDS)
                .join();
        assertThat(waits() - waits).as("waits in silence").isLessThanOrEqualTo(5);
        for (Client client : clients) {
            client.resetOnClose().close();
        }
    }

    private long waits() {
        return server().statistics().loops().stream()
                .mapToLong(loop -> loop.waits())
                .sum();
    }
}
