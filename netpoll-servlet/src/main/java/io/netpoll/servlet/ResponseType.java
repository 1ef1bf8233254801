package io.netpoll.servlet;

import io.netpoll.servlet.syntax.MediaTypes;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A response's content type, encoding and locale, which depend on each other (Servlet 6.1 §5.6, Javadoc of
 * {@code ServletResponse}).
 */
final class ResponseType {

    private static final String DEFAULT = "ISO-8859-1";

    /** Where an encoding comes from: what is said explicitly beats what follows from the locale. */
    private enum Source {
        NONE,
        LOCALE,
        EXPLICIT
    }

    private final DefaultCharsets defaults;
    private @Nullable String type;
    private @Nullable String typeWithCharset;
    private @Nullable String charset;
    private Source source = Source.NONE;
    private @Nullable Locale locale;
    private boolean writing;

    ResponseType(DefaultCharsets defaults) {
        this.defaults = defaults;
    }

    /** The type with the encoding, as the header field has it; {@code null} if none is set. */
    @Nullable String contentType() {
        String bare = type;
        if (bare == null) {
            return null;
        }
        String name = source == Source.NONE && !writing ? null : encoding();
        if (name == null) {
            return bare;
        }
        String given = typeWithCharset;
        return given != null && name.equals(MediaTypes.parameter(given, "charset")) ? given : bare + ";charset=" + name;
    }

    void contentType(@Nullable String value) {
        if (value == null) {
            type = null;
            typeWithCharset = null;
            clearCharset();
            return;
        }
        String declared = MediaTypes.parameter(value, "charset");
        type = declared == null ? value : MediaTypes.without(value, "charset");
        typeWithCharset = declared == null ? null : value;
        if (declared != null) {
            explicit(declared);
        }
    }

    /** The encoding in force. */
    String encoding() {
        if (charset != null) {
            return charset;
        }
        String fallback = defaults.response();
        return fallback == null ? DEFAULT : fallback;
    }

    void encoding(@Nullable String name) {
        if (name == null) {
            clearCharset();
        } else {
            explicit(name);
        }
    }

    private void explicit(String name) {
        if (!writing) {
            charset = name;
            source = Source.EXPLICIT;
        }
    }

    private void clearCharset() {
        if (!writing) {
            charset = null;
            source = Source.NONE;
        }
    }

    @Nullable Locale locale() {
        return locale;
    }

    void locale(@Nullable Locale value) {
        locale = value;
        if (writing || source == Source.EXPLICIT) {
            return;
        }
        charset = value == null ? null : defaults.forLocale(value);
        source = charset == null ? Source.NONE : Source.LOCALE;
    }

    /** A writer exists: from now on the encoding stays. */
    void startWriting() {
        charset = encoding();
        writing = true;
    }

    /** The content is thrown away, and with it what described it. */
    void clear() {
        type = null;
        typeWithCharset = null;
        charset = null;
        source = Source.NONE;
        locale = null;
        writing = false;
    }
}
