package io.netpoll.servlet.multipart;

import io.netpoll.http.BlockingWork;
import io.netpoll.http.Headers;
import io.netpoll.servlet.syntax.MediaTypes;
import jakarta.servlet.http.Part;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** A part, in memory or in a temporary file. */
public final class FormPart implements Part {

    private final Headers headers;
    private final String name;
    private final @Nullable String fileName;
    private final Path directory;
    private final PartContent content;
    private @Nullable Path written;

    FormPart(Headers headers, String name, @Nullable String fileName, Path directory, PartContent content) {
        this.headers = headers;
        this.name = name;
        this.fileName = fileName;
        this.directory = directory;
        this.content = content;
    }

    /** The content as text: in the encoding that the part declares, otherwise in the one given. */
    public String text(Charset fallback) throws IOException {
        String type = getContentType();
        String declared = type == null ? null : MediaTypes.parameter(type, "charset");
        Charset charset = declared != null && isSupported(declared) ? Charset.forName(declared) : fallback;
        try (InputStream in = getInputStream()) {
            return new String(in.readAllBytes(), charset);
        }
    }

    private static boolean isSupported(String charset) {
        try {
            return Charset.isSupported(charset);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    @Override
    public InputStream getInputStream() throws IOException {
        Path moved = written;
        if (moved != null) {
            return BlockingWork.input(() -> Files.newInputStream(moved));
        }
        Path file = content.file();
        return file == null
                ? new ByteArrayInputStream(content.octets())
                : BlockingWork.input(() -> Files.newInputStream(file));
    }

    @Override
    public @Nullable String getContentType() {
        return headers.first("Content-Type");
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public @Nullable String getSubmittedFileName() {
        return fileName;
    }

    @Override
    public long getSize() {
        return content.size();
    }

    /** Moves the content to a file, relative to the configured location unless the name is absolute. */
    @Override
    public void write(String target) throws IOException {
        BlockingWork.<IOException>run(() -> store(target));
    }

    private void store(String target) throws IOException {
        Path to = directory.resolve(target);
        Path file = content.file();
        if (written != null) {
            Files.copy(written, to, StandardCopyOption.REPLACE_EXISTING);
        } else if (file == null) {
            Files.write(to, content.octets());
        } else {
            Files.move(file, to, StandardCopyOption.REPLACE_EXISTING);
        }
        written = to;
    }

    @Override
    public void delete() throws IOException {
        content.delete();
    }

    @Override
    public @Nullable String getHeader(String field) {
        return headers.first(field);
    }

    @Override
    public Collection<String> getHeaders(String field) {
        return headers.all(field);
    }

    @Override
    public Collection<String> getHeaderNames() {
        return headers.names();
    }
}
