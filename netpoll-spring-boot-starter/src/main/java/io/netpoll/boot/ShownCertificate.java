package io.netpoll.boot;

import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslStoreBundle;

/** Finds the certificates that a bundle has keys for. */
final class ShownCertificate {

    private ShownCertificate() {}

    /** When the first certificate ends of those that a server with this bundle may show; {@code null} if that is not known. */
    static @Nullable Instant expiry(SslBundle bundle) {
        SslStoreBundle stores = bundle.getStores();
        KeyStore store = stores != null ? stores.getKeyStore() : null;
        if (store == null) {
            return null;
        }
        try {
            return aliases(bundle, store).stream()
                    .flatMap(alias -> chain(store, alias))
                    .map(certificate -> certificate.getNotAfter().toInstant())
                    .min(Instant::compareTo)
                    .orElse(null);
        } catch (KeyStoreException e) {
            return null; // the store has served to make the context, so it is there; what it cannot say is not known
        }
    }

    private static List<String> aliases(SslBundle bundle, KeyStore store) throws KeyStoreException {
        String alias = bundle.getKey() != null ? bundle.getKey().getAlias() : null;
        return alias != null ? List.of(alias) : Collections.list(store.aliases());
    }

    private static Stream<X509Certificate> chain(KeyStore store, String alias) {
        try {
            Certificate[] chain = store.isKeyEntry(alias) ? store.getCertificateChain(alias) : null;
            return Arrays.stream(Objects.requireNonNullElse(chain, new Certificate[0]))
                    .filter(X509Certificate.class::isInstance)
                    .map(X509Certificate.class::cast);
        } catch (KeyStoreException e) {
            return Stream.empty();
        }
    }
}
