package io.netpoll.http1;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.http.Exchange;
import io.netpoll.http.Handler;
import io.netpoll.http.ResponseHead;
import io.netpoll.http1.DrivenByHand.Peer;
import io.netpoll.reactor.Clock;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * How much of an upload that has been answered before it was read the server still takes, and for how long: the client may
 * only find the answer when it has sent everything (RFC 9112 §9.6), but it must not hold the connection for ever.
 */
class LingeringTest {

    private static final long BOUND = 64 * 1024 * 1024;
    private static final Duration TIME = Duration.ofSeconds(10);
    private static final Duration STEP = Duration.ofMillis(500);
    private static final String ANSWER = "HTTP/1.1 413 ";

    /** Time that passes when the test says so. */
    private static final class ManualClock implements Clock {
        private long nanos = Long.MAX_VALUE - TIME.toNanos(); // it overflows, as a clock may

        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public long epochMillis() {
            return 0;
        }

        void advance(Duration duration) {
            nanos += duration.toNanos();
        }
    }

    /** Answers without having read anything. */
    private static final class Refusing implements Handler {
        @Override
        public void handle(Exchange exchange) throws IOException {
            exchange.response().send(new ResponseHead(413), new byte[0], 0, 0);
        }

        @Override
        public boolean isNonBlocking() {
            return true;
        }
    }

    private final ManualClock clock = new ManualClock();
    private final List<Expiry> expiries = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // before each test
    private DrivenByHand server;

    @SuppressWarnings("NullAway.Init") // before each test
    private Peer client;

    @BeforeEach
    void open() throws IOException {
        server = new DrivenByHand(
                new Refusing(), job -> job.refused(new AssertionError()), clock, new DrivenByHand.Silence() {
                    @Override
                    public void expired(SocketAddress peer, Expiry expiry) {
                        expiries.add(expiry);
                    }
                });
        client = server.connect();
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        server.close();
    }

    private static String post(long length) {
        return "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + length + "\r\n\r\n";
    }

    private void begin(String request) throws IOException {
        client.send(request);
        server.pass();
        assertThat(client.received()).startsWith(ANSWER);
        assertIsOpen();
    }

    private void assertIsOpen() {
        assertThat(server.reactor().connectionCount()).isOne();
    }

    private void assertIsClosed() {
        assertThat(server.reactor().connectionCount()).isZero();
    }

    /** Lets time pass, a step after the other, and sends something in each. */
    private void drip(Duration duration) throws IOException {
        for (Duration passed = Duration.ZERO; passed.compareTo(duration) < 0; passed = passed.plus(STEP)) {
            assertIsOpen();
            client.send("x");
            server.pass();
            clock.advance(STEP);
        }
    }

    private void pass(Duration duration) throws IOException {
        clock.advance(duration);
        server.pass();
    }

    @Test
    void anUploadThatDripsIsDrainedForTenSecondsAndNoLonger() throws IOException {
        begin(post(DrivenByHand.DISCARDABLE + 1));
        assertThat(client.received()).contains("\r\nConnection: close\r\n");
        assertThat(client.hasEnded()).as("our side is closed at once").isTrue();
        drip(TIME.minus(STEP));
        pass(STEP.minusNanos(1));
        assertIsOpen();
        pass(Duration.ofNanos(1));
        assertIsClosed();
        assertThat(expiries).containsExactly(Expiry.LINGERING);
    }

    @Test
    void aClientThatSendsNothingAndDoesNotCloseIsWaitedForAsLong() throws IOException {
        begin(post(DrivenByHand.DISCARDABLE + 1));
        pass(TIME.minusNanos(1));
        assertIsOpen();
        pass(Duration.ofNanos(1));
        assertIsClosed();
        assertThat(expiries).containsExactly(Expiry.LINGERING);
    }

    @Test
    void aClientThatClosesIsNotWaitedFor() throws IOException {
        begin(post(DrivenByHand.DISCARDABLE + 1));
        client.close();
        server.pass();
        assertIsClosed();
        assertThat(expiries).isEmpty();
    }

    @Test
    void anUploadThatFloodsIsDrainedUpToItsBound() throws IOException {
        begin(post(Long.MAX_VALUE));
        ByteBuffer octets = ByteBuffer.allocate(256 * 1024);
        try {
            while (server.reactor().connectionCount() > 0) {
                client.flood(octets);
                server.pass();
                assertThat(server.reactor().octetsReceived()).isLessThan(BOUND + 1024 * 1024);
            }
        } catch (IOException e) {
            assertIsClosed(); // and the client is told while it sends
        }
        assertThat(server.reactor().octetsReceived()).isGreaterThan(BOUND);
        assertThat(expiries).as("no time has passed").isEmpty();
    }

    @Test
    void contentThatIsReadToFindTheNextRequestHasTenSecondsToo() throws IOException {
        begin(post(100));
        assertThat(client.received()).doesNotContain("Connection: close");
        drip(TIME.minus(STEP));
        pass(STEP.minusNanos(1));
        assertIsOpen();
        pass(Duration.ofNanos(1));
        assertIsClosed();
        assertThat(expiries).containsExactly(Expiry.LINGERING);
    }

    @Test
    void theNextRequestIsServedIfItComesBeforeThat() throws IOException {
        begin(post(100));
        drip(TIME.minus(STEP));
        client.send("x".repeat(81) + post(0)); // 19 octets have come
        server.pass();
        assertThat(client.received().split(ANSWER, -1)).hasSize(3);
        pass(TIME);
        assertIsOpen();
        assertThat(expiries).isEmpty();
    }

    /** A loop that comes late cannot know whether the client did: it looks, and begins the time again, once. */
    @Test
    void aLoopThatIsLateBeginsTheTimeAgainOnce() throws IOException {
        begin(post(DrivenByHand.DISCARDABLE + 1));
        pass(TIME.multipliedBy(2));
        assertIsOpen();
        pass(TIME.multipliedBy(2));
        assertIsClosed();
    }
}
