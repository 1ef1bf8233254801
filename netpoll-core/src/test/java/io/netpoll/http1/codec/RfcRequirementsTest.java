package io.netpoll.http1.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every requirement in {@code docs/rfc-requirements.md} names what holds it, and that exists. */
class RfcRequirementsTest {

    private static final Path ROOT = root();
    private static final String NOT_APPLICABLE = "not applicable, because ";
    private static final Pattern REFERENCE = Pattern.compile("`([^`]+)`");
    /** A method behind the annotation of a test; between them are other annotations. */
    private static final Pattern DECLARATION =
            Pattern.compile("@(?:Test|ParameterizedTest)\\b(?:(?!\\bvoid\\b).)*\\bvoid (\\w+)\\(", Pattern.DOTALL);

    private static final Pattern TEST = Pattern.compile("([A-Z]\\w+)#([a-z]\\w+)");

    private static final Set<String> CASES =
            WireCases.all().map(c -> c.id().replaceFirst("\\[.*", "")).collect(Collectors.toSet());
    private static final Map<String, String> TEST_SOURCES = testSources();

    /** A row of a table. */
    record Row(String clause, String requirement, String heldBy) {}

    static Stream<Row> rows() throws IOException {
        return Files.readAllLines(ROOT.resolve("docs/rfc-requirements.md")).stream()
                .filter(line -> line.startsWith("|") && !line.startsWith("|---") && !line.startsWith("| Clause"))
                .map(line -> line.substring(1).split("\\|", -1))
                .peek(cells -> assertThat(cells).as("%s", List.of(cells)).hasSize(4))
                .map(cells -> new Row(cells[0].strip(), cells[1].strip(), cells[2].strip()));
    }

    @Test
    void theTablesAreNotEmpty() throws IOException {
        assertThat(rows()).hasSizeGreaterThan(100);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void whatHoldsARequirementExists(Row row) {
        assertThat(row.clause()).matches("\\d+(\\.\\d+)*");
        assertThat(row.requirement()).isNotEmpty();
        List<String> references = REFERENCE
                .matcher(row.heldBy())
                .results()
                .map(match -> match.group(1))
                .filter(text -> text.contains("#") || text.startsWith("case:"))
                .toList();
        if (row.heldBy().startsWith(NOT_APPLICABLE)) {
            assertThat(row.heldBy().length()).as("the reason").isGreaterThan(NOT_APPLICABLE.length() + 10);
        } else {
            assertThat(references).as("%s", row).isNotEmpty();
        }
        assertThat(references).allMatch(RfcRequirementsTest::exists, "exists");
    }

    private static boolean exists(String reference) {
        if (reference.startsWith("case:")) {
            return CASES.contains(reference.substring("case:".length()));
        }
        MatchResult test = TEST.matcher(reference).results().findFirst().orElseThrow();
        String source = TEST_SOURCES.getOrDefault(test.group(1), "");
        return DECLARATION.matcher(source).results().anyMatch(match -> match.group(1)
                .equals(test.group(2)));
    }

    private static Map<String, String> testSources() {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return modules.map(module -> module.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .flatMap(RfcRequirementsTest::javaFiles)
                    .collect(Collectors.toMap(
                            file -> file.getFileName().toString().replace(".java", ""),
                            RfcRequirementsTest::text,
                            String::concat));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> javaFiles(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The project's directory: tests run in that of their module. */
    static Path root() {
        return Stream.iterate(Path.of("").toAbsolutePath(), path -> path != null, Path::getParent)
                .filter(path -> Files.isRegularFile(path.resolve("docs/rfc-requirements.md")))
                .findFirst()
                .orElseThrow();
    }
}
