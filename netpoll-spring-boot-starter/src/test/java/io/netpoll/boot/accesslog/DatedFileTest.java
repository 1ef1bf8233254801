package io.netpoll.boot.accesslog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of an access log, and what becomes of them as time goes by. */
class DatedFileTest {

    @TempDir
    private Path directory;

    private final AccessLogSettings settings = new AccessLogSettings();
    private Instant now = LocalDate.of(2026, 3, 1)
            .atTime(12, 0)
            .atZone(ZoneId.systemDefault())
            .toInstant();

    @BeforeEach
    void inDirectory() {
        settings.setDirectory(directory.resolve("logs").toString());
    }

    private DatedFile open() throws IOException {
        InstantSource clock = () -> now;
        return new DatedFile(settings, clock);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("logs"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private List<String> lines(String name) throws IOException {
        return Files.readAllLines(directory.resolve("logs").resolve(name));
    }

    private void touch(String name, Duration age) throws IOException {
        Path file = directory.resolve("logs").resolve(name);
        Files.createDirectories(file.getParent());
        Files.setLastModifiedTime(Files.createFile(file), FileTime.from(now.minus(age)));
    }

    @Test
    void beginsAFileWhenTheDateChanges() throws IOException {
        try (DatedFile file = open()) {
            file.write("first");
            now = now.plus(Duration.ofDays(1));
            file.write("second");
        }
        assertThat(names()).containsExactly("access_log.2026-03-01.log", "access_log.2026-03-02.log");
        assertThat(lines("access_log.2026-03-01.log")).containsExactly("first");
        assertThat(lines("access_log.2026-03-02.log")).containsExactly("second");
    }

    @Test
    void renamesInsteadIfSoTold() throws IOException {
        settings.setRenameOnRotate(true);
        try (DatedFile file = open()) {
            file.write("first");
            now = now.plus(Duration.ofDays(1));
            file.write("second");
        }
        assertThat(names()).containsExactly("access_log.2026-03-01.log", "access_log.log");
        assertThat(lines("access_log.log")).containsExactly("second");
    }

    @Test
    void keepsOneFileIfSoTold() throws IOException {
        settings.setRotate(false);
        try (DatedFile file = open()) {
            file.write("first");
            now = now.plus(Duration.ofDays(1));
            file.write("second");
        }
        assertThat(names()).containsExactly("access_log.log");
    }

    @Test
    void goesOnWithAFileThatIsThere() throws IOException {
        try (DatedFile file = open()) {
            file.write("first");
        }
        try (DatedFile file = open()) {
            file.write("second");
        }
        assertThat(lines("access_log.2026-03-01.log")).containsExactly("first", "second");
    }

    @Test
    void deletesOldFilesOfItsOwnOnly() throws IOException {
        settings.setMaxDays(2);
        touch("access_log.2026-02-20.log", Duration.ofDays(9));
        touch("access_log.2026-02-28.log", Duration.ofDays(1));
        touch("access_log.backup.log", Duration.ofDays(9));
        touch("management_access_log.2026-02-20.log", Duration.ofDays(9));
        touch("access_log.2026-02-20.txt", Duration.ofDays(9));
        open().close();
        assertThat(names())
                .containsExactly(
                        "access_log.2026-02-20.txt",
                        "access_log.2026-02-28.log",
                        "access_log.2026-03-01.log",
                        "access_log.backup.log",
                        "management_access_log.2026-02-20.log");
    }

    @Test
    void beginsAnewWhereSomebodyTookTheFileAway() throws IOException {
        settings.setCheckExists(true);
        try (DatedFile file = open()) {
            file.write("first");
            Files.delete(directory.resolve("logs/access_log.2026-03-01.log"));
            file.write("second");
        }
        assertThat(lines("access_log.2026-03-01.log")).containsExactly("second");
    }

    @Test
    void entryIsNotLostForACharacterThatTheEncodingDoesNotHave() throws IOException {
        settings.setEncoding(StandardCharsets.US_ASCII);
        try (DatedFile file = open()) {
            file.write("a\u00e9\ud800b");
        }
        assertThat(lines("access_log.2026-03-01.log")).containsExactly("a??b");
    }

    @Test
    void canBeReadAfterAFlush() throws IOException {
        try (DatedFile file = open()) {
            file.write("first");
            file.flush();
            assertThat(lines("access_log.2026-03-01.log")).containsExactly("first");
        }
    }
}
