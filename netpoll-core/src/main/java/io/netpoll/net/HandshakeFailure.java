package io.netpoll.net;

import java.security.GeneralSecurityException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Why a TLS handshake has failed: a set that no client can enlarge. */
public enum HandshakeFailure {
    /** What came is not TLS: most likely a client that does not know it should speak it. */
    PLAINTEXT,
    /** The client closed or reset the connection. */
    CLOSED,
    /** The client sent an alert: it refuses us, perhaps our certificate. */
    REFUSED_BY_CLIENT,
    /** No version of TLS that both sides may speak. */
    NO_COMMON_PROTOCOL,
    /** No cipher suite, group or application protocol that both sides may use. */
    NO_COMMON_ALGORITHM,
    /** The client showed no certificate, or one that is not trusted. */
    CLIENT_CERTIFICATE,
    /** It took too long. */
    TIMEOUT,
    /** Anything else, such as messages that are malformed or come out of turn. */
    OTHER;

    /**
     * What a failure of the JDK's engine is about. It has one type of exception for most of them, and says the rest in words;
     * words that change make a failure {@link #OTHER}.
     */
    static HandshakeFailure of(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            HandshakeFailure known = cause instanceof GeneralSecurityException
                    ? CLIENT_CERTIFICATE
                    : said(String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT));
            if (known != null) {
                return known;
            }
        }
        return OTHER;
    }

    private static @Nullable HandshakeFailure said(String text) {
        if (text.contains("received fatal alert") || text.contains("received close_notify")) {
            return REFUSED_BY_CLIENT;
        }
        if (text.contains("client certificate") || text.contains("certificate chain")) {
            return CLIENT_CERTIFICATE;
        }
        if (text.contains("protocol version") || text.contains("protocol tls") || text.contains("protocol ssl")) {
            return NO_COMMON_PROTOCOL;
        }
        if (text.contains("in common") || text.contains("no_application_protocol") || text.contains("no supported")) {
            return NO_COMMON_ALGORITHM;
        }
        return null;
    }
}
