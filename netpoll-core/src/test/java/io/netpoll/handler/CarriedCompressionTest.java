package io.netpoll.handler;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.http.Handler;
import io.netpoll.http.ResponseHead;
import io.netpoll.http.ResponseSink;
import io.netpoll.server.HandlerMode;
import io.netpoll.server.HttpServer;
import io.netpoll.server.ServerOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which thread compresses where an event loop carries handlers. */
class CarriedCompressionTest {

    private static final byte[] CONTENT =
            "It is a long way to the end. ".repeat(20_000).getBytes(StandardCharsets.US_ASCII);
    private static final String HELPER = "netpoll-http-helper-";

    private final Queue<String> threads = new ConcurrentLinkedQueue<>();

    /** Notes who asks it to work. */
    private final class Recorded extends Deflater {

        Recorded() {
            super(DEFAULT_COMPRESSION, true);
        }

        @Override
        public int deflate(byte[] output, int offset, int length, int flush) {
            threads.add(Thread.currentThread().toString());
            return super.deflate(output, offset, length, flush);
        }
    }

    private byte[] compressed(Handler handler) throws IOException {
        Handler compressing = new CompressionHandler(
                handler, CompressionOptions.builder().build(), new DeflaterPool(Recorded::new, 4));
        try (HttpServer server = HttpServer.builder()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .handler(compressing)
                .options(ServerOptions.builder().handlerMode(HandlerMode.LOOP).build())
                .build()) {
            server.start();
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                socket.setSoTimeout(15_000);
                socket.getOutputStream()
                        .write("GET / HTTP/1.0\r\nAccept-Encoding: gzip\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                byte[] answer = socket.getInputStream().readAllBytes();
                int head = new String(answer, StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n") + 4;
                return new GZIPInputStream(new ByteArrayInputStream(answer, head, answer.length - head)).readAllBytes();
            }
        }
    }

    private static ResponseHead text() {
        return new ResponseHead(200).with("Content-Type", "text/plain");
    }

    @Test
    void helpersCompressMuch() throws IOException {
        byte[] received = compressed(exchange -> exchange.response().send(text(), CONTENT, 0, CONTENT.length));
        assertThat(received).isEqualTo(CONTENT);
        assertThat(threads).isNotEmpty().allMatch(thread -> thread.contains(HELPER));
    }

    @Test
    void helpersCompressWhatIsSmallEnoughForOnePiece() throws IOException {
        byte[] received = compressed(exchange -> exchange.response().send(text(), CONTENT, 0, 60_000));
        assertThat(received).isEqualTo(Arrays.copyOf(CONTENT, 60_000));
        assertThat(threads).isNotEmpty().allMatch(thread -> thread.contains(HELPER));
    }

    /** From the size on that makes it much. */
    @Test
    void helpersCompressWhatComesInSmallPieces() throws IOException {
        byte[] received = compressed(exchange -> {
            exchange.response().start(text(), ResponseSink.UNKNOWN_LENGTH);
            for (int from = 0; from < CONTENT.length; from += 1_000) {
                exchange.response().write(CONTENT, from, 1_000);
            }
        });
        assertThat(received).isEqualTo(CONTENT);
        assertThat(threads.stream().skip(40)).isNotEmpty().allMatch(thread -> thread.contains(HELPER));
    }

    @Test
    void helpersCompressFiles(@TempDir Path directory) throws IOException {
        Path file = Files.write(directory.resolve("file"), CONTENT);
        byte[] received = compressed(exchange -> {
            exchange.response().start(text(), CONTENT.length);
            exchange.response().sendFile(file, 0, CONTENT.length);
        });
        assertThat(received).isEqualTo(CONTENT);
        assertThat(threads.stream().skip(4)).isNotEmpty().allMatch(thread -> thread.contains(HELPER));
    }

    /** It costs less than another thread would. */
    @Test
    void littleIsCompressedWhereTheHandlerIs() throws IOException {
        byte[] received = compressed(exchange -> exchange.response().send(text(), CONTENT, 0, 10_000));
        assertThat(received).isEqualTo(Arrays.copyOf(CONTENT, 10_000));
        assertThat(threads).isNotEmpty().allMatch(thread -> thread.contains("netpoll-http-reactor-"));
    }
}
