package io.netpoll.boot.accesslog;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.CodingErrorAction;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** Writes entries to a file that is begun anew when its date changes. */
final class DatedFile implements EntrySink {

    private final AccessLogSettings settings;
    private final InstantSource clock;
    private final Path directory;
    private final DateTimeFormatter dates;
    private String date;
    private long dateCheckedSecond;
    private Path file;
    private @Nullable BufferedWriter writer;

    /**
     * Opens today's file.
     *
     * @throws IOException if it cannot be written to
     * @throws IllegalArgumentException if the date format is none
     */
    DatedFile(AccessLogSettings settings, InstantSource clock) throws IOException {
        this.settings = settings;
        this.clock = clock;
        this.directory = Path.of(settings.getDirectory()).toAbsolutePath();
        this.dates = dateFormat(settings);
        this.date = dates.format(clock.instant());
        this.dateCheckedSecond = clock.instant().getEpochSecond();
        this.file = file(date);
        Files.createDirectories(directory);
        open();
        deleteOld();
    }

    /**
     * How the date in a file's name is written.
     *
     * @throws IllegalArgumentException if the format is none
     */
    static DateTimeFormatter dateFormat(AccessLogSettings settings) {
        return DateTimeFormatter.ofPattern(settings.getFileDateFormat(), settings.localeInUse())
                .withZone(ZoneId.systemDefault());
    }

    private Path file(String dated) {
        boolean hasDate = settings.isRotate() && !settings.isRenameOnRotate();
        return directory.resolve(settings.getPrefix() + (hasDate ? dated : "") + settings.getSuffix());
    }

    private BufferedWriter open() throws IOException {
        // What the character set does not have becomes a question mark; an entry is never lost for it.
        BufferedWriter opened = new BufferedWriter(new OutputStreamWriter(
                Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                settings.getEncoding()
                        .newEncoder()
                        .onMalformedInput(CodingErrorAction.REPLACE)
                        .onUnmappableCharacter(CodingErrorAction.REPLACE)));
        writer = opened;
        return opened;
    }

    @Override
    public void write(String line) throws IOException {
        rotateIfDue();
        if (settings.isCheckExists() && writer != null && !Files.exists(file)) {
            close();
        }
        BufferedWriter out = writer;
        if (out == null) {
            Files.createDirectories(directory);
            out = open();
        }
        out.write(line);
        out.newLine();
    }

    private void rotateIfDue() throws IOException {
        Instant now = clock.instant();
        if (!settings.isRotate() || now.getEpochSecond() == dateCheckedSecond) {
            return;
        }
        dateCheckedSecond = now.getEpochSecond();
        String today = dates.format(now);
        if (!today.equals(date)) {
            close();
            if (settings.isRenameOnRotate() && Files.exists(file)) {
                Files.move(
                        file,
                        directory.resolve(settings.getPrefix() + date + settings.getSuffix()),
                        StandardCopyOption.REPLACE_EXISTING);
            }
            date = today;
            file = file(today);
            deleteOld();
        }
    }

    /** Deletes files of this log whose date is long ago; what only has a similar name stays. */
    private void deleteOld() throws IOException {
        if (settings.getMaxDays() < 0 || !settings.isRotate()) {
            return;
        }
        Instant oldest = clock.instant().minus(Duration.ofDays(settings.getMaxDays()));
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, this::isRotated)) {
            for (Path candidate : files) {
                if (Files.getLastModifiedTime(candidate).toInstant().isBefore(oldest)) {
                    Files.deleteIfExists(candidate);
                }
            }
        }
    }

    private boolean isRotated(Path path) {
        String name = path.getFileName().toString();
        int from = settings.getPrefix().length();
        int to = name.length() - settings.getSuffix().length();
        return from < to
                && name.startsWith(settings.getPrefix())
                && name.endsWith(settings.getSuffix())
                && !path.equals(file)
                && isDate(name.substring(from, to));
    }

    private boolean isDate(String text) {
        try {
            dates.parse(text);
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    @Override
    public void flush() throws IOException {
        if (writer != null) {
            writer.flush();
        }
    }

    @Override
    public void close() throws IOException {
        BufferedWriter open = writer;
        writer = null;
        if (open != null) {
            open.close();
        }
    }
}
