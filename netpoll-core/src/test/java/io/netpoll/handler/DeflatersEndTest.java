package io.netpoll.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netpoll.http.Exchange;
import io.netpoll.http.Handler;
import io.netpoll.http.ResponseHead;
import io.netpoll.http.ResponseSink;
import io.netpoll.server.HttpServer;
import io.netpoll.server.TestedMode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Native memory is given back whatever becomes of a response: each deflater that was made is ended, once. */
@Timeout(60)
class DeflatersEndTest {

    private static final byte[] NOISE = new byte[4_000_000];

    static {
        new Random(1).nextBytes(NOISE);
    }

    private final AtomicInteger made = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();

    private final class Counted extends Deflater {

        private boolean over;

        Counted() {
            super(DEFAULT_COMPRESSION, true);
            made.incrementAndGet();
        }

        @Override
        public void end() {
            assertThat(over).as("ended twice").isFalse();
            over = true;
            ended.incrementAndGet();
            super.end();
        }
    }

    /** What happens to a response; each of them has been started. */
    enum Fate {
        FINISHED {
            @Override
            void decide(Exchange exchange) throws IOException {
                exchange.response().write(NOISE, 0, 100);
                exchange.response().finish();
            }
        },
        FINISH_FORGOTTEN {
            @Override
            void decide(Exchange exchange) throws IOException {
                exchange.response().write(NOISE, 0, 100);
            }
        },
        NOTHING_WRITTEN {
            @Override
            void decide(Exchange exchange) {}
        },
        HANDLER_FAILS {
            @Override
            void decide(Exchange exchange) throws IOException {
                exchange.response().write(NOISE, 0, 100);
                throw new IllegalStateException("on purpose");
            }
        },
        HANDLER_ENDS_WITH_AN_ERROR {
            @Override
            void decide(Exchange exchange) {
                throw new AssertionError("on purpose");
            }
        },
        ABORTED {
            @Override
            void decide(Exchange exchange) throws IOException {
                exchange.response().write(NOISE, 0, 100);
                exchange.abort(new IOException("on purpose"));
            }
        },
        CLIENT_GONE {
            @Override
            void decide(Exchange exchange) throws IOException {
                while (true) {
                    exchange.response().write(NOISE, 0, NOISE.length);
                }
            }
        },
        CLIENT_GONE_AND_NOBODY_CARES {
            @Override
            void decide(Exchange exchange) {
                assertFails(() -> CLIENT_GONE.decide(exchange));
            }
        },
        FILE_MISSING {
            @Override
            void decide(Exchange exchange) throws IOException {
                exchange.response().sendFile(Path.of("/proc/does/not/exist"), 0, 10);
            }
        },
        DETACHED_AND_COMPLETED {
            @Override
            void decide(Exchange exchange) throws IOException {
                exchange.detach(exchange::abort);
                exchange.response().write(NOISE, 0, 100);
                exchange.complete();
                exchange.abort(new IOException("too late"));
            }
        },
        DETACHED_AND_ABORTED {
            @Override
            void decide(Exchange exchange) {
                exchange.detach(exchange::abort);
                exchange.schedule(Duration.ofMillis(1), () -> exchange.abort(new IOException("on purpose")));
            }
        },
        DETACHED_AND_HANDLER_FAILS {
            @Override
            void decide(Exchange exchange) {
                exchange.detach(exchange::abort);
                throw new IllegalStateException("on purpose");
            }
        },
        TASK_FAILS {
            @Override
            void decide(Exchange exchange) {
                exchange.detach(exchange::abort);
                exchange.execute(Fate::fail);
            }
        },
        TIMER_FAILS {
            @Override
            void decide(Exchange exchange) {
                exchange.detach(exchange::abort);
                exchange.schedule(Duration.ofMillis(1), Fate::fail);
            }
        },
        READER_FAILS {
            @Override
            void decide(Exchange exchange) {
                exchange.detach(exchange::abort);
                exchange.requestBody().onReadable(Fate::fail);
            }
        },
        WRITER_FAILS {
            @Override
            void decide(Exchange exchange) {
                exchange.detach(exchange::abort);
                exchange.response().onWritable(Fate::fail);
            }
        },
        DETACHED_AND_CLIENT_GONE {
            @Override
            void decide(Exchange exchange) {
                exchange.detach(exchange::abort);
            }
        },
        LISTENER_FAILS {
            @Override
            void decide(Exchange exchange) {
                exchange.detach(cause -> fail());
            }
        },
        COMPLETED_BEHIND_A_CLIENT_THAT_HAS_GONE {
            @Override
            void decide(Exchange exchange) throws IOException {
                exchange.response().write(NOISE, 0, 100);
                exchange.detach(cause -> exchange.complete());
            }
        },
        ABORTED_UNDER_A_WRITER {
            @Override
            void decide(Exchange exchange) {
                exchange.detach(exchange::abort);
                CompletableFuture<Void> writing = CompletableFuture.runAsync(
                        () -> assertFails(() -> CLIENT_GONE.decide(exchange)),
                        task -> Thread.ofVirtual().start(task));
                exchange.schedule(Duration.ofMillis(50), () -> {
                    assertThat(writing.isDone()).isFalse();
                    exchange.abort(new IOException("on purpose"));
                });
            }
        };

        abstract void decide(Exchange exchange) throws IOException;

        /** Whether the client resets its connection once it has the head. */
        boolean clientGoes() {
            return name().contains("GONE") || this == LISTENER_FAILS;
        }

        static void fail() {
            throw new IllegalStateException("on purpose");
        }

        @SuppressWarnings("CatchingUnchecked") // whatever it is, it has to be something
        static void assertFails(Failing failing) {
            boolean failed = false;
            try {
                failing.run();
            } catch (Exception e) {
                failed = true;
            }
            assertThat(failed).isTrue();
        }
    }

    @FunctionalInterface
    interface Failing {
        void run() throws IOException;
    }

    private static CompressionOptions options() {
        return CompressionOptions.builder().build();
    }

    private static ResponseHead head() {
        return new ResponseHead(200).with("Content-Type", "text/plain");
    }

    private static HttpServer start(Handler handler) throws IOException {
        HttpServer server = HttpServer.builder()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .handler(handler)
                .options(TestedMode.options().build())
                .build();
        server.start();
        return server;
    }

    private static Socket ask(HttpServer server) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(15_000);
        socket.getOutputStream()
                .write("GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII));
        assertThat(new String(socket.getInputStream().readNBytes(15), StandardCharsets.US_ASCII))
                .isEqualTo("HTTP/1.1 200 OK");
        return socket;
    }

    @ParameterizedTest
    @EnumSource
    void whateverBecomesOfAResponse(Fate fate) throws Exception {
        CompletableFuture<Void> decided = new CompletableFuture<>();
        Handler handler = exchange -> {
            exchange.response().start(head(), ResponseSink.UNKNOWN_LENGTH);
            exchange.response().flush();
            try {
                fate.decide(exchange);
            } finally {
                decided.complete(null);
            }
        };
        try (HttpServer server = start(new CompressionHandler(handler, options(), new DeflaterPool(Counted::new, 0)))) {
            try (Socket socket = ask(server)) {
                if (fate.clientGoes()) {
                    socket.setSoLinger(true, 0);
                } else {
                    decided.get(15, TimeUnit.SECONDS);
                    await().untilAsserted(() -> assertThat(ended).hasValue(made.get()));
                }
            }
            await().untilAsserted(() -> assertThat(ended).hasValue(1));
            assertThat(made).hasValue(1);
        }
    }

    @Test
    void aServerThatClosesTellsOpenExchanges() throws Exception {
        Handler handler = exchange -> {
            exchange.detach(exchange::abort);
            exchange.response().start(head(), ResponseSink.UNKNOWN_LENGTH);
            exchange.response().flush();
        };
        HttpServer server = start(new CompressionHandler(handler, options(), new DeflaterPool(Counted::new, 0)));
        try (Socket socket = ask(server)) {
            assertThat(socket.isConnected()).isTrue();
            server.close();
            await().untilAsserted(() -> assertThat(ended).hasValue(1));
        }
    }

    @Test
    void whatIsPooledServesAgainAndEndsWithTheHandler() throws Exception {
        Handler handler = exchange -> {
            exchange.response().start(head(), ResponseSink.UNKNOWN_LENGTH);
            exchange.response().write(NOISE, 0, 10);
        };
        try (CompressionHandler compressing =
                        new CompressionHandler(handler, options(), new DeflaterPool(Counted::new, 1));
                HttpServer server = start(compressing)) {
            for (int i = 0; i < 10; i++) {
                try (Socket socket = ask(server)) {
                    socket.shutdownOutput();
                    assertThat(socket.getInputStream().readAllBytes()).isNotEmpty();
                }
            }
            assertThat(made).hasValue(1);
            assertThat(ended).hasValue(0);
        }
        assertThat(ended).hasValue(1);
    }

    @Test
    void aPoolKeepsNoMoreThanItMayAndNoneOnceItIsClosed() {
        DeflaterPool pool = new DeflaterPool(Counted::new, 2);
        Deflater first = pool.take();
        Deflater second = pool.take();
        Deflater third = pool.take();
        pool.give(first);
        pool.give(second);
        pool.give(third);
        assertThat(ended).hasValue(1);
        Deflater again = pool.take();
        pool.close();
        assertThat(ended).hasValue(2);
        pool.give(again);
        assertThat(ended).hasValue(3);
    }
}
