package io.netpoll.http1.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever arrives, decoding it allocates a bounded multiple of what is kept of it, and looks at each octet once: an octet
 * that has been taken is overwritten at once, and the decoder is none the wiser.
 */
class DecoderCostTest {

    private static final int HEAD_SIZE = 64 * 1024;
    private static final int SLACK = 64 * 1024;
    private static final HeadLimits LIMITS = new HeadLimits(HEAD_SIZE, 10_000);
    private static final String START = "POST / HTTP/1.1\r\nHost: a\r\n";
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    static Stream<String> heads() {
        return Stream.of(
                "a".repeat(HEAD_SIZE - 1),
                "GET /" + "a".repeat(HEAD_SIZE - 6),
                filled(START, "X: " + "a".repeat(HEAD_SIZE), ""),
                filled(START, "a:\r\n", "\r\n"),
                filled(START, "Connection: ,,,,,,,,,,close,\r\n", "\r\n"),
                filled(START, "Content-Length: 5, 5, 5, 5, 5, 5\r\n", "\r\n"),
                filled(START + "Transfer-Encoding: ", ",", "chunked\r\n\r\n"),
                filled(START + "Connection: ", "close,", "\r\n\r\n"),
                filled(START + "Content-Length: ", "0", "5\r\n\r\n"),
                filled(START + "Expect: ", ",", "\r\n\r\n"),
                "GET http://" + filled("", "%41", "") + " HTTP/1.1\r\nHost: a\r\n\r\n",
                filled("GET / HTTP/1.1\r\nHost: [", "1:", "]\r\n\r\n"));
    }

    /** A text of at most the limit, with as many of the middle parts as fit. */
    private static String filled(String start, String repeated, String end) {
        int room = HEAD_SIZE - 100 - start.length() - end.length();
        if (repeated.length() > room) {
            return start + repeated.substring(0, room) + end;
        }
        return start + repeated.repeat(room / repeated.length()) + end;
    }

    @ParameterizedTest
    @MethodSource("heads")
    void aHeadCostsAMultipleOfItsSize(String text) {
        byte[] octets = text.getBytes(StandardCharsets.ISO_8859_1);
        for (int piece : new int[] {1, 7, 1_000, octets.length}) {
            assertThat(allocatedByHead(octets.clone(), piece))
                    .as("pieces of %d", piece)
                    .isLessThan(24L * octets.length + SLACK);
        }
    }

    @Test
    void twiceTheHeadCostsTwiceAsMuch() {
        byte[] large = filled(START, "a:\r\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
        byte[] small = (START + "a:\r\n".repeat(large.length / 8) + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
        allocatedByHead(small.clone(), 1);
        long half = allocatedByHead(small, 1);
        assertThat(allocatedByHead(large, 1)).isLessThan(3 * half + SLACK);
    }

    static Stream<String> contents() {
        return Stream.of(
                "1\r\na\r\n",
                "00000000000000000000000000000001\r\na\r\n",
                "fff\r\n" + "a".repeat(0xFFF) + "\r\n",
                "1;a\r\na\r\n");
    }

    @ParameterizedTest
    @MethodSource("contents")
    void contentCostsNothingWhateverItsLength(String chunk) {
        byte[] octets = chunk.getBytes(StandardCharsets.ISO_8859_1);
        assertThat(allocatedByContent(octets, 20_000)).isLessThan(SLACK);
    }

    @Test
    void aTrailerSectionCostsAMultipleOfItsSize() {
        byte[] last = ("0\r\n" + filled("", "X-T: 1\r\n", "\r\n")).getBytes(StandardCharsets.ISO_8859_1);
        assertThat(allocatedByContent(last, 1)).isLessThan(60L * last.length + SLACK);
    }

    private static long allocatedByHead(byte[] octets, int piece) {
        RequestDecoder decoder = new RequestDecoder(LIMITS);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            for (int from = 0; from < octets.length && !decoder.hasHead(); from += piece) {
                int to = Math.min(octets.length, from + piece);
                int position = from;
                while (position < to && !decoder.hasHead()) {
                    position = decoder.decode(octets, position, to);
                }
                Arrays.fill(octets, from, to, (byte) '#');
            }
        } catch (ProtocolException e) {
            assertThat(decoder.hasHead()).isFalse();
        }
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    /** What it costs to decode the same octets again and again, as far as they are accepted. */
    private static long allocatedByContent(byte[] octets, int times) {
        ChunkedDecoder decoder = new ChunkedDecoder(LIMITS);
        byte[] target = new byte[512];
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            for (int i = 0; i < times; i++) {
                int position = 0;
                while (position < octets.length) {
                    position = decoder.decode(octets, position, octets.length, target, 0, target.length);
                }
            }
        } catch (ProtocolException e) {
            assertThat(e.violation()).isEqualTo(Violation.CHUNK_EXTENSIONS_TOO_LONG);
        }
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
