package io.netpoll.net;

import static io.netpoll.net.ProxyHeaders.CRC32C;
import static io.netpoll.net.ProxyHeaders.LINE;
import static io.netpoll.net.ProxyHeaders.LOCAL;
import static io.netpoll.net.ProxyHeaders.NOOP;
import static io.netpoll.net.ProxyHeaders.PROXY;
import static io.netpoll.net.ProxyHeaders.TCP4;
import static io.netpoll.net.ProxyHeaders.TCP6;
import static io.netpoll.net.ProxyHeaders.UNIX;
import static io.netpoll.net.ProxyHeaders.UNSPEC;
import static io.netpoll.net.ProxyHeaders.block;
import static io.netpoll.net.ProxyHeaders.internet;
import static io.netpoll.net.ProxyHeaders.join;
import static io.netpoll.net.ProxyHeaders.octets;
import static io.netpoll.net.ProxyHeaders.unix;
import static io.netpoll.net.ProxyHeaders.vector;
import static io.netpoll.net.ProxyHeaders.withChecksum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.net.SocketAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Headers of the PROXY protocol, however they come. */
class ProxyHeaderDecoderTest {

    private static final String CLIENT = "/192.0.2.1:56324 /198.51.100.7:443";
    private static final String CLIENT6 = "/[2001:db8:0:0:0:0:0:1]:56324 /[2001:db8:0:0:0:0:0:2]:443";

    /** {@code null} where the socket's own addresses count. */
    static Stream<Arguments> good() {
        byte[] checksum = withChecksum(
                block(
                        PROXY,
                        TCP4,
                        internet(),
                        vector(2, octets("a.example")),
                        vector(CRC32C, new byte[4]),
                        vector(NOOP)),
                16 + 12 + 12 + 3);
        byte[] abstractName = unix("\0in\0side", "/run/b");
        return Stream.of(
                arguments("line", octets(LINE), CLIENT),
                arguments("short line", octets("PROXY TCP4 1.1.1.1 2.2.2.2 1 0\r\n"), "/1.1.1.1:1 /2.2.2.2:0"),
                arguments(
                        "long line",
                        octets("PROXY TCP4 255.255.255.255 255.255.255.255 65535 65535\r\n"),
                        "/255.255.255.255:65535 /255.255.255.255:65535"),
                arguments("IPv6", octets("PROXY TCP6 2001:db8::1 2001:DB8::2 56324 443\r\n"), CLIENT6),
                arguments(
                        "short IPv6", octets("PROXY TCP6 :: ::1 1 2\r\n"), "/[0:0:0:0:0:0:0:0]:1 /[0:0:0:0:0:0:0:1]:2"),
                arguments(
                        "long IPv6",
                        octets("PROXY TCP6 " + "ffff:".repeat(7) + "ffff " + "ffff:".repeat(7)
                                + "ffff 65535 65535\r\n"),
                        ("/[" + "ffff:".repeat(7) + "ffff]:65535 ").repeat(2).strip()),
                arguments(
                        "mapped",
                        octets("PROXY TCP6 ::ffff:192.0.2.1 ::1 1 2\r\n"),
                        "/192.0.2.1:1 /[0:0:0:0:0:0:0:1]:2"),
                arguments("unknown", octets("PROXY UNKNOWN\r\n"), null),
                arguments("unknown and more", octets("PROXY UNKNOWN " + "x".repeat(91) + "\r\n"), null),
                arguments("unknown with addresses", octets("PROXY UNKNOWN ::1 ::1 1 2\r\n"), null),
                arguments("binary", block(PROXY, TCP4, internet()), CLIENT),
                arguments(
                        "binary IPv6",
                        block(PROXY, TCP6, internet("2001:db8::1", "2001:db8::2", 56_324, 443)),
                        CLIENT6),
                arguments("paths", block(PROXY, UNIX, unix("/run/a", "/run/b")), "/run/a /run/b"),
                arguments(
                        "whole paths",
                        block(PROXY, UNIX, unix("a".repeat(108), "b".repeat(108))),
                        "a".repeat(108) + " " + "b".repeat(108)),
                arguments("no paths", block(PROXY, UNIX, unix("", "")), " "),
                arguments("abstract name", block(PROXY, UNIX, abstractName), "@in@side /run/b"),
                arguments("vectors", block(PROXY, TCP4, internet(), vector(0xEA, new byte[700]), vector(1)), CLIENT),
                arguments("checksum", checksum, CLIENT),
                arguments("largest", block(PROXY, TCP4, internet(), vector(NOOP, new byte[65_535 - 15])), CLIENT),
                arguments("local", block(LOCAL, UNSPEC), null),
                arguments("local with addresses", block(LOCAL, TCP4, internet()), null),
                arguments("local of no family", block(LOCAL, 0xFF, octets("no vector")), null),
                arguments("unspecified", block(PROXY, UNSPEC), null),
                arguments("unspecified with more", block(PROXY, UNSPEC, octets("no vector")), null),
                arguments("unspecified protocol", block(PROXY, 0x10, octets("short")), null),
                arguments("unspecified family", block(PROXY, 0x01), null),
                arguments("datagrams", block(PROXY, 0x12, internet()), null));
    }

    static Stream<Arguments> bad() {
        byte[] checksum =
                withChecksum(block(PROXY, TCP4, internet(), vector(CRC32C, new byte[4]), vector(NOOP, (byte) 1)), 31);
        checksum[checksum.length - 1]++;
        return Stream.of(
                arguments("GET / HTTP/1.1\r\n", ProxyHeaderFailure.NO_HEADER),
                arguments("\u0016\u0003\u0001", ProxyHeaderFailure.NO_HEADER),
                arguments("\r\n\r\nGET", ProxyHeaderFailure.NO_HEADER),
                arguments("\n", ProxyHeaderFailure.NO_HEADER),
                arguments("POST / HTTP/1.1", ProxyHeaderFailure.NO_HEADER),
                arguments("proxy TCP4", ProxyHeaderFailure.NO_HEADER),
                arguments("PROXY\tTCP4", ProxyHeaderFailure.NO_HEADER),
                arguments("PROXY UNKNOWN " + "x".repeat(92) + "\r\n", ProxyHeaderFailure.LINE_TOO_LONG),
                arguments("PROXY TCP4 " + "1".repeat(97), ProxyHeaderFailure.LINE_TOO_LONG),
                arguments("PROXY UNKNOWN\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY UNKNOWN\rx", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY UNKNOWN a\nb\r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY UNKNOWNS\r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY \r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY  TCP4 1.1.1.1 2.2.2.2 1 2\r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY TCP4 1.1.1.1 2.2.2.2 1 2 \r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY TCP4 1.1.1.1 2.2.2.2 1\r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY TCP4 1.1.1.1  1 2\r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY TCP4 1.1.1.1 2.2.2.2 1 2\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY TCP4 1.1.1.1 2.2.2.2 1 2\r\r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY TCP4 1.1.1.1 2.2.2.2 01 2\r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY TCP4 1.1.1.1 2.2.2.2 +1 2\r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY TCP4 1.1.1.1 2.2.2.2 1 65536\r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY TCP4 1.1.1.1 2.2.2.2 1 -2\r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY TCP4 1.1.1.256 2.2.2.2 1 2\r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY TCP4 1.1.1.01 2.2.2.2 1 2\r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY TCP4 1.1.1 2.2.2.2 1 2\r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY TCP4 1.1.1.1.1 2.2.2.2 1 2\r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY TCP4 1.1.1. 2.2.2.2 1 2\r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY TCP4 ::1 ::1 1 2\r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY TCP4 a.example 2.2.2.2 1 2\r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY TCP6 1.1.1.1 2.2.2.2 1 2\r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY TCP6 00001::1 ::1 1 2\r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY TCP6 ::1::2 ::1 1 2\r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY TCP6 1:2:3 ::1 1 2\r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY TCP6 ::ffff:01.2.3.4 ::1 1 2\r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY TCP6 fe80::1%eth0 ::1 1 2\r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY TCP6 [::1] ::1 1 2\r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY UDP4 1.1.1.1 2.2.2.2 1 2\r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments("PROXY tcp4 1.1.1.1 2.2.2.2 1 2\r\n", ProxyHeaderFailure.MALFORMED_LINE),
                arguments(text(block(0x11, TCP4, internet())), ProxyHeaderFailure.UNKNOWN_VERSION),
                arguments(text(block(0x31, TCP4, internet())), ProxyHeaderFailure.UNKNOWN_VERSION),
                arguments(text(block(0x22, TCP4, internet())), ProxyHeaderFailure.UNKNOWN_COMMAND),
                arguments(text(block(PROXY, 0x41, internet())), ProxyHeaderFailure.UNKNOWN_FAMILY),
                arguments(text(block(PROXY, 0x13, internet())), ProxyHeaderFailure.UNKNOWN_FAMILY),
                arguments(text(block(PROXY, TCP4, new byte[11])), ProxyHeaderFailure.ADDRESSES_TOO_SHORT),
                arguments(text(block(PROXY, TCP6, new byte[35])), ProxyHeaderFailure.ADDRESSES_TOO_SHORT),
                arguments(text(block(PROXY, UNIX, new byte[215])), ProxyHeaderFailure.ADDRESSES_TOO_SHORT),
                arguments(text(block(PROXY, TCP4)), ProxyHeaderFailure.ADDRESSES_TOO_SHORT),
                arguments(text(block(PROXY, TCP4, internet(), new byte[1])), ProxyHeaderFailure.MALFORMED_VECTOR),
                arguments(text(block(PROXY, TCP4, internet(), new byte[] {4, 0})), ProxyHeaderFailure.MALFORMED_VECTOR),
                arguments(
                        text(block(PROXY, TCP4, internet(), new byte[] {4, 0, 1})),
                        ProxyHeaderFailure.MALFORMED_VECTOR),
                arguments(
                        text(block(PROXY, TCP4, internet(), vector(NOOP), new byte[] {4, -1, -1, 0})),
                        ProxyHeaderFailure.MALFORMED_VECTOR),
                arguments(
                        text(block(PROXY, TCP4, internet(), vector(CRC32C, new byte[3]))),
                        ProxyHeaderFailure.MALFORMED_VECTOR),
                arguments(
                        text(block(PROXY, TCP4, internet(), vector(CRC32C, new byte[4]), vector(CRC32C, new byte[4]))),
                        ProxyHeaderFailure.MALFORMED_VECTOR),
                arguments(
                        text(block(PROXY, TCP4, internet(), vector(CRC32C, new byte[4]))), ProxyHeaderFailure.CHECKSUM),
                arguments(text(checksum), ProxyHeaderFailure.CHECKSUM));
    }

    private static String text(byte[] octets) {
        return new String(octets, java.nio.charset.StandardCharsets.ISO_8859_1);
    }

    private static @Nullable String said(ProxyHeader header) {
        Supplier<SocketAddress> source = header.source();
        Supplier<SocketAddress> destination = header.destination();
        return source == null || destination == null ? null : source.get() + " " + destination.get();
    }

    /** Reads as a stream does: what is wanted, and no more; what follows a header must be left. */
    private static ProxyHeaderDecoder readWhatIsWanted(byte[] octets) throws ProxyHeaderException {
        ProxyHeaderDecoder decoder = new ProxyHeaderDecoder();
        int at = 0;
        while (decoder.wanted() > 0 && at < octets.length) {
            int to = Math.min(at + decoder.wanted(), octets.length);
            assertThat(decoder.decode(octets, at, to)).isEqualTo(to);
            at = to;
        }
        return decoder;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("good")
    void headerIsRead(String name, byte[] header, @Nullable String said) throws ProxyHeaderException {
        byte[] withMore = join(header, octets("GET / HTTP/1.1\r\n"));
        ProxyHeaderDecoder decoder = new ProxyHeaderDecoder();
        assertThat(decoder.decode(withMore, 0, withMore.length)).isEqualTo(header.length);
        assertThat(decoder.wanted()).isZero();
        assertThat(said(decoder.header())).isEqualTo(said);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("good")
    void whatFollowsIsNeverWanted(String name, byte[] header, @Nullable String said) throws ProxyHeaderException {
        byte[] withMore = join(header, octets("GET / HTTP/1.1\r\n"));
        ProxyHeaderDecoder decoder = readWhatIsWanted(withMore);
        assertThat(decoder.wanted()).isZero();
        assertThat(decoder.decode(withMore, header.length, withMore.length)).isEqualTo(header.length);
        assertThat(said(decoder.header())).isEqualTo(said);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("good")
    void headerMayBeCutAnywhere(String name, byte[] header, @Nullable String said) throws ProxyHeaderException {
        for (int cut = 1; cut < Math.min(header.length, 300); cut++) {
            ProxyHeaderDecoder decoder = new ProxyHeaderDecoder();
            assertThat(decoder.decode(header, 0, cut)).isEqualTo(cut);
            assertThat(decoder.wanted()).isBetween(1, header.length - cut);
            assertThat(decoder.decode(header, cut, header.length)).isEqualTo(header.length);
            assertThat(decoder.wanted()).isZero();
            assertThat(said(decoder.header())).isEqualTo(said);
        }
    }

    @ParameterizedTest
    @MethodSource("bad")
    void whatIsNoHeaderIsRefused(String octets, ProxyHeaderFailure reason) {
        assertRefused(octets, reason, octets.length());
        assertRefused(octets, reason, 1);
        assertThatExceptionOfType(ProxyHeaderException.class)
                .isThrownBy(() -> readWhatIsWanted(octets(octets)))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(reason))
                .withMessageContaining(reason.text());
    }

    private static void assertRefused(String text, ProxyHeaderFailure reason, int step) {
        ProxyHeaderDecoder decoder = new ProxyHeaderDecoder();
        byte[] octets = octets(text);
        assertThatExceptionOfType(ProxyHeaderException.class)
                .isThrownBy(() -> {
                    for (int at = 0; at < octets.length; at += step) {
                        decoder.decode(octets, at, Math.min(octets.length, at + step));
                    }
                })
                .satisfies(e -> assertThat(e.reason()).isEqualTo(reason));
    }

    /** RFC 3720 §B.4: so that the checksum is not only ours. */
    @Test
    void checksumIsThatOfCastagnoli() {
        java.util.zip.CRC32C crc = new java.util.zip.CRC32C();
        crc.update(new byte[32]);
        assertThat(Integer.reverseBytes((int) crc.getValue())).isEqualTo(HexFormat.fromHexDigits("aa36918a"));
    }

    /** Whatever comes, it is a header, no header, or not whole yet, however it is cut. */
    @Test
    void anythingElseIsRefusedInTheSameWayHoweverItIsCut() {
        Random random = new Random(20_261_201);
        byte[][] seeds = good().map(it -> (byte[]) it.get()[1])
                .filter(it -> it.length < 1_000)
                .toArray(byte[][]::new);
        for (int i = 0; i < 50_000; i++) {
            byte[] mutant = mutate(seeds[random.nextInt(seeds.length)].clone(), random);
            String whole = outcome(mutant, mutant.length);
            assertThat(outcome(mutant, 1 + random.nextInt(7)))
                    .as(() -> HexFormat.of().formatHex(mutant))
                    .isEqualTo(whole);
        }
    }

    private static byte[] mutate(byte[] octets, Random random) {
        for (int changes = random.nextInt(4); changes >= 0; changes--) {
            octets[random.nextInt(octets.length)] = (byte) random.nextInt(256);
        }
        return random.nextInt(4) == 0 ? Arrays.copyOf(octets, random.nextInt(2 * octets.length)) : octets;
    }

    private static String outcome(byte[] octets, int step) {
        ProxyHeaderDecoder decoder = new ProxyHeaderDecoder();
        try {
            int at = 0;
            int taken = 0;
            while (at < octets.length && decoder.wanted() > 0) {
                int to = Math.min(octets.length, at + step);
                taken += decoder.decode(octets, at, to) - at;
                at = to;
            }
            return decoder.wanted() > 0 ? "not whole" : taken + " " + said(decoder.header());
        } catch (ProxyHeaderException e) {
            return e.reason().name();
        }
    }
}
