package io.netpoll.boot.accesslog;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an entry consists of, read from a text in the notation of Tomcat's {@code AccessLogValve}: {@code %x} or {@code %{name}x}
 * stands for a value, everything else for itself, {@code %%} for a percent sign.
 *
 * @param parts in their order
 */
record AccessLogPattern(List<Part> parts) {

    private static final String COMMON = "%h %l %u %t \"%r\" %s %b";
    private static final String COMBINED = COMMON + " \"%{Referer}i\" \"%{User-Agent}i\"";

    /** A piece of a pattern. */
    sealed interface Part {}

    /** Text that stands for itself. */
    record Literal(String text) implements Part {}

    /** A token that stands for a value. */
    record Token(String key, AccessLogValue value) implements Part {}

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException naming the token that is unknown, and where it stands
     */
    static AccessLogPattern parse(String pattern, AccessLogTokens tokens) {
        String text =
                switch (pattern) {
                    case "common" -> COMMON;
                    case "combined" -> COMBINED;
                    default -> pattern;
                };
        return new AccessLogPattern(new Parser(text, tokens).parse());
    }

    private static final class Parser {

        private final String text;
        private final AccessLogTokens tokens;
        private final List<Part> parts = new ArrayList<>();
        private final StringBuilder literal = new StringBuilder();
        private int position;

        Parser(String text, AccessLogTokens tokens) {
            this.text = text;
            this.tokens = tokens;
        }

        List<Part> parse() {
            while (position < text.length()) {
                char next = text.charAt(position++);
                if (next == '%') {
                    token(position - 1);
                } else {
                    literal.append(next);
                }
            }
            endLiteral();
            return List.copyOf(parts);
        }

        private void token(int start) {
            @Nullable String name = null;
            if (position < text.length() && text.charAt(position) == '{') {
                int end = text.indexOf('}', position);
                if (end < 0) {
                    throw unknown(start, text.length(), "has no closing brace");
                }
                name = text.substring(position + 1, end);
                position = end + 1;
            }
            if (position == text.length()) {
                throw unknown(start, position, "is cut off");
            }
            char letter = text.charAt(position++);
            if (letter == '%' && name == null) {
                literal.append('%');
                return;
            }
            Token token = name == null ? tokens.plain(letter) : tokens.named(letter, name);
            if (token == null) {
                throw unknown(start, position, "is not known");
            }
            endLiteral();
            parts.add(token);
        }

        private void endLiteral() {
            if (!literal.isEmpty()) {
                parts.add(new Literal(literal.toString()));
                literal.setLength(0);
            }
        }

        private IllegalArgumentException unknown(int start, int end, String what) {
            return new IllegalArgumentException(
                    "The token '" + text.substring(start, end) + "' at position " + (start + 1) + " " + what);
        }
    }
}
