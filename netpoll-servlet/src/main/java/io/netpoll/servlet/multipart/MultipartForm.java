package io.netpoll.servlet.multipart;

import io.netpoll.http.Headers;
import io.netpoll.servlet.syntax.MediaTypes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The parts of a {@code multipart/form-data} request (RFC 7578), read as they come. Not safe for several threads. */
public final class MultipartForm {

    /** A field's value is text that somebody typed: it goes to disk only when it is larger than this. */
    private static final int FIELD_THRESHOLD = 8192;

    private final Path directory;
    private final MultipartLimits limits;
    private final List<FormPart> parts = new ArrayList<>();
    private final List<PartContent> contents = new ArrayList<>();
    private long total;

    /**
     * A form without parts.
     *
     * @param directory where parts are stored that are too large for memory; made if it does not exist
     */
    public MultipartForm(Path directory, MultipartLimits limits) {
        this.directory = directory;
        this.limits = limits;
    }

    /** The parts that have been read. */
    public List<FormPart> parts() {
        return parts;
    }

    /**
     * Reads all parts.
     *
     * @param contentType the request's content type
     * @param length the length of the content as declared; −1 if it is not known
     * @throws MultipartException if the content is malformed
     * @throws MultipartLimitException if it exceeds a limit
     */
    public void read(String contentType, long length, InputStream in) throws IOException {
        String boundary = MediaTypes.parameter(contentType, "boundary");
        if (boundary == null) {
            throw new MultipartException("The content type has no boundary");
        }
        requireRequestSize(length);
        MultipartReader reader = new MultipartReader(new Counted(in), boundary, limits.maxPartHeaderSize());
        for (Headers headers = reader.next(); headers != null; headers = reader.next()) {
            part(headers, reader);
        }
    }

    private void part(Headers headers, MultipartReader reader) throws IOException {
        String disposition = headers.first("Content-Disposition");
        if (disposition == null || !MediaTypes.essence(disposition).equals("form-data")) {
            throw new MultipartException("A part is no form-data (RFC 7578 §4.2)");
        }
        String name = MediaTypes.partParameter(disposition, "name");
        if (name == null) {
            throw new MultipartException("A part has no name (RFC 7578 §4.2)");
        }
        if (limits.maxPartCount() >= 0 && parts.size() >= limits.maxPartCount()) {
            throw new MultipartLimitException(
                    "The request exceeds the limit on the count of parts, " + limits.maxPartCount());
        }
        String fileName = MediaTypes.partParameter(disposition, "filename");
        PartContent content = new PartContent(directory, threshold(fileName));
        contents.add(content);
        copy(name, reader, content);
        parts.add(new FormPart(headers, name, fileName, directory, content));
    }

    private int threshold(@Nullable String fileName) {
        return fileName == null ? Math.max(FIELD_THRESHOLD, limits.memoryThreshold()) : limits.memoryThreshold();
    }

    private void copy(String name, MultipartReader reader, PartContent content) throws IOException {
        byte[] block = new byte[4096];
        for (int n; (n = reader.read(block, 0, block.length)) >= 0; ) {
            if (limits.maxFileSize() >= 0 && content.size() + n > limits.maxFileSize()) {
                throw new MultipartLimitException(String.format(
                        Locale.ROOT,
                        "Part %.40s exceeds the limit on its size, %d octets",
                        name,
                        limits.maxFileSize()));
            }
            content.write(block, n);
        }
        content.close();
    }

    /**
     * Deletes the files of all parts, those included that were not read to their end.
     *
     * @throws IOException if one cannot be deleted; the others have been
     */
    public void delete() throws IOException {
        IOException failure = null;
        for (PartContent content : contents) {
            try {
                content.delete();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void requireRequestSize(long size) throws MultipartLimitException {
        if (limits.maxRequestSize() >= 0 && size > limits.maxRequestSize()) {
            throw new MultipartLimitException(
                    "The request exceeds the limit on its size, " + limits.maxRequestSize() + " octets");
        }
    }

    /** Counts what is read, for content whose length is not known before its end. */
    private final class Counted extends InputStream {

        private final InputStream in;

        Counted(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int n = in.read(target, offset, length);
            if (n > 0) {
                total += n;
                requireRequestSize(total);
            }
            return n;
        }
    }
}
