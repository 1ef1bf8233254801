package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.http.Exchange;
import io.netpoll.http.Handler;
import io.netpoll.http.ResponseHead;
import io.netpoll.http.ResponseSink;
import io.netpoll.server.Client.End;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as content. */
class SendFileTest extends ServerFixture {

    private static final int SIZE = 3_000_000;

    private Path file = Path.of("not there");
    private String content = "";

    @Override
    ServerOptions.Builder options() {
        return TestedMode.options();
    }

    @Override
    Handler handler(Handler handler) {
        return handler;
    }

    @BeforeEach
    void write(@TempDir Path directory) throws IOException {
        content = "0123456789abcdef".repeat(SIZE / 16);
        file = Files.writeString(directory.resolve("content"), content);
    }

    private Handler sending(long position, long count) {
        return exchange -> {
            exchange.response().start(new ResponseHead(200), count);
            exchange.response().sendFile(file, position, count);
        };
    }

    @Test
    void sendsAFileWholeAndInPart() throws IOException {
        start(exchange -> sending(
                        exchange.request().path().equals("/part") ? 17 : 0,
                        exchange.request().path().equals("/part") ? 100 : SIZE)
                .handle(exchange));
        assertThat(exchange(LAST_GET)).endsWith("\r\n\r\n" + content);
        assertThat(exchange("GET /part HTTP/1.1\r\nHost: a\r\n\r\n" + LAST_GET))
                .contains("\r\nContent-Length: 100\r\n\r\n" + content.substring(17, 117) + "HTTP/1.1 200 OK\r\n")
                .endsWith(content);
    }

    @Test
    void sendsNothingInAnswerToHead() throws IOException {
        start(sending(0, SIZE));
        assertThat(exchange("HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
                .contains("\r\nContent-Length: " + SIZE + "\r\n")
                .endsWith("\r\n\r\n");
    }

    @Test
    void waitsForAClientThatReadsLittle() throws IOException {
        start(sending(0, SIZE));
        try (Client client = connect(4_096)) {
            client.send(LAST_GET);
            assertThat(client.receiveAll()).endsWith("\r\n\r\n" + content);
        }
    }

    @Test
    void aFileThatIsShorterThanPromisedEndsTheConnectionVisibly() throws IOException {
        start(sending(SIZE - 10, 20));
        try (Client client = connect()) {
            client.send(GET);
            assertThat(client.receiveUntil(content.substring(SIZE - 10))).contains("\r\nContent-Length: 20\r\n");
            assertThat(client.receiveAll()).isEmpty();
            assertThat(client.end()).isEqualTo(End.RESET);
        }
    }

    @Test
    void refusesAFileThatDoesNotFitTheResponse() throws Exception {
        CompletableFuture<Exception> failure = new CompletableFuture<>();
        start(exchange -> {
            exchange.response()
                    .start(
                            new ResponseHead(200),
                            exchange.request().path().equals("/short") ? 5 : ResponseSink.UNKNOWN_LENGTH);
            try {
                exchange.response().sendFile(file, 0, 10);
            } catch (IllegalStateException e) {
                failure.complete(e);
                throw e;
            }
        });
        try (Client client = connect()) {
            client.send("GET /short HTTP/1.1\r\nHost: a\r\n\r\n").receiveAll();
        }
        assertThat(failure.get(15, TimeUnit.SECONDS)).hasMessageContaining("known length");
    }

    @Test
    void aFileThatIsNotThereIsToldBeforeAnythingIsSent() throws IOException {
        start(SendFileTest::missing);
        assertThat(exchange(LAST_GET)).endsWith("\r\n\r\nno such file");
    }

    private static void missing(Exchange exchange) throws IOException {
        exchange.response().start(new ResponseHead(404), 12);
        try {
            exchange.response().sendFile(Path.of("/proc/does/not/exist"), 0, 12);
        } catch (NoSuchFileException e) {
            exchange.response().write("no such file".getBytes(StandardCharsets.US_ASCII), 0, 12);
        }
    }
}
