package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netpoll.handler.CompressionOptions;
import io.netpoll.http.Exchange;
import io.netpoll.http.Handler;
import io.netpoll.http.ResponseHead;
import io.netpoll.http.ResponseSink;
import io.netpoll.server.Client.End;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compressed responses, as clients get them. */
@Timeout(60)
class CompressionTest extends ServerFixture {

    private static final String TEXT = "0123456789abcdef, and so on. ".repeat(20_000);
    private static final byte[] OCTETS = TEXT.getBytes(StandardCharsets.US_ASCII);

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Override
    ServerOptions.Builder options() {
        return TestedMode.options().compression(CompressionOptions.builder().build());
    }

    @Override
    Handler handler(Handler handler) {
        return handler;
    }

    @AfterEach
    void closeClient() {
        http.close();
    }

    static ResponseHead text() {
        return new ResponseHead(200).with("Content-Type", "text/plain;charset=utf-8");
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + server().port() + path))
                .timeout(SOON);
    }

    private HttpResponse<byte[]> get(String... fields) throws IOException, InterruptedException {
        HttpRequest.Builder request = request("/");
        if (fields.length > 0) {
            request.headers(fields);
        }
        return http.send(request.build(), BodyHandlers.ofByteArray());
    }

    private HttpResponse<byte[]> getGzip() throws IOException, InterruptedException {
        return get("Accept-Encoding", "gzip");
    }

    private static String decoded(HttpResponse<byte[]> response) throws IOException {
        assertThat(response.headers().allValues("Content-Encoding")).containsExactly("gzip");
        assertThat(response.headers().allValues("Vary")).containsExactly("Accept-Encoding");
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2_048, 8_191, 64 * 1024, 64 * 1024 + 1, 500_000})
    void aWholeResponse(int size) throws Exception {
        start(exchange -> exchange.response().send(text(), OCTETS, 0, size));
        HttpResponse<byte[]> response = getGzip();
        assertThat(decoded(response)).isEqualTo(TEXT.substring(0, size));
        assertThat(response.body().length).isLessThan(size / 5);
        assertThat(response.headers().firstValue("Content-Length").isPresent()).isEqualTo(size <= 64 * 1024);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 4_096, 500_000})
    void aResponseInPieces(int piece) throws Exception {
        int length = (int) Math.min(OCTETS.length, piece * 5_000L);
        start(exchange -> {
            exchange.response().start(text(), exchange.request().path().equals("/") ? length : -1);
            for (int at = 0; at < length; at += piece) {
                exchange.response().write(OCTETS, at, Math.min(piece, length - at));
            }
        });
        assertThat(decoded(getGzip())).isEqualTo(TEXT.substring(0, length));
        HttpResponse<byte[]> unknown =
                http.send(request("/unknown").header("Accept-Encoding", "gzip").build(), BodyHandlers.ofByteArray());
        assertThat(decoded(unknown)).isEqualTo(TEXT.substring(0, length));
    }

    @Test
    void nothingAtAllIsStillOneMember() throws Exception {
        start(exchange -> exchange.response().start(text(), ResponseSink.UNKNOWN_LENGTH));
        assertThat(decoded(getGzip())).isEmpty();
    }

    @Test
    void contentThatDoesNotGetSmallerStaysAsItIs() throws Exception {
        byte[] noise = new byte[4_096];
        new java.util.Random(1).nextBytes(noise);
        start(exchange -> exchange.response().send(text(), noise, 0, noise.length));
        HttpResponse<byte[]> response = getGzip();
        assertThat(response.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(response.headers().firstValue("Vary")).hasValue("Accept-Encoding");
        assertThat(response.body()).isEqualTo(noise);
    }

    @Test
    void aSmallResponseIsLeftAsItIsAndSoIsOneNobodyAskedToCompress() throws Exception {
        start(exchange -> exchange.response()
                .send(text(), OCTETS, 0, exchange.request().path().length() * 2_047));
        HttpResponse<byte[]> small = getGzip();
        assertThat(small.body()).hasSize(2_047);
        assertThat(small.headers().map()).doesNotContainKeys("content-encoding", "vary");
        HttpResponse<byte[]> plain = http.send(request("/a").build(), BodyHandlers.ofByteArray());
        assertThat(plain.body()).hasSize(4_094);
        assertThat(plain.headers().map()).doesNotContainKey("content-encoding").containsKey("vary");
    }

    @Test
    void anEventArrivesWhenItIsFlushed() throws Exception {
        SynchronousQueue<String> events = new SynchronousQueue<>();
        start(exchange -> {
            exchange.response().start(text(), ResponseSink.UNKNOWN_LENGTH);
            exchange.response().flush();
            for (String event = events.take(); !event.isEmpty(); event = events.take()) {
                byte[] line = (event + "\n").getBytes(StandardCharsets.US_ASCII);
                exchange.response().write(line, 0, line.length);
                exchange.response().flush();
                exchange.response().flush();
            }
        });
        HttpResponse<InputStream> response =
                http.send(request("/").header("Accept-Encoding", "gzip").build(), BodyHandlers.ofInputStream());
        events.offer("first", 15, TimeUnit.SECONDS);
        try (InputStream in = new GZIPInputStream(response.body())) {
            assertThat(line(in)).isEqualTo("first");
            events.offer("second", 15, TimeUnit.SECONDS);
            assertThat(line(in)).isEqualTo("second");
            events.offer("", 15, TimeUnit.SECONDS);
            assertThat(in.read()).isEqualTo(-1);
        }
    }

    /** Not through a reader: the JDK's would wait for more than the line. */
    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            line.append((char) c);
        }
        return line.toString();
    }

    @Test
    void headHasTheFieldsOfGetAndTheConnectionGoesOn() throws IOException {
        start(exchange -> {
            if (exchange.request().path().equals("/whole")) {
                exchange.response().send(text(), OCTETS, 0, OCTETS.length);
            } else {
                exchange.response().start(text(), OCTETS.length);
                exchange.response().write(OCTETS, 0, OCTETS.length);
            }
        });
        String head = "HEAD /whole HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n";
        String answers = exchange(
                head + head.replace("/whole", "/") + head.replace("HTTP/1.1\r\n", "HTTP/1.1\r\nConnection: close\r\n"));
        assertThat(count(answers, "HTTP/1.1 200 OK\r\n")).isEqualTo(3);
        assertThat(count(answers, "Content-Encoding: gzip\r\n")).isEqualTo(3);
        assertThat(count(answers, "Vary: Accept-Encoding\r\n")).isEqualTo(3);
        assertThat(answers).doesNotContain("Content-Length").endsWith("\r\n\r\n");
    }

    @Test
    void aFileIsCompressedThroughMemory(@TempDir Path directory) throws Exception {
        Path file = Files.write(directory.resolve("content"), OCTETS);
        start(exchange -> {
            exchange.response().start(text(), 100_000);
            exchange.response().sendFile(file, 7, 60_000);
            exchange.response().sendFile(file, 60_007, 40_000);
        });
        assertThat(decoded(getGzip())).isEqualTo(TEXT.substring(7, 100_007));
        assertThat(new String(get().body(), StandardCharsets.US_ASCII)).isEqualTo(TEXT.substring(7, 100_007));
    }

    @Test
    void lessContentThanDeclaredEndsTheConnectionVisibly() throws Exception {
        start(exchange -> {
            exchange.response().start(text(), 10_000);
            exchange.response().write(OCTETS, 0, 9_999);
        });
        try (Client client = connect()) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n");
            String received = client.receiveAll();
            assertThat(client.end()).isEqualTo(End.RESET);
            assertThat(received).contains("Content-Encoding: gzip").doesNotEndWith("0\r\n\r\n");
        }
    }

    @Test
    void moreContentThanDeclaredIsToldAndDoesNotLeave() throws Exception {
        AtomicReference<Exception> told = new AtomicReference<>();
        start(exchange -> {
            exchange.response().start(text(), 10_000);
            try {
                exchange.response().write(OCTETS, 0, 10_001);
            } catch (IOException e) {
                told.set(e);
                throw e;
            }
        });
        try (Client client = connect()) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n")
                    .receiveAll();
            assertThat(client.end()).isEqualTo(End.RESET);
        }
        assertThat(told.get()).hasMessageContaining("declared 10000");
    }

    @Test
    void anOldClientGetsItUntilTheClose() throws IOException {
        start(exchange -> exchange.response().start(text(), ResponseSink.UNKNOWN_LENGTH));
        assertThat(exchange("GET / HTTP/1.0\r\nAccept-Encoding: gzip\r\n\r\n"))
                .contains("Content-Encoding: gzip\r\n")
                .doesNotContain("chunked");
    }

    @Test
    void aDetachedExchangeThatIsCompletedHasAWholeMember() throws Exception {
        start(exchange -> {
            exchange.detach(exchange::abort);
            exchange.response().start(text(), ResponseSink.UNKNOWN_LENGTH);
            exchange.response().write(OCTETS, 0, OCTETS.length);
            exchange.complete();
        });
        assertThat(decoded(getGzip())).isEqualTo(TEXT);
    }

    @Test
    void writesWithoutWaitingReachAClientThatReadsLate() throws Exception {
        byte[] noise = new byte[3_000_000];
        new java.util.Random(1).nextBytes(noise);
        start(exchange -> {
            exchange.detach(exchange::abort);
            exchange.execute(() -> new Pump(exchange, noise).run());
        });
        HttpResponse<byte[]> response = getGzip();
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
            assertThat(in.readAllBytes()).isEqualTo(noise);
        }
    }

    /** Writes as far as the client takes it, and flushes each time whether it does or not. */
    private static final class Pump implements Runnable {

        private final Exchange exchange;
        private final byte[] content;
        private int position;

        Pump(Exchange exchange, byte[] content) {
            this.exchange = exchange;
            this.content = content;
        }

        @Override
        public void run() {
            try {
                ResponseSink sink = exchange.response();
                if (!sink.isCommitted()) {
                    sink.start(text(), ResponseSink.UNKNOWN_LENGTH);
                }
                while (position < content.length) {
                    if (!sink.isWritable()) {
                        sink.onWritable(this);
                        return;
                    }
                    int length = Math.min(50_000, content.length - position);
                    sink.tryWrite(content, position, length);
                    sink.flush();
                    position += length;
                }
                exchange.complete();
            } catch (IOException e) {
                exchange.abort(e);
            }
        }
    }

    @Test
    void anUpgradedConnectionIsLeftAlone() throws IOException {
        start(exchange -> {
            exchange.upgrade("echo", new io.netpoll.http.FieldList());
            exchange.response().write(OCTETS, 0, 5_000);
        });
        try (Client client = connect()) {
            client.send(
                    "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\nAccept-Encoding: gzip\r\n\r\n");
            assertThat(client.receiveAll()).startsWith("HTTP/1.1 101 ").endsWith("\r\n\r\n" + TEXT.substring(0, 5_000));
        }
    }

    @Test
    void onALoopOnlyLittleIsCompressed() throws Exception {
        Handler sending = new Handler() {
            @Override
            public void handle(Exchange exchange) throws IOException {
                int length = exchange.request().path().equals("/large") ? 16 * 1024 + 1 : 16 * 1024;
                if (exchange.request().path().equals("/pieces")) {
                    exchange.response().start(text(), length);
                    exchange.response().tryWrite(OCTETS, 0, 1_000);
                    exchange.response().flush();
                    exchange.response().tryWrite(OCTETS, 1_000, length - 1_000);
                } else {
                    exchange.response().send(text(), OCTETS, 0, length);
                }
            }

            @Override
            public boolean isNonBlocking() {
                return true;
            }
        };
        start(sending);
        assertThat(decoded(getGzip())).hasSize(16 * 1024);
        for (String path : new String[] {"/pieces", "/large"}) {
            HttpResponse<byte[]> response =
                    http.send(request(path).header("Accept-Encoding", "gzip").build(), BodyHandlers.ofByteArray());
            if (path.equals("/large")) {
                assertThat(response.headers().map()).doesNotContainKeys("content-encoding", "vary");
                assertThat(response.body()).hasSize(16 * 1024 + 1);
            } else {
                assertThat(decoded(response)).hasSize(16 * 1024);
            }
        }
    }

    @Test
    void aMemberThatIsCutOffIsNoticed() throws Exception {
        start(exchange -> exchange.response().send(text(), OCTETS, 0, 5_000));
        byte[] whole = getGzip().body();
        assertThatThrownBy(
                        () -> new GZIPInputStream(new ByteArrayInputStream(whole, 0, whole.length - 1)).readAllBytes())
                .isInstanceOf(EOFException.class);
    }
}
