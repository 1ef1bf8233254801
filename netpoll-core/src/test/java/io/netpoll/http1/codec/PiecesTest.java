package io.netpoll.http1.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.http1.codec.Samples.Broken;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How a stream is cut into pieces has no meaning (RFC 9112 §2.2): every sample says the same however it arrives. */
class PiecesTest {

    /** Found with a clock, or before there are octets of HTTP, so not by the codec. */
    static final Set<Violation> FOUND_BY_THE_CONNECTION =
            EnumSet.of(Violation.REQUEST_TIMEOUT, Violation.PLAINTEXT_ON_TLS);

    private static final int RANDOM_RUNS = 20;
    private static final int MUTATIONS = 200;

    @Test
    void everyViolationHasASample() {
        Set<Violation> missing = EnumSet.allOf(Violation.class);
        missing.removeAll(FOUND_BY_THE_CONNECTION);
        Samples.broken().forEach(sample -> missing.remove(sample.violation()));
        assertThat(missing).isEmpty();
    }

    static Stream<Broken> broken() {
        return Samples.broken().stream();
    }

    @ParameterizedTest
    @MethodSource("broken")
    void brokenSamplesAreRefusedForTheirReason(Broken sample) {
        Transcript whole = Connection.transcript(Wire.octets(sample.text()));
        assertThat(whole.violation()).isEqualTo(sample.violation());
        assertThat(whole.messages()).noneMatch(message -> message.path().equals("/smug"));
    }

    @ParameterizedTest
    @MethodSource("io.netpoll.http1.codec.Samples#valid")
    void validSamplesAreAccepted(String sample) {
        Transcript whole = Connection.transcript(Wire.octets(sample));
        assertThat(whole.violation()).isNull();
        assertThat(whole.messages()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("all")
    void aCutAnywhereChangesNothing(String sample) {
        byte[] octets = Wire.octets(sample);
        Transcript whole = Connection.transcript(octets);
        for (int cut = 0; cut <= octets.length; cut++) {
            assertThat(Connection.transcript(octets, cut)).as("cut at %d", cut).isEqualTo(whole);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void byteByByteChangesNothing(String sample) {
        byte[] octets = Wire.octets(sample);
        assertThat(Connection.byteByByte(octets)).isEqualTo(Connection.transcript(octets));
    }

    @ParameterizedTest
    @MethodSource("all")
    void randomCutsChangeNothing(String sample) {
        byte[] octets = Wire.octets(sample);
        Transcript whole = Connection.transcript(octets);
        Random random = new Random(sample.hashCode());
        for (int run = 0; run < RANDOM_RUNS; run++) {
            int[] cuts = cuts(random, octets.length);
            Transcript pieces = Connection.transcript(octets, 1 + random.nextInt(9), cuts);
            assertThat(pieces).as("cuts at %s", Arrays.toString(cuts)).isEqualTo(whole);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void damagedSamplesAreDecodedOrRefusedAlike(String sample) {
        Random random = new Random(sample.hashCode());
        for (int run = 0; run < MUTATIONS; run++) {
            byte[] octets = damaged(Wire.octets(sample), random);
            Transcript whole = Connection.transcript(octets);
            assertThat(Connection.transcript(octets, 3, cuts(random, octets.length)))
                    .as("%s", Wire.text(octets, 0, octets.length))
                    .isEqualTo(whole);
        }
    }

    static Stream<String> all() {
        return Stream.concat(Samples.valid(), broken().map(Broken::text));
    }

    private static int[] cuts(Random random, int length) {
        return random.ints(random.nextInt(12), 0, length + 1).sorted().toArray();
    }

    private static byte[] damaged(byte[] octets, Random random) {
        List<String> pieces =
                List.of("\r", "\n", "\r\n", "\0", " ", "\t", ":", ",", "0", "Host: a\r\n", "chunked", "\u00ff");
        byte[] inserted = Wire.octets(pieces.get(random.nextInt(pieces.size())));
        int at = random.nextInt(octets.length + 1);
        int resume = Math.min(octets.length, at + random.nextInt(3));
        byte[] damaged = Arrays.copyOf(octets, at + inserted.length + octets.length - resume);
        System.arraycopy(inserted, 0, damaged, at, inserted.length);
        System.arraycopy(octets, resume, damaged, at + inserted.length, octets.length - resume);
        return damaged;
    }
}
