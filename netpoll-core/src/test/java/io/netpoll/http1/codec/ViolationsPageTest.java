package io.netpoll.http1.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The table of violations in {@code docs/http1.md} is that of the code. */
class ViolationsPageTest {

    @Test
    void listsEveryViolationAsItIs() throws IOException {
        assertThat(Files.readAllLines(RfcRequirementsTest.root().resolve("docs/http1.md")).stream()
                        .filter(line -> line.startsWith("| `")))
                .containsExactlyElementsOf(Arrays.stream(Violation.values())
                        .map(violation -> "| `%s` | %d | %s | %s |"
                                .formatted(violation, violation.status(), violation.clause(), violation.text()))
                        .toList());
    }
}
