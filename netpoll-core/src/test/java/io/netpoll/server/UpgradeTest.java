package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.http.Exchange;
import io.netpoll.http.FieldList;
import io.netpoll.http.Handler;
import io.netpoll.server.Client.End;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What follows a 101: another protocol on the same connection. */
class UpgradeTest extends ServerFixture {

    private static final String UPGRADE = "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: shout\r\n\r\n";

    @Override
    ServerOptions.Builder options() {
        return TestedMode.options().bodyTimeout(Duration.ofMillis(50)).keepAliveTimeout(Duration.ofMillis(50));
    }

    @Override
    Handler handler(Handler handler) {
        return handler;
    }

    /** Answers what it hears in capitals, until nobody speaks any more. */
    private static void shout(Exchange exchange) throws IOException {
        exchange.upgrade("shout", new FieldList().add("X-A", "b").add("Content-Length", "5"));
        byte[] heard = new byte[16];
        for (int count = exchange.requestBody().read(heard, 0, heard.length);
                count >= 0;
                count = exchange.requestBody().read(heard, 0, heard.length)) {
            String said = new String(heard, 0, count, StandardCharsets.US_ASCII);
            exchange.response()
                    .write(said.toUpperCase(java.util.Locale.ROOT).getBytes(StandardCharsets.US_ASCII), 0, count);
        }
    }

    @Test
    void speaksAnotherProtocolOnTheConnection() throws Exception {
        start(UpgradeTest::shout);
        try (Client client = connect()) {
            client.send(UPGRADE + "early ");
            assertThat(client.receiveUntil("\r\n\r\n"))
                    .startsWith("HTTP/1.1 101 Switching Protocols\r\n")
                    .contains("\r\nConnection: Upgrade\r\n", "\r\nUpgrade: shout\r\n", "\r\nX-A: b\r\n")
                    .doesNotContain("Content-Length", "Transfer-Encoding");
            assertThat(client.receiveUntil("EARLY ")).isEqualTo("EARLY ");
            // HTTP's deadlines are over: nobody is hurried.
            CompletableFuture<Void> pause = new CompletableFuture<>();
            pause.completeOnTimeout(null, 200, TimeUnit.MILLISECONDS).join();
            client.send("late");
            assertThat(client.receiveUntil("LATE")).isEqualTo("LATE");
            assertThat(client.shutdownOutput().receiveAll()).isEmpty();
            assertThat(client.end()).isEqualTo(End.CLOSED);
        }
    }

    @Test
    void aDetachedUpgradeReadsTheEndAsAnEnd() throws Exception {
        CompletableFuture<Integer> end = new CompletableFuture<>();
        start(exchange -> {
            exchange.detach(cause -> end.completeExceptionally(cause));
            exchange.upgrade("shout", new FieldList());
            exchange.requestBody().onReadable(() -> {
                try {
                    end.complete(exchange.requestBody().tryRead(new byte[1], 0, 1));
                } catch (IOException e) {
                    end.completeExceptionally(e);
                }
                exchange.complete();
            });
        });
        try (Client client = connect()) {
            client.send(UPGRADE);
            client.receiveUntil("\r\n\r\n");
            assertThat(client.shutdownOutput().receiveAll()).isEmpty();
        }
        assertThat(end.get(15, TimeUnit.SECONDS)).isEqualTo(-1);
    }

    @Test
    void isRefusedWhereItCannotBe() throws Exception {
        start(UpgradeTest::shout);
        assertThat(exchange("GET / HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 500 ");
        assertThat(exchange("POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx"))
                .startsWith("HTTP/1.1 500 ");
    }

    @Test
    void onlyWhatTheClientOffersIsSwitchedTo() throws Exception {
        start(UpgradeTest::shout);
        for (String offered : new String[] {"", "Upgrade: whisper\r\n", "Upgrade: shout/2, shouting\r\n"}) {
            assertThat(exchange(LAST_GET.replace("Host: a\r\n", "Host: a\r\n" + offered)))
                    .as(offered)
                    .startsWith("HTTP/1.1 500 ");
        }
        try (Client client = connect()) {
            client.send(UPGRADE.replace("Upgrade: shout", "Upgrade: whisper, SHOUT"))
                    .shutdownOutput();
            assertThat(client.receiveAll()).startsWith("HTTP/1.1 101 ");
        }
    }

    /** RFC 9110 §7.8: who asks for both is answered both, in this order. */
    @Test
    void continueComesBeforeTheSwitch() throws Exception {
        start(exchange -> {
            BlockingServerBehaviour.readAll(exchange);
            shout(exchange);
        });
        try (Client client = connect()) {
            client.send(UPGRADE.replace("GET", "POST")
                    .replace("Host: a\r\n", "Host: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n"));
            assertThat(client.receiveUntil("\r\n\r\n")).startsWith("HTTP/1.1 100 ");
            client.send("hello");
            assertThat(client.receiveUntil("\r\n\r\n")).startsWith("HTTP/1.1 101 ");
            assertThat(client.send("later").receiveUntil("LATER")).isEqualTo("LATER");
        }
    }
}
