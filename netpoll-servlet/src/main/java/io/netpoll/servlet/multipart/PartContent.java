package io.netpoll.servlet.multipart;

import io.netpoll.http.BlockingWork;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A part's content while it comes, and after: in memory up to a size, then in a file. */
final class PartContent {

    private final Path directory;
    private final int threshold;
    private final ByteArrayOutputStream memory = new ByteArrayOutputStream();
    private @Nullable Path file;
    private @Nullable OutputStream out;
    private long size;

    PartContent(Path directory, int threshold) {
        this.directory = directory;
        this.threshold = threshold;
    }

    void write(byte[] content, int length) throws IOException {
        size += length;
        OutputStream open = out;
        if (open == null && size > threshold) {
            open = spill();
        }
        if (open == null) {
            memory.write(content, 0, length);
        } else {
            open.write(content, 0, length);
        }
    }

    /** The directory may have been removed since the application started. */
    private OutputStream spill() throws IOException {
        OutputStream open = BlockingWork.output(this::create);
        out = open;
        memory.writeTo(open);
        memory.reset();
        return open;
    }

    private OutputStream create() throws IOException {
        Files.createDirectories(directory);
        Path created = Files.createTempFile(directory, "part-", ".tmp");
        file = created;
        return Files.newOutputStream(created);
    }

    void close() throws IOException {
        OutputStream open = out;
        out = null;
        if (open != null) {
            open.close();
        }
    }

    long size() {
        return size;
    }

    @Nullable Path file() {
        return file;
    }

    byte[] octets() {
        return memory.toByteArray();
    }

    void delete() throws IOException {
        Path created = file;
        try {
            close();
        } finally {
            if (created != null) {
                BlockingWork.<IOException>run(() -> Files.deleteIfExists(created));
            }
        }
    }
}
