package io.netpoll.boot.accesslog;

import io.netpoll.boot.accesslog.AccessLogPattern.Literal;
import io.netpoll.boot.accesslog.AccessLogPattern.Part;
import io.netpoll.boot.accesslog.AccessLogPattern.Token;
import io.netpoll.http.ExchangeSummary;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.json.JsonWriter;

/** Makes an entry: one line, whatever clients put into their requests. */
final class AccessLogFormat {

    private static final String NOTHING = "-";
    private static final int FIRST_PRINTABLE = 0x20;
    private static final int LAST_ASCII = 0x7e;

    private AccessLogFormat() {}

    /**
     * The format of some settings.
     *
     * @throws IllegalArgumentException if the pattern is none, saying why
     */
    static Function<ExchangeSummary, String> of(AccessLogSettings settings) {
        AccessLogPattern pattern = AccessLogPattern.parse(settings.getPattern(), new AccessLogTokens(settings));
        return switch (settings.getFormat()) {
            case TEXT -> summary -> text(pattern, summary);
            case JSON -> json(pattern);
        };
    }

    private static String text(AccessLogPattern pattern, ExchangeSummary summary) {
        StringBuilder line = new StringBuilder();
        for (Part part : pattern.parts()) {
            switch (part) {
                case Literal literal -> line.append(literal.text());
                case Token token -> append(line, token.value().of(summary));
            }
        }
        return line.toString();
    }

    private static void append(StringBuilder line, @Nullable Object value) {
        if (value == null) {
            line.append(NOTHING);
        } else if (value instanceof Number) {
            line.append(value);
        } else {
            appendEscaped(line, value.toString());
        }
    }

    /** A line break or a quotation mark in a value could pass for another entry, or another value. */
    private static void appendEscaped(StringBuilder line, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                line.append('\\').append(c);
            } else if (c >= FIRST_PRINTABLE && c <= LAST_ASCII) {
                line.append(c);
            } else {
                line.append("\\u").append(String.format("%04x", (int) c));
            }
        }
    }

    private static Function<ExchangeSummary, String> json(AccessLogPattern pattern) {
        Map<String, AccessLogValue> members = new LinkedHashMap<>();
        for (Part part : pattern.parts()) {
            if (part instanceof Token token) {
                members.putIfAbsent(token.key(), token.value());
            }
        }
        JsonWriter<ExchangeSummary> writer = JsonWriter.of(object ->
                members.forEach((key, value) -> object.add(key, value::of).whenNotNull()));
        return writer::writeToString;
    }
}
