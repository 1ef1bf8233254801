package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.http.Exchange;
import io.netpoll.http.Handler;
import io.netpoll.http.ResponseHead;
import io.netpoll.http.ResponseSink;
import io.netpoll.server.Client.End;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class OnLoopTest extends ServerBehaviour {

    @Override
    ServerOptions.Builder options() {
        return ServerOptions.builder();
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

    @Test
    void refusesCallsThatMightWait() throws IOException {
        start(exchange -> exchange.requestBody().read(new byte[1], 0, 1));
        assertThat(exchange(LAST_GET)).startsWith("HTTP/1.1 500 ");
    }

    @Test
    void echoesWithoutEverBlocking() throws Exception {
        start(exchange -> {
            exchange.detach(exchange::abort);
            exchange.execute(() -> new Echo(exchange).pump());
        });
        String content = "0123456789abcdef".repeat(256 * 1024);
        try (Client client = connect()) {
            Thread sender = Thread.ofPlatform().start(() -> {
                try {
                    client.send("POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: " + content.length()
                            + "\r\n\r\n");
                    client.send(content);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            assertThat(client.receiveAll()).endsWith("\r\n\r\n" + content);
            sender.join();
        }
    }

    /** Reads and writes as far as it goes, and asks to be called again when it goes on. */
    private static final class Echo {
        private final Exchange exchange;
        private final byte[] buffer = new byte[8_192];

        Echo(Exchange exchange) {
            this.exchange = exchange;
        }

        void pump() {
            try {
                pumpUnlessItWouldBlock();
            } catch (IOException e) {
                exchange.abort(e);
            }
        }

        private void pumpUnlessItWouldBlock() throws IOException {
            ResponseSink sink = exchange.response();
            if (!sink.isCommitted()) {
                sink.start(new ResponseHead(200), exchange.requestBody().length());
            }
            while (true) {
                int read = exchange.requestBody().tryRead(buffer, 0, buffer.length);
                if (read < 0) {
                    sink.finish();
                    exchange.complete();
                    return;
                }
                if (read == 0) {
                    exchange.requestBody().onReadable(this::pump);
                    return;
                }
                if (!sink.tryWrite(buffer, 0, read)) {
                    sink.onWritable(this::pump);
                    return;
                }
            }
        }
    }

    @Test
    void gathersAnswersButSendsThemAllWhateverTheirSize() throws IOException {
        String large = "x".repeat(50_000);
        start(exchange -> reply(exchange, large));
        assertThat(count(exchange(GET.repeat(20) + LAST_GET), large)).isEqualTo(21);
    }

    @Test
    void aDrainWaitsForAnswersThatTheirClientsAreStillToTake() throws Exception {
        String large = "x".repeat(8_000_000);
        start(exchange -> reply(exchange, large));
        try (Client slow = connect(4_096);
                Client last = connect(4_096)) {
            slow.send(GET).receiveUntil("\r\n\r\n");
            last.send(LAST_GET).receiveUntil("\r\n\r\n");
            CompletableFuture<Void> drained = server().drain();
            Awaitility.await()
                    .atMost(SOON)
                    .until(() -> server().statistics().loops().getFirst().pendingTasks() == 0);
            assertThat(server().statistics().exchangesOpen()).isEqualTo(2);
            assertThat(drained).isNotDone();
            assertThat(slow.receiveAll()).hasSize(large.length());
            assertThat(last.receiveAll()).hasSize(large.length());
            drained.get(15, TimeUnit.SECONDS);
            server().close();
            assertThat(slow.end()).isEqualTo(End.CLOSED);
            assertThat(last.end()).isEqualTo(End.CLOSED);
        }
    }

    @Test
    void aDrainDoesNotWaitForAnAnswerThatCannotLeave() throws Exception {
        start(exchange -> reply(exchange, "x".repeat(8_000_000)));
        CompletableFuture<Void> drained;
        try (Client client = connect(4_096)) {
            client.send(GET).receiveUntil("\r\n\r\n");
            drained = server().drain();
            assertThat(drained).isNotDone();
            client.resetOnClose();
        }
        drained.get(15, TimeUnit.SECONDS);
    }

    @Test
    void aFloodTakesOneTurnInAPass() throws Exception {
        start(ServerFixture::hello);
        int requests = 100_000;
        try (Client client = connect()) {
            Thread flood = Thread.ofPlatform().start(() -> {
                try {
                    client.send(GET.repeat(requests)).send(LAST_GET);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            AtomicInteger most = new AtomicInteger();
            AtomicBoolean over = new AtomicBoolean();
            Thread watch = Thread.ofPlatform().start(() -> {
                while (!over.get()) {
                    int pending = server().statistics().loops().getFirst().pendingTasks();
                    most.accumulateAndGet(pending, Math::max);
                }
            });
            assertThat(count(client.receiveAll(), "Hello, world!")).isEqualTo(requests + 1);
            over.set(true);
            watch.join();
            flood.join();
            assertThat(most).as("tasks that waited for the next pass").hasValueLessThanOrEqualTo(2);
        }
    }

    @Test
    void readsWhatIsThere() throws IOException {
        start(exchange -> {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            byte[] buffer = new byte[64];
            for (int read = exchange.requestBody().tryRead(buffer, 0, 64);
                    read > 0;
                    read = exchange.requestBody().tryRead(buffer, 0, 64)) {
                all.write(buffer, 0, read);
            }
            reply(exchange, all.toString(StandardCharsets.US_ASCII));
        });
        assertThat(exchange("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello" + LAST_GET))
                .contains("\r\n\r\nhelloHTTP/1.1 200 OK\r\n");
    }
}
