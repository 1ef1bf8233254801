package io.netpoll.it.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.it.Browser;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Content of 200 MB through a process whose heap of 256 MB could not hold two copies of it. */
class LargeContentIT {

    private static final int SIZE = 200_000_000;
    private static final String BOUNDARY = "boundary-of-the-parts";
    private static final String HEAD =
            "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"comment\"\r\n\r\nlarge\r\n"
                    + "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"large.bin\"\r\n"
                    + "Content-Type: application/octet-stream\r\n\r\n";
    private static final String TAIL = "\r\n--" + BOUNDARY + "--\r\n";

    @TempDir
    private Path directory;

    @Test
    void uploadsAndDownloadsPassThrough() throws IOException, NoSuchAlgorithmException {
        Path parts = Files.createDirectory(directory.resolve("parts"));
        try (ApplicationProcess process = ApplicationProcess.start(
                        directory,
                        ClassPaths.shop(),
                        "-Xmx256m",
                        "-XX:+ExitOnOutOfMemoryError",
                        ClassPaths.SHOP_MAIN,
                        "--server.port=0",
                        "--spring.servlet.multipart.location=" + parts,
                        "--spring.servlet.multipart.max-file-size=250MB",
                        "--spring.servlet.multipart.max-request-size=250MB");
                Browser browser = new Browser(process.port())) {
            HttpResponse<String> uploaded =
                    browser.send(browser.request("/upload", "Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                            .POST(BodyPublishers.ofInputStream(LargeContentIT::form)));
            assertThat(uploaded.body())
                    .isEqualTo("{\"size\":%d,\"sha256\":\"%s\",\"comment\":\"large\"}".formatted(SIZE, sha256()));
            try (Stream<Path> left = Files.list(parts)) {
                assertThat(left).isEmpty();
            }

            // 40 octets a line.
            HttpResponse<InputStream> exported =
                    browser.send(browser.request("/export?lines=" + SIZE / 40), BodyHandlers.ofInputStream());
            try (InputStream body = exported.body()) {
                assertThat(body.transferTo(OutputStream.nullOutputStream())).isEqualTo(SIZE);
            }
        }
    }

    private static InputStream form() {
        return new SequenceInputStream(Collections.enumeration(List.of(text(HEAD), new Pattern(), text(TAIL))));
    }

    private static InputStream text(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String sha256() throws IOException, NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        byte[] buffer = new byte[8192];
        try (InputStream input = new Pattern()) {
            for (int n = input.read(buffer); n >= 0; n = input.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** So many octets, of which each depends on its place. */
    private static final class Pattern extends InputStream {

        private int position;

        @Override
        public int read() {
            return position == SIZE ? -1 : octet(position++);
        }

        @Override
        public int read(byte[] buffer, int offset, int length) {
            int count = Math.min(length, SIZE - position);
            for (int i = 0; i < count; i++) {
                buffer[offset + i] = (byte) octet(position + i);
            }
            position += count;
            return count == 0 && length > 0 ? -1 : count;
        }

        private static int octet(int position) {
            return (position * 31 + (position >>> 8)) & 0xff;
        }
    }
}
