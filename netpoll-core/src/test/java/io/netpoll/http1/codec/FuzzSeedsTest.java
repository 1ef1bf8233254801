package io.netpoll.http1.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The fuzz targets hold for their seeds, for what fuzzing has found, and for what a seeded generator makes of both. */
class FuzzSeedsTest {

    private static final int MUTATIONS = 200;
    private static final int RANDOM_INPUTS = 20_000;

    @ParameterizedTest
    @MethodSource("requests")
    void requestsHold(Path seed) throws IOException {
        mutations(seed).forEach(FuzzRequests::fuzzerTestOneInput);
    }

    @ParameterizedTest
    @MethodSource("chunks")
    void chunksHold(Path seed) throws IOException {
        mutations(seed).forEach(FuzzChunks::fuzzerTestOneInput);
    }

    @ParameterizedTest
    @MethodSource("responses")
    void responsesHold(Path seed) throws IOException {
        mutations(seed).forEach(FuzzResponses::fuzzerTestOneInput);
    }

    @Test
    void responsesOfAnyKindHold() {
        Random random = new Random(9112);
        for (int run = 0; run < RANDOM_INPUTS; run++) {
            byte[] octets = new byte[random.nextInt(300)];
            random.nextBytes(octets);
            FuzzResponses.fuzzerTestOneInput(octets);
        }
    }

    static Stream<Path> requests() {
        return seeds("requests");
    }

    static Stream<Path> chunks() {
        return seeds("chunks");
    }

    static Stream<Path> responses() {
        return seeds("responses");
    }

    private static Stream<Path> seeds(String target) {
        try {
            Path directory = Path.of(Objects.requireNonNull(FuzzSeedsTest.class.getResource("/fuzz/" + target))
                    .toURI());
            assertThat(directory).isNotEmptyDirectory();
            try (Stream<Path> files = Files.list(directory)) {
                return files.sorted().toList().stream();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A seed, and what becomes of it when a few octets change. */
    private static Stream<byte[]> mutations(Path seed) throws IOException {
        byte[] octets = Files.readAllBytes(seed);
        Random random = new Random(seed.getFileName().toString().hashCode());
        return Stream.concat(
                Stream.of(octets),
                IntStream.range(0, octets.length == 0 ? 0 : MUTATIONS).mapToObj(run -> mutated(octets, random)));
    }

    private static byte[] mutated(byte[] octets, Random random) {
        byte[] mutated = octets.clone();
        for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
            mutated[random.nextInt(mutated.length)] = (byte) random.nextInt(256);
        }
        return mutated;
    }
}
