package io.netpoll.http1.codec;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client's view of what a server has sent: shares no code with the codec, forgives nothing, and takes the framing from
 * RFC 9112 §6.3 alone.
 */
public final class ResponseReader {

    private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.1 ([1-5]\\d\\d) [\\t -~\\x80-\\xff]*");
    private static final Pattern FIELD_LINE =
            Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):[\\t ]*([\\t -~\\x80-\\xff]*?)[\\t ]*");

    /** A field line. */
    public record Field(String name, String value) {}

    /** How the end of the content was found. */
    public enum Framing {
        /** There is none, by method or status. */
        NONE,
        /** Content-Length. */
        LENGTH,
        /** Chunked. */
        CHUNKED,
        /** The connection's end. */
        CLOSE
    }

    /** One response; interim ones are responses too. */
    public record Response(int status, List<Field> fields, Framing framing, String content, List<Field> trailers) {

        /** The values of a field. */
        public List<String> all(String name) {
            return fields.stream()
                    .filter(field -> field.name().equalsIgnoreCase(name))
                    .map(Field::value)
                    .toList();
        }

        /** Whether the connection was announced to end. */
        public boolean closes() {
            return all("Connection").stream()
                    .flatMap(value -> Arrays.stream(value.split(",")))
                    .anyMatch(option -> option.strip().equalsIgnoreCase("close"));
        }
    }

    /** What was sent is no sequence of responses. */
    public static final class MalformedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        MalformedException(String message) {
            super(message);
        }
    }

    private final String text;
    private int position;

    private ResponseReader(String text) {
        this.text = text;
    }

    /**
     * The responses in octets that end with the connection.
     *
     * @param methods those of the requests, in order
     * @throws MalformedException if there is anything else, or not enough
     */
    public static List<Response> read(byte[] octets, List<String> methods) {
        ResponseReader reader = new ResponseReader(new String(octets, StandardCharsets.ISO_8859_1));
        List<Response> responses = new ArrayList<>();
        for (String method : methods) {
            Response response = reader.response(method);
            responses.add(response);
            while (response.status() < 200) {
                response = reader.response(method);
                responses.add(response);
            }
        }
        require(reader.position == reader.text.length(), "octets behind the last response");
        return responses;
    }

    private Response response(String method) {
        String line = line();
        Matcher matcher = STATUS_LINE.matcher(line);
        require(matcher.matches(), "status line " + line);
        int status = Integer.parseInt(matcher.group(1));
        List<Field> fields = section();
        Response head = new Response(status, fields, Framing.NONE, "", List.of());
        List<String> lengths = head.all("Content-Length");
        List<String> codings = head.all("Transfer-Encoding");
        require(lengths.size() + codings.size() <= 1, "framing said more than once");
        boolean isInterim = status < 200;
        require((!isInterim && status != 204) || (lengths.isEmpty() && codings.isEmpty()), "framing of " + status);
        if (isInterim || status == 204 || status == 304 || method.equals("HEAD")) {
            return head;
        }
        if (!codings.isEmpty()) {
            require(codings.getFirst().equals("chunked"), "coding " + codings);
            return chunked(status, fields);
        }
        if (!lengths.isEmpty()) {
            require(lengths.getFirst().matches("\\d{1,18}"), "length " + lengths);
            String content = take(Long.parseLong(lengths.getFirst()));
            return new Response(status, fields, Framing.LENGTH, content, List.of());
        }
        require(head.closes(), "no framing and no close");
        return new Response(status, fields, Framing.CLOSE, take(text.length() - position), List.of());
    }

    private Response chunked(int status, List<Field> fields) {
        StringBuilder content = new StringBuilder();
        while (true) {
            String size = line();
            require(size.matches("[0-9a-fA-F]{1,8}"), "chunk size " + size);
            if (Long.parseLong(size, 16) == 0) {
                return new Response(status, fields, Framing.CHUNKED, content.toString(), section());
            }
            content.append(take(Long.parseLong(size, 16)));
            require(line().isEmpty(), "chunk data does not end");
        }
    }

    private List<Field> section() {
        List<Field> fields = new ArrayList<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            Matcher matcher = FIELD_LINE.matcher(line);
            require(matcher.matches(), "field line " + line);
            fields.add(new Field(group(matcher, 1), group(matcher, 2)));
        }
        return fields;
    }

    private static String group(Matcher matcher, int group) {
        return Objects.requireNonNull(matcher.group(group));
    }

    private String line() {
        int end = text.indexOf("\r\n", position);
        require(end >= 0, "a line does not end");
        String line = text.substring(position, end);
        require(line.indexOf('\r') < 0 && line.indexOf('\n') < 0, "a line end stands alone");
        position = end + 2;
        return line;
    }

    private String take(long count) {
        require(count <= text.length() - position, "content ends early");
        String taken = text.substring(position, position + (int) count);
        position += (int) count;
        return taken;
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new MalformedException(otherwise);
        }
    }
}
