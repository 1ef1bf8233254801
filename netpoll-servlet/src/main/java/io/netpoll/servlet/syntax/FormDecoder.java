package io.netpoll.servlet.syntax;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.util.function.BiConsumer;

/**
 * Decodes {@code application/x-www-form-urlencoded} text: a query, or a form's content read as ISO-8859-1, one character
 * per octet.
 */
public final class FormDecoder {

    private final CharsetDecoder decoder;

    /**
     * A decoder; not safe for use by several threads.
     *
     * @param charset the encoding of the octets
     */
    public FormDecoder(Charset charset) {
        this.decoder = charset.newDecoder();
    }

    /**
     * Decodes pairs.
     *
     * @param text pairs of name and value separated by {@code &}
     * @param pairs is told each pair in order; a name without {@code =} has an empty value, an empty piece is skipped
     * @throws BadFormException if a percent sign is not followed by two hexadecimal digits or the octets do not fit the
     *     encoding
     */
    public void decode(String text, BiConsumer<String, String> pairs) throws BadFormException {
        int start = 0;
        while (start < text.length()) {
            int end = text.indexOf('&', start);
            end = end < 0 ? text.length() : end;
            if (end > start) {
                int equals = text.indexOf('=', start);
                boolean valued = equals >= 0 && equals < end;
                String name = part(text, start, valued ? equals : end);
                pairs.accept(name, valued ? part(text, equals + 1, end) : "");
            }
            start = end + 1;
        }
    }

    private String part(String text, int start, int end) throws BadFormException {
        for (int i = start; i < end; i++) {
            char c = text.charAt(i);
            if (c == '%' || c == '+' || c >= 0x80) {
                return decodePart(text, start, end);
            }
        }
        return text.substring(start, end);
    }

    private String decodePart(String text, int start, int end) throws BadFormException {
        ByteBuffer octets = ByteBuffer.allocate(end - start);
        for (int i = start; i < end; i++) {
            char c = text.charAt(i);
            if (c == '%') {
                octets.put((byte) octet(text, i + 1, end));
                i += 2;
            } else {
                octets.put((byte) (c == '+' ? ' ' : c));
            }
        }
        try {
            return decoder.decode(octets.flip()).toString();
        } catch (CharacterCodingException e) {
            throw new BadFormException("Form data or query is not encoded in " + decoder.charset());
        }
    }

    private static int octet(String text, int index, int end) throws BadFormException {
        int high = index + 1 < end ? digit(text.charAt(index)) : -1;
        int low = index + 1 < end ? digit(text.charAt(index + 1)) : -1;
        if (high < 0 || low < 0) {
            throw new BadFormException("Form data or query has a percent sign without two hexadecimal digits");
        }
        return high << 4 | low;
    }

    private static int digit(char c) {
        return c < 0x80 ? Character.digit(c, 16) : -1;
    }
}
