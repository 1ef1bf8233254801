package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netpoll.handler.CompressionOptions;
import io.netpoll.http.DetachedListener;
import io.netpoll.http.Exchange;
import io.netpoll.http.FieldList;
import io.netpoll.http.Handler;
import io.netpoll.http.ResponseHead;
import io.netpoll.http.ResponseSink;
import io.netpoll.server.Client.End;
import io.netpoll.server.ServerEvent.ShutdownAdvanced;
import io.netpoll.server.ServerEvent.ShutdownWaits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The phases of a shutdown, and what ends each of them. */
class ShutdownTest extends ServerFixture {

    private static final Duration SHORT = Duration.ofMillis(100);
    private static final Duration NEVER = Duration.ofHours(1);

    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger entered = new AtomicInteger();

    @Override
    ServerOptions.Builder options() {
        return TestedMode.options();
    }

    @Override
    Handler handler(Handler handler) {
        return handler;
    }

    @AfterEach
    void letHandlersEnd() {
        release.countDown();
    }

    /** Phases that do not come by themselves, unless a test says so. */
    private static ShutdownOptions.Builder phases() {
        return ShutdownOptions.builder().slowRequestAfter(Duration.ZERO).streamTimeout(NEVER);
    }

    private void start(Handler handler, ShutdownOptions.Builder phases) throws IOException {
        start(handler, options().shutdown(phases.build()));
    }

    private void waitAndGreet(Exchange exchange) throws Exception {
        entered.incrementAndGet();
        release.await();
        hello(exchange);
    }

    private <E extends ServerEvent> List<E> events(Class<E> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private void awaitState(ShutdownState state) {
        Awaitility.await().atMost(SOON).until(() -> server().shutdownState() == state);
    }

    // The delay.

    @Test
    void duringTheDelayConnectionsAreServedAndEndWithTheirAnswer() throws Exception {
        start(ServerFixture::hello, phases().delay(NEVER));
        assertThat(server().shutdownState()).isEqualTo(ShutdownState.SERVING);
        try (Client earlier = connect()) {
            assertThat(earlier.send(GET).receiveUntil("Hello, world!")).doesNotContain("Connection: close");
            CompletableFuture<Void> drained = server().drain();
            assertThat(server().shutdownState()).isEqualTo(ShutdownState.ANNOUNCING);
            assertThat(exchange(GET)).contains("\r\nConnection: close\r\n").endsWith("Hello, world!");
            assertThat(earlier.send(GET).receiveAll())
                    .as("it has been idle, not closed")
                    .contains("\r\nConnection: close\r\n")
                    .endsWith("Hello, world!");
            assertThat(drained).isNotDone();
            server().close();
            assertThat(drained).isDone();
        }
        assertThat(server().shutdownState()).isEqualTo(ShutdownState.STOPPED);
    }

    @Test
    void afterTheDelayConnectionsAreRefusedAndIdleOnesClosed() throws Exception {
        start(ServerFixture::hello, phases().delay(SHORT));
        try (Client idle = connect()) {
            CompletableFuture<Void> drained = server().drain();
            assertThat(idle.receiveAll()).isEmpty();
            assertThat(idle.end()).isEqualTo(End.CLOSED);
            assertThatThrownBy(this::connect).isInstanceOf(IOException.class);
            drained.get(15, TimeUnit.SECONDS);
        }
        assertThat(server().shutdownState()).isEqualTo(ShutdownState.DRAINING);
        Awaitility.await().atMost(SOON).untilAsserted(() -> assertThat(events(ShutdownAdvanced.class))
                .extracting(ShutdownAdvanced::state)
                .containsExactly(ShutdownState.ANNOUNCING, ShutdownState.DRAINING));
    }

    @Test
    void aRequestThatCameDuringTheDelayIsStillAnswered() throws Exception {
        start(this::waitAndGreet, phases().delay(SHORT));
        CompletableFuture<Void> drained = server().drain();
        try (Client client = connect()) {
            client.send(GET);
            Awaitility.await().atMost(SOON).until(() -> entered.get() == 1);
            awaitState(ShutdownState.DRAINING);
            assertThat(drained).isNotDone();
            release.countDown();
            assertThat(client.receiveAll()).endsWith("Hello, world!");
            drained.get(15, TimeUnit.SECONDS);
        }
    }

    // Slow requests.

    @Test
    void requestsThatAreWaitedForAreNamedAgainAndAgain() throws Exception {
        start(
                exchange -> {
                    if (exchange.request().path().equals("/detached")) {
                        exchange.detach(exchange::abort);
                        entered.incrementAndGet();
                    } else {
                        waitAndGreet(exchange);
                    }
                },
                phases().slowRequestAfter(SHORT));
        try (Client first = connect();
                Client second = connect()) {
            first.send("GET /slow?password=secret HTTP/1.1\r\nHost: a\r\n\r\n");
            Awaitility.await().atMost(SOON).until(() -> entered.get() == 1);
            second.send("POST /detached HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n");
            Awaitility.await().atMost(SOON).until(() -> entered.get() == 2);
            CompletableFuture<Void> drained = server().drain();
            Awaitility.await()
                    .atMost(SOON)
                    .until(() -> events(ShutdownWaits.class).size() >= 3);
            assertThat(drained).isNotDone();
            List<ShutdownWaits> told = events(ShutdownWaits.class);
            assertThat(told)
                    .extracting(ShutdownWaits::since)
                    .startsWith(SHORT, SHORT.multipliedBy(2), SHORT.multipliedBy(4));
            assertThat(told.getFirst().message()).contains("2 requests").doesNotContain("secret");
            assertThat(told.getFirst().oldest())
                    .satisfiesExactlyInAnyOrder(
                            slow -> {
                                assertThat(slow.method()).isEqualTo("GET");
                                assertThat(slow.path()).isEqualTo("/slow");
                                assertThat(slow.age()).isPositive();
                                assertThat(slow.thread()).startsWith("netpoll-http-handler #");
                                assertThat(slow.isStream()).isFalse();
                            },
                            detached -> {
                                assertThat(detached.method()).isEqualTo("POST");
                                assertThat(detached.path()).isEqualTo("/detached");
                                assertThat(detached.thread()).isNull();
                            });
        }
    }

    @Test
    void onlySoManyRequestsAreNamedAndTheOldestOfThem() throws Exception {
        int requests = ShutdownSequence.MAX_NAMED + 2;
        start(this::waitAndGreet, phases().slowRequestAfter(SHORT));
        List<Client> clients = new ArrayList<>();
        try {
            for (int i = 0; i < requests; i++) {
                Client client = connect();
                clients.add(client);
                client.send("GET /" + i + "/" + "x".repeat(300) + " HTTP/1.1\r\nHost: a\r\n\r\n");
                int number = i;
                Awaitility.await().atMost(SOON).until(() -> entered.get() == number + 1);
            }
            CompletableFuture<Void> drained = server().drain();
            Awaitility.await().atMost(SOON).until(() -> !events(ShutdownWaits.class)
                    .isEmpty());
            assertThat(drained).isNotDone();
            ShutdownWaits told = events(ShutdownWaits.class).getFirst();
            assertThat(told.open()).isEqualTo(requests);
            assertThat(told.oldest()).hasSize(ShutdownSequence.MAX_NAMED);
            assertThat(told.oldest().getFirst().path()).startsWith("/0/");
            assertThat(told.message()).endsWith(" and 2 more").hasSizeLessThan(ShutdownSequence.MAX_NAMED * 300);
        } finally {
            for (Client client : clients) {
                client.close();
            }
        }
    }

    // Streams.

    /** Sends the beginning of a response whose end is not in sight, and says goodbye when the server wants it to end. */
    private final class Stream implements DetachedListener {

        private final Exchange exchange;

        Stream(Exchange exchange) {
            this.exchange = exchange;
        }

        void begin(String type, long length) throws IOException {
            exchange.response().start(new ResponseHead(200).with("Content-Type", type), length);
            say("data: hello\n\n");
            exchange.response().flush();
        }

        private void say(String text) throws IOException {
            byte[] octets = text.getBytes(StandardCharsets.US_ASCII);
            exchange.response().write(octets, 0, octets.length);
        }

        @Override
        public void gone(IOException cause) {
            exchange.abort(cause);
        }

        @Override
        public void endRequested() {
            entered.incrementAndGet();
            try {
                say("data: goodbye\n\n");
                exchange.complete();
            } catch (IOException e) {
                exchange.abort(e);
            }
        }
    }

    private void stream(Exchange exchange) throws IOException {
        Stream stream = new Stream(exchange);
        exchange.detach(stream);
        stream.begin("text/event-stream; charset=UTF-8", ResponseSink.UNKNOWN_LENGTH);
    }

    @Test
    void streamsAreToldToEndAndEndInOrderWhileOtherRequestsGoOn() throws Exception {
        start(
                exchange -> {
                    if (exchange.request().path().equals("/events")) {
                        stream(exchange);
                    } else {
                        release.await();
                        hello(exchange);
                    }
                },
                phases().streamTimeout(SHORT));
        try (Client events = connect();
                Client other = connect()) {
            events.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n").receiveUntil("hello\n\n");
            other.send(GET);
            Awaitility.await().atMost(SOON).until(() -> server().statistics().exchangesOpen() == 2);
            CompletableFuture<Void> drained = server().drain();
            assertThat(events.receiveAll()).contains("data: goodbye\n\n").endsWith("\r\n0\r\n\r\n");
            assertThat(events.end()).isEqualTo(End.CLOSED);
            assertThat(server().shutdownState()).isEqualTo(ShutdownState.ENDING_STREAMS);
            assertThat(drained).isNotDone();
            release.countDown();
            assertThat(other.receiveAll()).endsWith("Hello, world!");
            drained.get(15, TimeUnit.SECONDS);
        }
        assertThat(entered).hasValue(1);
    }

    @Test
    void aStreamThatIsCompressedIsToldToo() throws Exception {
        start(
                this::stream,
                options()
                        .compression(CompressionOptions.builder()
                                .mediaTypes(List.of("text/event-stream"))
                                .build())
                        .shutdown(phases().streamTimeout(Duration.ZERO).build()));
        try (Client client = connect()) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n");
            assertThat(client.receiveUntil("\r\n\r\n")).contains("Content-Encoding: gzip");
            server().drain().get(15, TimeUnit.SECONDS);
            assertThat(client.receiveAll()).endsWith("\r\n0\r\n\r\n");
        }
        assertThat(entered).hasValue(1);
    }

    @Test
    void aStreamThatBeginsAfterThatIsToldToo() throws Exception {
        start(
                exchange -> {
                    entered.incrementAndGet();
                    release.await();
                    stream(exchange);
                },
                phases().streamTimeout(Duration.ZERO));
        try (Client client = connect()) {
            client.send(GET);
            Awaitility.await().atMost(SOON).until(() -> entered.get() == 1);
            CompletableFuture<Void> drained = server().drain();
            awaitState(ShutdownState.ENDING_STREAMS);
            release.countDown();
            assertThat(client.receiveAll()).endsWith("data: goodbye\n\n\r\n0\r\n\r\n");
            drained.get(15, TimeUnit.SECONDS);
        }
        assertThat(entered).as("told once").hasValue(2);
    }

    @Test
    void aResponseOfKnownLengthOrAnotherTypeIsNoStream() throws Exception {
        start(
                exchange -> {
                    Stream stream = new Stream(exchange);
                    exchange.detach(stream);
                    if (exchange.request().path().equals("/known")) {
                        stream.begin("text/event-stream", 100);
                    } else {
                        stream.begin("text/event-streams", ResponseSink.UNKNOWN_LENGTH);
                    }
                },
                phases().streamTimeout(Duration.ZERO).timeout(Duration.ofMillis(500)));
        try (Client known = connect();
                Client other = connect()) {
            known.send("GET /known HTTP/1.1\r\nHost: a\r\n\r\n").receiveUntil("hello");
            other.send(GET).receiveUntil("hello");
            server().drain().get(15, TimeUnit.SECONDS);
            known.receiveAll();
            other.receiveAll();
        }
        assertThat(entered).hasValue(0);
    }

    @Test
    void anUpgradedConnectionIsToldToEnd() throws Exception {
        start(
                exchange -> {
                    exchange.detach(new Stream(exchange));
                    exchange.upgrade("shout", new FieldList());
                },
                phases().streamTimeout(Duration.ZERO));
        try (Client client = connect()) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: shout\r\n\r\n")
                    .receiveUntil("\r\n\r\n");
            CompletableFuture<Void> drained = server().drain();
            assertThat(client.receiveAll()).isEqualTo("data: goodbye\n\n");
            assertThat(client.end()).isEqualTo(End.CLOSED);
            drained.get(15, TimeUnit.SECONDS);
        }
    }

    // The end.

    @Test
    void whatIsOpenWhenTheTimeIsOverIsAborted() throws Exception {
        CompletableFuture<IOException> gone = new CompletableFuture<>();
        start(
                exchange -> {
                    if (exchange.request().path().equals("/detached")) {
                        exchange.detach(cause -> {
                            gone.complete(cause);
                            exchange.abort(cause);
                        });
                        entered.incrementAndGet();
                    } else {
                        waitAndGreet(exchange);
                    }
                },
                phases().timeout(SHORT));
        try (Client detached = connect();
                Client stuck = connect()) {
            detached.send("GET /detached HTTP/1.1\r\nHost: a\r\n\r\n");
            stuck.send(GET);
            Awaitility.await().atMost(SOON).until(() -> entered.get() == 2);
            server().drain().get(15, TimeUnit.SECONDS);
            assertThat(server().shutdownState()).isEqualTo(ShutdownState.ABORTING);
            assertThat(gone.get(15, TimeUnit.SECONDS)).hasMessageContaining("server is stopping");
            assertThat(detached.receiveAll()).isEmpty();
            assertThat(stuck.receiveAll()).isEmpty();
            assertThat(stuck.end()).isNotEqualTo(End.OPEN);
        }
        Awaitility.await().atMost(SOON).until(() -> events(ShutdownAdvanced.class).stream()
                .anyMatch(event -> event.state() == ShutdownState.ABORTING && event.open() == 2));
        release.countDown();
        Awaitility.await().atMost(SOON).until(() -> server().statistics().exchangesOpen() == 0);
    }

    @Test
    void severalLoopsAbortAndNameWhatEachHas() throws Exception {
        start(
                this::waitAndGreet,
                options()
                        .reactors(3)
                        .shutdown(phases().slowRequestAfter(SHORT)
                                .timeout(Duration.ofMillis(500))
                                .build()));
        List<Client> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 6; i++) {
                Client client = connect();
                clients.add(client);
                client.send(GET);
            }
            Awaitility.await().atMost(SOON).until(() -> entered.get() == 6);
            server().drain().get(15, TimeUnit.SECONDS);
            for (Client client : clients) {
                assertThat(client.receiveAll()).isEmpty();
            }
            assertThat(events(ShutdownWaits.class).getFirst().open()).isEqualTo(6);
        } finally {
            for (Client client : clients) {
                client.close();
            }
        }
    }

    /** The loop may have ended before the handler detaches: no event can tell that listener. */
    @ParameterizedTest
    @EnumSource(HandlerMode.class)
    void anExchangeThatIsDetachedAfterTheEndIsTold(HandlerMode mode) throws Exception {
        CompletableFuture<IOException> gone = new CompletableFuture<>();
        CompletableFuture<@Nullable Void> returned = new CompletableFuture<>();
        start(
                exchange -> {
                    entered.incrementAndGet();
                    release.await();
                    exchange.detach(cause -> {
                        gone.complete(cause);
                        exchange.abort(cause);
                    });
                    returned.complete(null);
                },
                options().handlerMode(mode));
        try (Client client = connect()) {
            client.send(GET);
            Awaitility.await().atMost(SOON).until(() -> entered.get() == 1);
            server().close();
            release.countDown();
            returned.get(15, TimeUnit.SECONDS);
            assertThat(gone.get(15, TimeUnit.SECONDS)).hasMessageContaining("server is stopping");
        }
    }

    @Test
    void aWriterThatTheEndInterruptsIsNoFailure() throws Exception {
        CompletableFuture<IOException> failure = new CompletableFuture<>();
        start(
                exchange -> {
                    exchange.response().start(new ResponseHead(200), ResponseSink.UNKNOWN_LENGTH);
                    byte[] much = new byte[100_000];
                    try {
                        while (true) {
                            exchange.response().write(much, 0, much.length);
                            entered.set(1);
                        }
                    } catch (IOException e) {
                        failure.complete(e);
                        throw e;
                    }
                },
                phases().timeout(SHORT));
        try (Client client = connect(4_096)) {
            client.send(GET);
            Awaitility.await().atMost(SOON).until(() -> entered.get() == 1);
            server().drain().get(15, TimeUnit.SECONDS);
            assertThat(failure.get(15, TimeUnit.SECONDS)).hasMessageContaining("server is stopping");
        }
        Awaitility.await().atMost(SOON).until(() -> server().statistics().exchangesOpen() == 0);
        assertThat(events(ServerEvent.HandlerFailed.class)).isEmpty();
    }
}
