package io.netpoll.handler;

import io.netpoll.http.FieldSyntax;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One element of a {@code Forwarded} field: what one proxy says of whoever asked it (RFC 7239 §4). */
final class ForwardedElement {

    private final Map<String, String> parameters = new HashMap<>();

    private ForwardedElement() {}

    /** A parameter such as {@code for}; {@code null} if it is not there. */
    @Nullable String get(String name) {
        return parameters.get(name);
    }

    /**
     * Reads a field's value: {@code forwarded-element *( "," forwarded-element )}, where members of the list may be empty (RFC
     * 9110 §5.6.1.2).
     *
     * @return {@code null} if the value has not this form: then nobody can tell where one proxy's word ends and the next one's
     *     begins
     */
    static @Nullable List<ForwardedElement> parse(String value) {
        return new Parser(value).elements();
    }

    private static final class Parser {

        private final String text;
        private int position;

        Parser(String text) {
            this.text = text;
        }

        @Nullable List<ForwardedElement> elements() {
            List<ForwardedElement> elements = new ArrayList<>(2);
            while (true) {
                ForwardedElement element = new ForwardedElement();
                if (!parameters(element)) {
                    return null;
                }
                if (!element.parameters.isEmpty()) {
                    elements.add(element);
                }
                if (position == text.length()) {
                    return elements;
                }
                position++;
            }
        }

        /** Reads up to a comma or the end. Each parameter may occur once (§4). */
        private boolean parameters(ForwardedElement element) {
            while (true) {
                blanks();
                if (!at(',') && !at(';') && position < text.length()) {
                    String name = token().toLowerCase(Locale.ROOT);
                    if (name.isEmpty() || !at('=')) {
                        return false;
                    }
                    position++;
                    String value = at('"') ? quoted() : token();
                    if (value == null || value.isEmpty() || element.parameters.put(name, value) != null) {
                        return false;
                    }
                    blanks();
                }
                if (!at(';')) {
                    return at(',') || position == text.length();
                }
                position++;
            }
        }

        private boolean at(char c) {
            return position < text.length() && text.charAt(position) == c;
        }

        private void blanks() {
            while (at(' ') || at('\t')) {
                position++;
            }
        }

        private String token() {
            int start = position;
            while (position < text.length() && FieldSyntax.isTokenChar(text.charAt(position))) {
                position++;
            }
            return text.substring(start, position);
        }

        private @Nullable String quoted() {
            StringBuilder value = new StringBuilder();
            for (position++; position < text.length(); position++) {
                char c = text.charAt(position);
                if (c == '"') {
                    position++;
                    return value.toString();
                }
                if (c == '\\') {
                    position++;
                    if (position == text.length()) {
                        return null;
                    }
                    c = text.charAt(position);
                }
                value.append(c);
            }
            return null;
        }
    }
}
