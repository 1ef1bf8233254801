package io.netpoll.http1;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.http.Exchange;
import io.netpoll.http.Handler;
import io.netpoll.http.ResponseHead;
import io.netpoll.http1.DrivenByHand.Peer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What connections that never stop sending leave to the others, counted in passes of the loop. */
class FairnessTest {

    private static final int FEW_PASSES = 3;
    private static final int FLOODED_PASSES = 20;
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final String THIRD = "GET /third HTTP/1.1\r\nHost: a\r\n\r\n";

    /** What two clients send again and again, as fast as the server takes it. */
    static Stream<String> floods() {
        return Stream.of(
                GET.repeat(1_000),
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n" + "x".repeat(60_000),
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + "1\r\nx\r\n".repeat(5_000)
                        + "0\r\n\r\n");
    }

    private static final class OnLoop implements Handler {
        @Override
        public void handle(Exchange exchange) throws IOException {
            exchange.response().send(new ResponseHead(200), new byte[0], 0, 0);
        }

        @Override
        public boolean isNonBlocking() {
            return true;
        }
    }

    @ParameterizedTest
    @MethodSource("floods")
    void aHandlerOnTheLoopAnswersAThirdClientWithinThreePassesOfTwoFloods(String flood) throws IOException {
        try (DrivenByHand server = new DrivenByHand(new OnLoop(), job -> job.refused(new AssertionError()));
                Peer first = server.connect();
                Peer second = server.connect();
                Peer third = server.connect()) {
            Floods floods = new Floods(flood, first, second);
            runFlooded(server, floods);
            long before = server.passes();
            assertThat(third.send(THIRD)).isEqualTo(THIRD.length());
            while (third.received().isEmpty() && server.passes() - before < FEW_PASSES) {
                floods.goOn();
                server.pass();
            }
            assertThat(third.received()).startsWith("HTTP/1.1 200 OK\r\n");
        }
    }

    private static void runFlooded(DrivenByHand server, Floods floods) throws IOException {
        for (int i = 0; i < FLOODED_PASSES; i++) {
            floods.goOn();
            long octets = server.reactor().octetsReceived();
            server.pass();
            // Two turns for a connection that has been idle; a turn ends with the read that goes beyond its share.
            assertThat(server.reactor().octetsReceived() - octets)
                    .as("octets in one pass")
                    .isLessThanOrEqualTo(2 * 2 * (LoopWork.MAX_OCTETS_PER_TURN + 64 * 1024));
        }
        assertThat(server.reactor().octetsReceived()).as("they do flood").isGreaterThan(100_000);
    }

    private record Floods(ByteBuffer octets, ByteBuffer again, Peer first, Peer second) {
        Floods(String flood, Peer first, Peer second) {
            this(octets(flood), octets(flood), first, second);
        }

        private static ByteBuffer octets(String flood) {
            return ByteBuffer.wrap(flood.getBytes(StandardCharsets.US_ASCII));
        }

        void goOn() throws IOException {
            first.drop();
            second.drop();
            first.flood(octets);
            second.flood(again);
        }
    }

    @ParameterizedTest
    @MethodSource("floods")
    void aThreadIsGivenToAThirdClientWithinThreePassesOfTwoFloods(String flood) throws Exception {
        AtomicLong dispatchedIn = new AtomicLong(-1);
        Phaser running = new Phaser(1);
        DrivenByHand[] driven = new DrivenByHand[1];
        Dispatcher dispatcher = job -> {
            if (((Http1Exchange) job).request().path().equals("/third")) {
                dispatchedIn.set(driven[0].passes());
            }
            running.register();
            Thread.ofVirtual().start(() -> {
                job.run();
                running.arriveAndDeregister();
            });
        };
        Handler handler = exchange -> exchange.response().send(new ResponseHead(200), new byte[0], 0, 0);
        try (DrivenByHand server = new DrivenByHand(handler, dispatcher);
                Peer first = server.connect();
                Peer second = server.connect();
                Peer third = server.connect()) {
            driven[0] = server;
            Floods floods = new Floods(flood, first, second);
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
                runFlooded(server, floods);
                return true;
            });
            long before = server.passes();
            assertThat(third.send(THIRD)).isEqualTo(THIRD.length());
            while (dispatchedIn.get() < 0 && server.passes() - before < FEW_PASSES) {
                floods.goOn();
                server.pass();
            }
            assertThat(dispatchedIn.get() - before).isBetween(0L, FEW_PASSES - 1L);
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> third.received()
                    .startsWith("HTTP/1.1 200 OK\r\n"));
            running.arriveAndAwaitAdvance();
        }
    }

    @Test
    void aFloodOfContentIsBoundedByOctetsAlthoughItsRequestsComeHomeInBetween() throws IOException {
        String post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n" + "x".repeat(60_000);
        try (DrivenByHand server = new DrivenByHand(new OnLoop(), job -> job.refused(new AssertionError()));
                Peer only = server.connect()) {
            ByteBuffer octets = ByteBuffer.wrap(post.getBytes(StandardCharsets.US_ASCII));
            long before = 0;
            for (int i = 0; i < FLOODED_PASSES; i++) {
                only.drop();
                only.flood(octets);
                server.pass();
                assertThat(server.reactor().octetsReceived() - before)
                        .isLessThanOrEqualTo(2 * (LoopWork.MAX_OCTETS_PER_TURN + 64 * 1024));
                before = server.reactor().octetsReceived();
            }
        }
    }

    @Test
    void aRequestIsServedInThePassThatSeesIt() throws IOException {
        try (DrivenByHand server = new DrivenByHand(new OnLoop(), job -> job.refused(new AssertionError()));
                Peer only = server.connect()) {
            assertThat(only.send(GET)).isEqualTo(GET.length());
            server.pass();
            assertThat(only.received()).startsWith("HTTP/1.1 200 OK\r\n");
        }
    }
}
