package io.netpoll.servlet;

import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The application's defaults for encodings. */
final class DefaultCharsets {

    private final Registrations registrations;
    private final Map<Locale, Charset> localeCharsets;
    private @Nullable String request;
    private @Nullable String response;

    DefaultCharsets(Registrations registrations, Map<Locale, Charset> localeCharsets) {
        this.registrations = registrations;
        this.localeCharsets = localeCharsets;
    }

    @Nullable String request() {
        return request;
    }

    void request(@Nullable String encoding) {
        registrations.requireOpen();
        request = encoding;
    }

    @Nullable String response() {
        return response;
    }

    void response(@Nullable String encoding) {
        registrations.requireOpen();
        response = encoding;
    }

    /** The encoding for a locale, or for its language; {@code null} if none is configured. */
    @Nullable String forLocale(Locale locale) {
        Charset charset = localeCharsets.get(locale);
        if (charset == null) {
            charset = localeCharsets.get(Locale.of(locale.getLanguage()));
        }
        return charset == null ? null : charset.name();
    }
}
