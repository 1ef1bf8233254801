package io.netpoll.servlet.multipart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netpoll.http.Headers;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MultipartReaderTest {

    private static final String SAMPLE = "preamble\r\n--XyZ \t\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\none"
            + "\r\n--XyZ\r\nContent-Disposition: form-data; name=\"b\"; filename=\"é.txt\"\r\nContent-Type: text/plain\r\n\r\n"
            + "\r\n--Xy\r\r\n-\r\n--XyZ\r\nA: b\r\n\r\n\r\n--XyZ--\r\nepilogue";

    /** Gives what it has in two pieces. */
    private static InputStream cut(byte[] content, int at) {
        return new InputStream() {
            private final ByteArrayInputStream whole = new ByteArrayInputStream(content);
            private int left = at;

            @Override
            public int read() {
                return whole.read();
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                int most = left > 0 ? Math.min(left, length) : length;
                int n = whole.read(target, offset, most);
                left -= n;
                return n;
            }
        };
    }

    private static List<String> parts(InputStream in) throws IOException {
        MultipartReader reader = new MultipartReader(in, "XyZ", 4096);
        List<String> parts = new ArrayList<>();
        for (Headers headers = reader.next(); headers != null; headers = reader.next()) {
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            byte[] block = new byte[3];
            for (int n; (n = reader.read(block, 0, block.length)) >= 0; ) {
                content.write(block, 0, n);
            }
            parts.add(headers.value(0) + "|" + headers.size() + "|" + content.toString(StandardCharsets.UTF_8));
        }
        return parts;
    }

    @Test
    void partsAreTheSameWhereverTheContentIsCut() throws IOException {
        byte[] content = SAMPLE.getBytes(StandardCharsets.UTF_8);
        for (int at = 1; at < content.length; at++) {
            assertThat(parts(cut(content, at)))
                    .as("cut at %d", at)
                    .containsExactly(
                            "form-data; name=\"a\"|1|one",
                            "form-data; name=\"b\"; filename=\"é.txt\"|2|\r\n--Xy\r\r\n-",
                            "b|1|");
        }
    }

    @Test
    void contentLongerThanTheBufferComesWhole() throws IOException {
        String long1 = "\r\n--Xy".repeat(5000);
        String content = "--XyZ\r\nA: 1\r\n\r\n" + long1 + "\r\n--XyZ--";
        List<String> parts = parts(new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8)));
        assertThat(parts).containsExactly("1|1|" + long1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no boundary",
                "--XyZ\r\nA: 1\r\n\r\nno end",
                "--XyZ\r\nA: 1\r\n\r\n\r\n--XyZ",
                "--XyZ\r\nA: 1\r\n\r\n\r\n--XyZ-",
                "--XyZtail\r\nA: 1\r\n\r\n\r\n--XyZ--",
                "--XyZ\r\nno field\r\n\r\n\r\n--XyZ--",
                "--XyZ\r\nA: 1\rB",
            })
    void malformedContentIsRefused(String content) {
        assertThatExceptionOfType(MultipartException.class)
                .isThrownBy(() -> parts(new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void headerOfAPartIsBounded() {
        String content = "--XyZ\r\nA: " + "x".repeat(5000) + "\r\n\r\n\r\n--XyZ--";
        assertThatExceptionOfType(MultipartLimitException.class)
                .isThrownBy(() -> parts(new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8))));
    }
}
