package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.http.Exchange;
import io.netpoll.http.ExchangeEnd;
import io.netpoll.http.ExchangeListener;
import io.netpoll.http.ExchangeSummary;
import io.netpoll.http.FieldList;
import io.netpoll.http.Handler;
import io.netpoll.http.RequestHead;
import io.netpoll.http.ResponseHead;
import io.netpoll.http.ResponseSink;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What the listener is told of each exchange, whatever became of it. */
class ExchangeListenerTest {

    /** The tests that any mode passes. */
    abstract static class Behaviour extends ServerFixture {

        final ConcurrentLinkedQueue<ExchangeSummary> told = new ConcurrentLinkedQueue<>();

        @Override
        ExchangeListener exchangeListener() {
            return told::add;
        }

        ExchangeSummary only() {
            Awaitility.await().atMost(SOON).until(() -> !told.isEmpty());
            assertThat(told).hasSize(1);
            return told.element();
        }

        static String requestLine(ExchangeSummary summary) {
            RequestHead head = summary.request();
            return head == null ? summary.requestLine() : head.method() + " " + head.target() + " " + head.version();
        }

        @Test
        void tellsOfAnOrdinaryExchange() throws Exception {
            start(exchange -> {
                exchange.attach("attached");
                hello(exchange);
            });
            exchange("GET /a?b=c HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            ExchangeSummary summary = only();
            assertThat(requestLine(summary)).isEqualTo("GET /a?b=c HTTP/1.1");
            assertThat(summary.status()).isEqualTo(200);
            assertThat(summary.fields().first("content-type")).isEqualTo("text/plain");
            assertThat(summary.sent()).isEqualTo(13);
            assertThat(summary.received()).isZero();
            assertThat(summary.persistent()).isFalse();
            assertThat(summary.end()).isEqualTo(ExchangeEnd.COMPLETED);
            assertThat(summary.detail()).isNull();
            assertThat(summary.attachment()).isEqualTo("attached");
            assertThat(summary.id()).isPositive();
            assertThat(summary.connection().remoteAddress()).isInstanceOf(InetSocketAddress.class);
            assertThat(summary.times().total()).isPositive();
        }

        @Test
        void tellsOfEveryRequestOfAConnection() throws Exception {
            start(ServerFixture::hello);
            exchange(GET + "HEAD /head HTTP/1.1\r\nHost: a\r\n\r\n" + LAST_GET);
            Awaitility.await().atMost(SOON).until(() -> told.size() == 3);
            assertThat(told).extracting(ExchangeSummary::persistent).containsExactly(true, true, false);
            assertThat(told).extracting(ExchangeSummary::sent).containsExactly(13L, 0L, 13L);
            assertThat(told).extracting(ExchangeSummary::id).doesNotHaveDuplicates();
        }

        @Test
        void tellsOfARequestLineThatIsNone() throws Exception {
            start(ServerFixture::hello);
            exchange("\r\nGET / HTTP/9.1\r\nHost: a\r\n\r\n");
            ExchangeSummary summary = only();
            assertThat(summary.request()).isNull();
            assertThat(summary.requestLine()).isEqualTo("GET / HTTP/9.1");
            assertThat(summary.status()).isEqualTo(505);
            assertThat(summary.end()).isEqualTo(ExchangeEnd.REJECTED);
            assertThat(summary.detail()).isEqualTo("VERSION_UNSUPPORTED");
            assertThat(summary.sent()).isPositive();
            assertThat(summary.persistent()).isFalse();
        }

        @Test
        void tellsOfAHeadThatCameInPiecesAndNeverEnded() throws Exception {
            start(ServerFixture::hello, options().headTimeout(Duration.ofMillis(300)));
            try (Client client = connect()) {
                client.send("GET /he");
                client.send("ad HTTP/1.1\r\nHo");
                assertThat(client.receiveAll()).startsWith("HTTP/1.1 408 ");
            }
            ExchangeSummary summary = only();
            assertThat(summary.requestLine()).isEqualTo("GET /head HTTP/1.1");
            assertThat(summary.detail()).isEqualTo("REQUEST_TIMEOUT");
        }

        @Test
        void shortensTheLineOfARequestThatWasRefused() throws Exception {
            start(ServerFixture::hello);
            exchange("GET /" + "a".repeat(5000) + "\u0001 HTTP/1.1\r\n");
            assertThat(only().requestLine()).hasSize(1024).startsWith("GET /aaa");
        }

        @Test
        void tellsOfAHandlerThatFailed() throws Exception {
            start(exchange -> {
                throw new IllegalStateException("broken");
            });
            exchange(LAST_GET);
            ExchangeSummary summary = only();
            assertThat(summary.status()).isEqualTo(500);
            assertThat(summary.end()).isEqualTo(ExchangeEnd.FAILED);
            assertThat(summary.fields().first("Content-Type")).isEqualTo("text/plain");
        }

        @Test
        void tellsOfAResponseThatBrokeOff() throws Exception {
            start(exchange -> {
                exchange.response().start(new ResponseHead(200), 100);
                exchange.response().tryWrite(new byte[10], 0, 10);
                throw new IllegalStateException("broken");
            });
            try (Client client = connect()) {
                client.send(GET).receiveAll();
            }
            ExchangeSummary summary = only();
            assertThat(summary.status()).isEqualTo(200);
            assertThat(summary.sent()).isEqualTo(10);
            assertThat(summary.end()).isEqualTo(ExchangeEnd.FAILED);
            assertThat(summary.persistent()).isFalse();
        }
    }

    /** On virtual threads. */
    @Nested
    class Virtual extends Behaviour {

        @Override
        ServerOptions.Builder options() {
            return TestedMode.options();
        }

        @Override
        Handler handler(Handler handler) {
            return handler;
        }

        @Test
        void countsWhatWasReadAndTellsPhasesApart() throws Exception {
            start(exchange -> {
                BlockingServerBehaviour.readAll(exchange);
                TimeUnit.MILLISECONDS.sleep(30);
                exchange.response().start(new ResponseHead(200), ResponseSink.UNKNOWN_LENGTH);
                exchange.response().write(new byte[50], 0, 50);
                TimeUnit.MILLISECONDS.sleep(40);
                exchange.response().write(new byte[50], 0, 50);
            });
            exchange("POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 5\r\n\r\n12345");
            ExchangeSummary summary = only();
            assertThat(summary.received()).isEqualTo(5);
            assertThat(summary.sent()).isEqualTo(100);
            assertThat(summary.times().handling()).isGreaterThanOrEqualTo(30_000_000);
            assertThat(summary.times().writing()).isGreaterThanOrEqualTo(40_000_000);
            assertThat(summary.times().total())
                    .isEqualTo(summary.times().queued()
                            + summary.times().handling()
                            + summary.times().writing());
        }

        @Test
        void tellsOfAClientThatWentAway() throws Exception {
            CountDownLatch gone = new CountDownLatch(1);
            start(exchange -> {
                exchange.response().start(new ResponseHead(200), ResponseSink.UNKNOWN_LENGTH);
                exchange.response().write(new byte[1], 0, 1);
                exchange.response().flush();
                gone.await();
                while (true) {
                    exchange.response().write(new byte[10_000], 0, 10_000);
                }
            });
            try (Client client = connect()) {
                client.send(GET).receiveUntil("\r\n\r\n");
                client.resetOnClose();
            }
            gone.countDown();
            assertThat(only().end()).isEqualTo(ExchangeEnd.CLIENT_GONE);
        }

        @Test
        void tellsOfContentWithBrokenFraming() throws Exception {
            start(exchange -> {
                BlockingServerBehaviour.readAll(exchange);
                hello(exchange);
            });
            exchange("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12345\r\nx\r\n");
            ExchangeSummary summary = only();
            assertThat(summary.status()).isEqualTo(400);
            assertThat(summary.end()).isEqualTo(ExchangeEnd.REQUEST_BROKEN);
            assertThat(summary.detail()).isEqualTo("CHUNK_SIZE_SYNTAX");
        }

        @Test
        void tellsOfADetachedExchangeWhenItEnds() throws Exception {
            start(exchange -> {
                exchange.detach(cause -> {});
                exchange.schedule(Duration.ofMillis(50), () -> {
                    try {
                        hello(exchange);
                    } catch (IOException e) {
                        exchange.abort(e);
                    }
                    exchange.complete();
                });
            });
            exchange(LAST_GET);
            ExchangeSummary summary = only();
            assertThat(summary.end()).isEqualTo(ExchangeEnd.COMPLETED);
            assertThat(summary.times().handling()).isGreaterThanOrEqualTo(50_000_000);
        }

        @Test
        void tellsOfAnUpgrade() throws Exception {
            start(exchange -> exchange.upgrade("echo", new FieldList()));
            try (Client client = connect()) {
                client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n")
                        .receiveAll();
            }
            assertThat(only().status()).isEqualTo(101);
        }
    }

    /** On the loop. */
    @Nested
    class OnLoop extends Behaviour {

        @Override
        ServerOptions.Builder options() {
            return TestedMode.options();
        }

        @Override
        Handler handler(Handler handler) {
            return new Handler() {
                @Override
                public void handle(Exchange exchange) throws Exception {
                    handler.handle(exchange);
                }

                @Override
                public boolean isNonBlocking() {
                    return true;
                }
            };
        }
    }

    /** A listener that fails. */
    @Nested
    class Failing extends ServerFixture {

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
            return summary -> {
                throw new IllegalStateException("The log is broken");
            };
        }

        @Test
        void harmsNobody() throws Exception {
            start(ServerFixture::hello);
            assertThat(exchange(GET + LAST_GET)).containsPattern("(?s)Hello.*Hello");
            exchange("nothing\r\n");
            Awaitility.await().atMost(SOON).untilAsserted(() -> assertThat(events)
                    .filteredOn(ServerEvent.ConnectionFailed.class::isInstance)
                    .hasSize(3));
        }
    }
}
