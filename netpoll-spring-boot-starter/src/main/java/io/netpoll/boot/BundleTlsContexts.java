package io.netpoll.boot;

import io.netpoll.net.ClientAuthentication;
import io.netpoll.net.TlsContext;
import io.netpoll.net.TlsContexts;
import java.lang.ref.WeakReference;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.Ssl.ServerNameSslBundle;
import org.springframework.util.StringUtils;

/**
 * How the server of an application does TLS, from its SSL bundles: one by default, others for certain server names. A bundle
 * that is reloaded concerns the connections that come after it.
 */
final class BundleTlsContexts implements TlsContexts, TlsCertificates {

    private static final Logger logger = LoggerFactory.getLogger(BundleTlsContexts.class);

    /** A context made of a bundle, and until when the bundle's certificate is good, if that is known. */
    private record Entry(TlsContext context, @Nullable Instant expiry) {}

    private final ClientAuthentication clientAuthentication;

    /** By server name in lower case, or {@link TlsCertificates#DEFAULT}, which no host name can be confused with. */
    private final Map<String, Entry> entries = new ConcurrentHashMap<>();

    /**
     * Makes the contexts at once, so that what is wrong with a key fails the start.
     *
     * @throws UnsupportedConfigurationException if a protocol or cipher suite is not one of the JDK's
     */
    BundleTlsContexts(Ssl ssl, SslBundle bundle, Map<String, SslBundle> serverNameBundles) {
        clientAuthentication = Ssl.ClientAuth.map(
                ssl.getClientAuth(), ClientAuthentication.NONE, ClientAuthentication.WANT, ClientAuthentication.NEED);
        entries.put(DEFAULT, entry(bundle));
        serverNameBundles.forEach((name, named) -> entries.put(lowerCase(name), entry(named)));
    }

    /** Follows the bundles when they are reloaded. They hold nothing alive: their handlers cannot be removed. */
    void follow(Ssl ssl, SslBundles bundles) {
        if (StringUtils.hasText(ssl.getBundle())) {
            follow(bundles, ssl.getBundle(), DEFAULT);
        }
        for (ServerNameSslBundle named : ssl.getServerNameBundles()) {
            follow(bundles, named.bundle(), lowerCase(named.serverName()));
        }
    }

    private void follow(SslBundles bundles, String bundleName, String key) {
        WeakReference<BundleTlsContexts> followed = new WeakReference<>(this);
        bundles.addBundleUpdateHandler(bundleName, reloaded -> {
            BundleTlsContexts contexts = followed.get();
            if (contexts != null) {
                contexts.replace(bundleName, key, reloaded);
            }
        });
    }

    private void replace(String bundleName, String key, SslBundle reloaded) {
        try {
            entries.put(key, entry(reloaded));
            logger.info("New connections use the reloaded SSL bundle '{}'", bundleName);
        } catch (RuntimeException e) {
            logger.error("The reloaded SSL bundle '{}' cannot be used; the one before stays", bundleName, e);
        }
    }

    private Entry entry(SslBundle bundle) {
        try {
            TlsContext context = new TlsContext(
                    bundle.createSslContext(),
                    clientAuthentication,
                    list(bundle.getOptions().getEnabledProtocols()),
                    list(bundle.getOptions().getCiphers()));
            return new Entry(context, ShownCertificate.expiry(bundle));
        } catch (IllegalArgumentException e) {
            throw new UnsupportedConfigurationException(
                    "A protocol or cipher suite for TLS is not known to this JDK: " + e.getMessage(),
                    "Correct 'server.ssl.enabled-protocols' or 'server.ssl.ciphers', or the 'options' of the SSL bundle."
                            + " Cipher suites have the names of the JDK, such as TLS_AES_128_GCM_SHA256.");
        }
    }

    private static List<String> list(String @Nullable [] names) {
        return names == null ? List.of() : Arrays.asList(names);
    }

    private static String lowerCase(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    @Override
    public TlsContext choose(@Nullable String serverName) {
        Entry found = serverName == null || entries.size() == 1 ? null : named(lowerCase(serverName));
        return (found != null ? found : byDefault()).context();
    }

    /** For the name itself, or else for all names that differ in their first label: {@code *.example.org}. */
    private @Nullable Entry named(String name) {
        Entry exact = entries.get(name);
        int dot = name.indexOf('.');
        return exact != null || dot < 0 ? exact : entries.get("*" + name.substring(dot));
    }

    private Entry byDefault() {
        Entry entry = entries.get(DEFAULT);
        if (entry == null) {
            throw new IllegalStateException("There is a bundle by default from the beginning");
        }
        return entry;
    }

    @Override
    public Map<String, Instant> expiries() {
        Map<String, Instant> expiries = new TreeMap<>();
        entries.forEach((name, entry) -> {
            Instant expiry = entry.expiry();
            if (expiry != null) {
                expiries.put(name, expiry);
            }
        });
        return expiries;
    }
}
