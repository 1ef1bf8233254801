package io.netpoll.servlet;

import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** The request attributes that say what TLS has agreed on (Servlet 6.1 §3.11). Made once for a session of TLS. */
final class TlsAttributes {

    static final String SESSION_ID = "jakarta.servlet.request.ssl_session_id";
    private static final String PROTOCOL = "jakarta.servlet.request.secure_protocol";
    private static final String CIPHER_SUITE = "jakarta.servlet.request.cipher_suite";
    private static final String KEY_SIZE = "jakarta.servlet.request.key_size";
    private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";

    private static final Pattern KEY_BITS = Pattern.compile("_(?:(\\d{2,3})(?:_|$)|CHACHA20_|3DES_)");
    private static final int CHACHA20_BITS = 256;
    private static final int TRIPLE_DES_BITS = 168;

    private TlsAttributes() {}

    /** Names and values; the same map each time. */
    @SuppressWarnings("unchecked") // nobody else uses the name
    static Map<String, Object> of(SSLSession session) {
        String name = TlsAttributes.class.getName();
        Object known = session.getValue(name);
        if (known == null) {
            known = read(session);
            session.putValue(name, known);
        }
        return (Map<String, Object>) known;
    }

    private static Map<String, Object> read(SSLSession session) {
        Map<String, Object> values = new HashMap<>();
        String suite = session.getCipherSuite();
        values.put(PROTOCOL, session.getProtocol());
        values.put(CIPHER_SUITE, suite);
        Integer bits = keyBits(suite);
        if (bits != null) {
            values.put(KEY_SIZE, bits);
        }
        byte[] id = session.getId();
        if (id.length > 0) {
            values.put(SESSION_ID, HexFormat.of().formatHex(id));
        }
        try {
            values.put(
                    CERTIFICATES,
                    Arrays.stream(session.getPeerCertificates())
                            .filter(X509Certificate.class::isInstance)
                            .toArray(X509Certificate[]::new));
        } catch (SSLPeerUnverifiedException e) {
            // The client has shown none: then there is no attribute.
        }
        return Map.copyOf(values);
    }

    /** The strength of the cipher, which the suite's name tells; {@code null} if it does not. */
    static @Nullable Integer keyBits(String suite) {
        Matcher matcher = KEY_BITS.matcher(suite);
        if (!matcher.find()) {
            return null;
        }
        if (matcher.group(1) != null) {
            return Integer.valueOf(matcher.group(1));
        }
        return matcher.group().contains("CHACHA20") ? CHACHA20_BITS : TRIPLE_DES_BITS;
    }
}
