package io.netpoll.servlet.resource;

import io.netpoll.servlet.syntax.ByteRanges;
import io.netpoll.servlet.syntax.ByteRanges.Range;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One resource on its way to a client: whole, in part, or not at all if the client has it already. */
final class ResourceAnswer {

    private static final int BLOCK = 16384;

    /** Stands between the parts of several ranges; it need not be unpredictable, for resources are not the client's. */
    private static final String BOUNDARY = "netpoll-byteranges-7d1f0c52e8";

    /** Below this size a copy through memory costs less than another call of the system. */
    private static final int FILE_THRESHOLD = 16 * 1024;

    private final Representation representation;
    private final Resource resource;
    private final @Nullable String type;
    private final HttpServletRequest request;
    private final HttpServletResponse response;

    ResourceAnswer(Representation representation, HttpServletRequest request, HttpServletResponse response) {
        this.representation = representation;
        this.resource = representation.resource();
        this.type = representation.type();
        this.request = request;
        this.response = response;
    }

    void send() throws IOException {
        long now = System.currentTimeMillis();
        // What is said to be changed later than now was changed now at the latest (RFC 9110 §8.8.2.1).
        long modified = Math.min(resource.lastModified(), now);
        ContentCoding coding = representation.coding();
        String suffix = coding == null ? "" : "-" + coding.token();
        String tag = "W/\"" + resource.length() + "-" + resource.lastModified() + suffix + "\"";
        if (representation.negotiated()) {
            response.addHeader("Vary", "Accept-Encoding");
        }
        Preconditions conditions = new Preconditions(request, tag, modified, now);
        switch (conditions.evaluate()) {
            case FAILED -> response.sendError(HttpServletResponse.SC_PRECONDITION_FAILED);
            case NOT_MODIFIED -> {
                validators(tag, modified);
                response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
            }
            case PERFORM -> {
                validators(tag, modified);
                perform(conditions);
            }
        }
    }

    private void validators(String tag, long modified) {
        response.setHeader("ETag", tag);
        if (modified > 0) {
            response.setDateHeader("Last-Modified", modified);
        }
    }

    private void perform(Preconditions conditions) throws IOException {
        long length = resource.length();
        ContentCoding coding = representation.coding();
        if (coding != null) {
            response.setHeader("Content-Encoding", coding.token());
        }
        if (length >= 0) {
            response.setHeader("Accept-Ranges", "bytes");
        }
        ByteRanges asked = length >= 0 && conditions.rangeApplies() ? ranges(length) : null;
        if (asked == null) {
            whole(length);
        } else if (asked.ranges().isEmpty()) {
            response.setHeader("Content-Range", "bytes */" + length);
            response.setStatus(HttpServletResponse.SC_REQUESTED_RANGE_NOT_SATISFIABLE);
        } else if (asked.ranges().size() == 1) {
            one(asked.ranges().getFirst(), length);
        } else {
            several(asked.ranges(), length);
        }
    }

    /** Ranges are for GET (RFC 9110 §14.2). */
    private @Nullable ByteRanges ranges(long length) {
        String field = request.getHeader("Range");
        return field == null || !request.getMethod().equals("GET") ? null : ByteRanges.parse(field, length);
    }

    private void whole(long length) throws IOException {
        if (type != null) {
            response.setContentType(type);
        }
        if (length >= 0) {
            response.setContentLengthLong(length);
        }
        if (!request.getMethod().equals("HEAD") && !sendFile(0, length)) {
            try (InputStream in = resource.open()) {
                copy(in, length < 0 ? Long.MAX_VALUE : length);
            }
        }
    }

    private void one(Range range, long length) throws IOException {
        response.setStatus(HttpServletResponse.SC_PARTIAL_CONTENT);
        response.setHeader("Content-Range", contentRange(range, length));
        if (type != null) {
            response.setContentType(type);
        }
        response.setContentLengthLong(range.length());
        if (!sendFile(range.first(), range.length())) {
            copy(range);
        }
    }

    /** A response that the application has wrapped wants to see the content. */
    private boolean sendFile(long position, long count) throws IOException {
        Path file = resource.file();
        return file != null
                && count > FILE_THRESHOLD
                && response instanceof FileSender sender
                && sender.sendFile(file, position, count);
    }

    private void several(List<Range> ranges, long length) throws IOException {
        response.setStatus(HttpServletResponse.SC_PARTIAL_CONTENT);
        response.setContentType("multipart/byteranges; boundary=" + BOUNDARY);
        ServletOutputStream out = response.getOutputStream();
        for (Range range : ranges) {
            out.print("\r\n--" + BOUNDARY + "\r\n");
            if (type != null) {
                out.print("Content-Type: " + type + "\r\n");
            }
            out.print("Content-Range: " + contentRange(range, length) + "\r\n\r\n");
            copy(range);
        }
        out.print("\r\n--" + BOUNDARY + "--\r\n");
    }

    private static String contentRange(Range range, long length) {
        return "bytes " + range.first() + "-" + range.last() + "/" + length;
    }

    private void copy(Range range) throws IOException {
        try (InputStream in = resource.open()) {
            in.skipNBytes(range.first());
            copy(in, range.length());
        }
    }

    /** A file that has become shorter must not look complete. */
    private void copy(InputStream in, long count) throws IOException {
        ServletOutputStream out = response.getOutputStream();
        byte[] block = new byte[(int) Math.min(BLOCK, Math.max(1, count))];
        long left = count;
        while (left > 0) {
            int n = in.read(block, 0, (int) Math.min(block.length, left));
            if (n < 0) {
                if (count == Long.MAX_VALUE) {
                    return;
                }
                throw new EOFException("The resource has become shorter while it was sent");
            }
            out.write(block, 0, n);
            left -= n;
        }
    }
}
