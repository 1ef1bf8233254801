package io.netpoll.servlet.multipart;

import io.netpoll.http.FieldSyntax;
import io.netpoll.http.Headers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads multipart content part by part (RFC 2046 §5.1.1) with a buffer of fixed size. A delimiter is CR LF, two hyphens and
 * the boundary; the CR LF before the first one is taken as given.
 */
final class MultipartReader {

    private static final int MAX_BOUNDARY = 70;
    private static final int BUFFER = 8192;

    private final InputStream in;
    private final int maxHeaderSize;
    private final byte[] delimiter;
    private final byte[] buffer = new byte[BUFFER];
    private int start;
    private int end;
    private boolean inPart = true;

    /**
     * Starts before the first part.
     *
     * @param maxHeaderSize octets of a part's header; −1: any
     */
    MultipartReader(InputStream in, String boundary, int maxHeaderSize) throws MultipartException {
        if (boundary.isEmpty() || boundary.length() > MAX_BOUNDARY) {
            throw new MultipartException("A boundary has 1 to 70 characters (RFC 2046 §5.1.1)");
        }
        this.in = in;
        this.maxHeaderSize = maxHeaderSize;
        this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
        buffer[0] = '\r';
        buffer[1] = '\n';
        end = 2;
    }

    /**
     * Goes to the next part, past what is left of this one.
     *
     * @return the part's header fields; {@code null} at the end
     */
    @Nullable Headers next() throws IOException {
        byte[] skipped = new byte[1024];
        while (read(skipped, 0, skipped.length) >= 0) {
            // What comes before the first delimiter means nothing; a part that nobody reads is passed over.
        }
        int first = octet();
        if (first == '-') {
            if (octet() != '-') {
                throw new MultipartException("A boundary is followed by neither a line's end nor two hyphens");
            }
            return null;
        }
        padding(first);
        PartFields fields = headers();
        inPart = true;
        return fields;
    }

    /** Reads the part's content: −1 at its end. */
    int read(byte[] target, int offset, int length) throws IOException {
        if (!inPart) {
            return -1;
        }
        while (true) {
            int at = find();
            if (at == start) {
                start += delimiter.length;
                inPart = false;
                return -1;
            }
            // Not found: the last octets may be the start of a delimiter that has not come whole.
            int available = at >= 0 ? at - start : end - start - (delimiter.length - 1);
            if (available > 0) {
                int n = Math.min(available, length);
                System.arraycopy(buffer, start, target, offset, n);
                start += n;
                return n;
            }
            fill();
        }
    }

    /** Where the next delimiter starts; −1 if there is none in the buffer. */
    private int find() {
        int last = end - delimiter.length;
        for (int i = start; i <= last; i++) {
            if (buffer[i] == '\r' && isDelimiter(i)) {
                return i;
            }
        }
        return -1;
    }

    private boolean isDelimiter(int at) {
        for (int i = 1; i < delimiter.length; i++) {
            if (buffer[at + i] != delimiter[i]) {
                return false;
            }
        }
        return true;
    }

    private void fill() throws IOException {
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, end - start);
            end -= start;
            start = 0;
        }
        int n = in.read(buffer, end, buffer.length - end);
        if (n < 0) {
            throw new MultipartException("The content ends before its last boundary");
        }
        end += n;
    }

    private int octet() throws IOException {
        while (start == end) {
            fill();
        }
        return buffer[start++] & 0xFF;
    }

    /** White space that a gateway may have put behind a boundary, and the line's end. */
    private void padding(int first) throws IOException {
        int c = first;
        while (c == ' ' || c == '\t') {
            c = octet();
        }
        if (c != '\r' || octet() != '\n') {
            throw new MultipartException("A boundary is followed by neither a line's end nor two hyphens");
        }
    }

    private PartFields headers() throws IOException {
        PartFields fields = new PartFields();
        int left = maxHeaderSize < 0 ? Integer.MAX_VALUE : maxHeaderSize;
        while (true) {
            byte[] line = line(left);
            if (line.length == 0) {
                return fields;
            }
            left -= line.length;
            add(fields, new String(line, StandardCharsets.UTF_8));
        }
    }

    private byte[] line(int limit) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(128);
        int c;
        while ((c = octet()) != '\r') {
            if (line.size() >= limit) {
                throw new MultipartLimitException(
                        "The header of a part exceeds the limit on its size, " + maxHeaderSize + " octets");
            }
            line.write(c);
        }
        if (octet() != '\n') {
            throw new MultipartException("A line of a part's header does not end with CR LF");
        }
        return line.toByteArray();
    }

    private static void add(PartFields fields, String line) throws MultipartException {
        int colon = line.indexOf(':');
        String name = colon < 0 ? "" : line.substring(0, colon);
        if (!FieldSyntax.isToken(name)) {
            throw new MultipartException("A line of a part's header is no field");
        }
        fields.add(name, line.substring(colon + 1).strip());
    }
}
