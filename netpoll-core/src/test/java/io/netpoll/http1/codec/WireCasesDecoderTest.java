package io.netpoll.http1.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every wire case holds in the decoders alone, however its octets are cut (RFC 9112 §2.2). */
class WireCasesDecoderTest {

    private static final int RANDOM_RUNS = 20;
    private static final int MANY_OCTETS = 1_500;
    private static final String SMUGGLED = "GET /smug HTTP/1.1\r\nHost: a\r\n\r\n";

    static Stream<WireCase> cases() {
        return WireCases.all();
    }

    @Test
    void everyCaseHasItsOwnName() {
        Set<String> names = new TreeSet<>();
        assertThat(WireCases.all().filter(c -> !names.add(c.id()))).isEmpty();
        assertThat(names).hasSizeGreaterThan(500);
        assertThat(WireCases.all()).allSatisfy(c -> {
            assertThat(c.id()).matches("[a-z]+(-[a-z]+)*(\\[\\d+])?");
            assertThat(c.clause())
                    .matches("RFC \\d{4} §[A-C]?\\d*(\\.\\d+)*(, (RFC \\d{4} )?§[A-C]?\\.?\\d+(\\.\\d+)*)*");
            assertThat(c.says()).isNotBlank();
        });
    }

    @Test
    void everyViolationOfTheCodecHasACase() {
        Set<Violation> missing = EnumSet.allOf(Violation.class);
        missing.removeAll(PiecesTest.FOUND_BY_THE_CONNECTION);
        WireCases.all().forEach(c -> c.violation().ifPresent(missing::remove));
        assertThat(missing).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void holdsInOnePiece(WireCase wire) {
        Transcript transcript = transcript(wire, wire.octets(), 64);
        check(wire, transcript);
        boolean isLast = wire.ends().equals(WireCase.CLOSE);
        if (isLast || wire.ends().equals(WireCase.OPEN)) {
            assertThat(transcript.messages().getLast().keepAlive()).isEqualTo(!isLast);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void holdsCutAnywhere(WireCase wire) {
        int length = wire.octets().length;
        int step = 1 + length / MANY_OCTETS;
        for (int cut = 0; cut <= length; cut += step) {
            check(wire, transcript(wire, wire.octets(), 64, cut));
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void holdsOctetByOctet(WireCase wire) {
        int[] cuts = IntStream.range(1, wire.octets().length).toArray();
        check(wire, transcript(wire, wire.octets(), 1, cuts));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void holdsCutAtRandom(WireCase wire) {
        Random random = new Random(wire.id().hashCode());
        for (int run = 0; run < RANDOM_RUNS; run++) {
            int[] cuts = random.ints(random.nextInt(12), 0, wire.octets().length + 1)
                    .sorted()
                    .toArray();
            check(wire, transcript(wire, wire.octets(), 1 + random.nextInt(9), cuts));
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void nothingBehindAViolationIsARequest(WireCase wire) {
        if (wire.violation().isEmpty() || wire.needsEnd()) {
            return;
        }
        byte[] more = Wire.octets(SMUGGLED);
        byte[] octets = Arrays.copyOf(wire.octets(), wire.octets().length + more.length);
        System.arraycopy(more, 0, octets, wire.octets().length, more.length);
        check(wire, transcript(wire, octets, 64));
        check(wire, transcript(wire, octets, 64, wire.octets().length));
    }

    private static Transcript transcript(WireCase wire, byte[] octets, int targetSize, int... cuts) {
        assertThat(wire.octets()).isNotNull();
        return Connection.transcript(WireCase.LIMITS, octets, targetSize, cuts);
    }

    private static void check(WireCase wire, Transcript transcript) {
        assertThat(transcript.violation())
                .as("%s", wire)
                .isEqualTo(wire.violation().orElse(null));
        List<SeenRequest> seen =
                transcript.messages().stream().map(Transcript.Message::seen).toList();
        assertThat(wire.isMetBy(seen))
                .as("%s expects %s, saw %s", wire, wire.gets(), seen)
                .isTrue();
    }
}
