package io.netpoll.http1.codec;

import io.netpoll.http.FieldList;
import io.netpoll.http.Headers;
import io.netpoll.http.ResponseHead;
import io.netpoll.http1.codec.ResponseReader.Field;
import io.netpoll.http1.codec.ResponseReader.Response;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Fuzz target: a response with whatever an application sets is one response to a reader that shares no code with the
 * encoder, with that status, those fields that were accepted, and that content. Jazzer calls {@link #fuzzerTestOneInput}.
 */
public final class FuzzResponses {

    private static final List<String> METHODS = List.of("GET", "HEAD", "POST", "CONNECT", "OPTIONS");
    private static final List<String> NAMES = List.of(
            "Content-Length",
            "transfer-encoding",
            "Connection",
            "Keep-Alive",
            "Upgrade",
            "Trailer",
            "Set-Cookie",
            "Location",
            "Date",
            "Server");
    private static final List<String> SERVERS_OWN =
            List.of("content-length", "transfer-encoding", "connection", "keep-alive");
    private static final byte[] DATE = HttpDate.dateLine(784_111_777);

    private FuzzResponses() {}

    /** Fails with an error if the octets, taken as an application's doings, break a response. */
    public static void fuzzerTestOneInput(byte[] octets) {
        Choices choices = new Choices(octets);
        String method = METHODS.get(choices.below(METHODS.size()));
        DecodedHead request = request(method, choices.below(2));
        ResponseHead head = new ResponseHead(200 + choices.below(400));
        List<Field> accepted = new ArrayList<>();
        for (int left = choices.below(6); left > 0; left--) {
            addField(head.fields(), choices, accepted);
        }
        List<Field> trailers = new ArrayList<>();
        for (int left = choices.below(4); left > 0; left--) {
            trailers.add(new Field(choices.name(), choices.text()));
        }
        boolean isLengthKnown = choices.below(2) == 0;
        boolean close = choices.below(2) == 0;
        String content = choices.rest();
        long length = isLengthKnown ? content.length() : -1;
        ResponseFraming framing = ResponseEncoder.framing(request, head.status(), length);
        OctetBuffer out = new OctetBuffer(16);
        ResponseEncoder.head(out, request, head, framing, length, close, DATE, null);
        content(out, framing, content, trailers);
        check(method, head.status(), framing, content, accepted, read(out, method));
    }

    private static void addField(FieldList fields, Choices choices, List<Field> accepted) {
        String name = choices.name();
        String value = choices.text();
        try {
            fields.add(name, value);
        } catch (IllegalArgumentException e) {
            FuzzChecks.require(!FuzzChecks.isToken(name) || !FuzzChecks.isValue(value), () -> "refused " + name);
            return;
        }
        accepted.add(new Field(name, FuzzChecks.trimmed(value)));
    }

    private static void content(OctetBuffer out, ResponseFraming framing, String content, List<Field> trailers) {
        byte[] octets = content.getBytes(StandardCharsets.ISO_8859_1);
        switch (framing) {
            case NO_CONTENT -> {}
            case LENGTH, UNTIL_CLOSE -> out.append(octets);
            case CHUNKED -> {
                for (int from = 0, size = 1; from < octets.length; from += size, size *= 2) {
                    int count = Math.min(size, octets.length - from);
                    ResponseEncoder.chunkStart(out, count);
                    out.append(octets, from, count);
                    ResponseEncoder.chunkEnd(out);
                }
                ResponseEncoder.lastChunk(out, new Unchecked(trailers));
            }
        }
    }

    private static Response read(OctetBuffer out, String method) {
        List<Response> responses = ResponseReader.read(out.toByteArray(), List.of(method));
        FuzzChecks.require(responses.size() == 1, () -> "several responses: " + Wire.text(out));
        return responses.getFirst();
    }

    private static void check(
            String method,
            int status,
            ResponseFraming framing,
            String content,
            List<Field> accepted,
            Response response) {
        FuzzChecks.require(response.status() == status, () -> "status of " + response);
        String expected = framing == ResponseFraming.NO_CONTENT ? "" : content;
        FuzzChecks.require(response.content().equals(expected), () -> "content of " + response + ", not " + expected);
        List<Field> fields = accepted.stream()
                .filter(field -> !SERVERS_OWN.contains(field.name().toLowerCase(Locale.ROOT)))
                .toList();
        FuzzChecks.require(
                response.fields().size() >= fields.size()
                        && response.fields().subList(0, fields.size()).equals(fields),
                () -> "fields of " + response + ", not " + fields);
        List<String> added = response
                .fields()
                .subList(fields.size(), response.fields().size())
                .stream()
                .map(Field::name)
                .toList();
        FuzzChecks.require(
                List.of("Date", "Content-Length", "Transfer-Encoding", "Connection")
                        .containsAll(added),
                () -> "added " + added);
        if ((method.equals("CONNECT") && status < 300) || status == 204) {
            FuzzChecks.require(
                    response.all("Content-Length").isEmpty()
                            && response.all("Transfer-Encoding").isEmpty(),
                    () -> "framing of " + response);
        }
        response.trailers()
                .forEach(field ->
                        FuzzChecks.require(TrailerFields.isPermitted(field.name()), () -> "trailer " + field.name()));
    }

    static DecodedHead request(String method, int minor) {
        String target = method.equals("CONNECT") ? "a:1" : "/";
        byte[] octets = Wire.octets(method + " " + target + " HTTP/1." + minor + "⏎Host: a⏎⏎");
        RequestDecoder decoder = new RequestDecoder(Connection.LIMITS);
        try {
            decoder.decode(octets, 0, octets.length);
        } catch (ProtocolException e) {
            throw new AssertionError(e);
        }
        return decoder.takeHead();
    }

    /** Fields as an application's own list might hold them. */
    private record Unchecked(List<Field> fields) implements Headers {

        @Override
        public int size() {
            return fields.size();
        }

        @Override
        public String name(int index) {
            return fields.get(index).name();
        }

        @Override
        public String value(int index) {
            return fields.get(index).value();
        }

        @Override
        public @Nullable String first(String name) {
            return all(name).stream().findFirst().orElse(null);
        }
    }

    /** Octets as decisions: 0 when there are no more. */
    private static final class Choices {

        private static final int WIDE = 0x0E;
        private static final int LONGEST_TEXT = 40;

        private final byte[] octets;
        private int position;

        Choices(byte[] octets) {
            this.octets = octets;
        }

        int next() {
            return position < octets.length ? octets[position++] & 0xFF : 0;
        }

        int below(int bound) {
            return (bound > 256 ? next() << 8 | next() : next()) % bound;
        }

        /** A field that matters, or any text. */
        String name() {
            int choice = below(2 * NAMES.size());
            return choice < NAMES.size() ? NAMES.get(choice) : text();
        }

        /** Any characters: one octet each, two behind a certain one. */
        String text() {
            StringBuilder text = new StringBuilder();
            for (int left = below(LONGEST_TEXT); left > 0; left--) {
                int octet = next();
                text.append((char) (octet == WIDE ? next() << 8 | next() : octet));
            }
            return text.toString();
        }

        String rest() {
            String rest = new String(octets, position, octets.length - position, StandardCharsets.ISO_8859_1);
            position = octets.length;
            return rest;
        }
    }
}
