package io.netpoll.it.badges;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/** A key with a certificate signed by itself, of a client, or of a server at {@code localhost}. */
record Badge(PrivateKey key, X509Certificate certificate) {

    /** Of every store. */
    static final String PASSWORD = "secret";

    /** A badge whose subject has a common name, and more; RFC 4514 writes the common name last. */
    static Badge of(String name) throws GeneralSecurityException, IOException, OperatorCreationException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        KeyPair pair = generator.generateKeyPair();
        X500Name subject = new X500Name("CN=" + name + ", OU=IT, O=netpoll");
        Instant now = Instant.now();
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                subject,
                BigInteger.ONE,
                Date.from(now.minus(Duration.ofDays(1))),
                Date.from(now.plus(Duration.ofDays(1))),
                subject,
                pair.getPublic());
        builder.addExtension(
                Extension.subjectAlternativeName,
                false,
                new GeneralNames(new GeneralName(GeneralName.dNSName, "localhost")));
        return new Badge(
                pair.getPrivate(),
                new JcaX509CertificateConverter()
                        .getCertificate(builder.build(
                                new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate()))));
    }

    /** A file with the key. */
    Path keyStore(Path file) throws GeneralSecurityException, IOException {
        return write(withKey(), file);
    }

    /** A file with the certificates of some. */
    static Path trustStore(Path file, Badge... trusted) throws GeneralSecurityException, IOException {
        return write(withCertificates(trusted), file);
    }

    /** What a client needs that trusts a server and shows its own badge, if it has one. */
    static SSLContext client(Badge server, @Nullable Badge own) throws GeneralSecurityException, IOException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(withCertificates(server));
        SSLContext context = SSLContext.getInstance("TLS");
        if (own == null) {
            context.init(null, trust.getTrustManagers(), null);
        } else {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(own.withKey(), PASSWORD.toCharArray());
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        }
        return context;
    }

    private KeyStore withKey() throws GeneralSecurityException, IOException {
        KeyStore store = empty();
        store.setKeyEntry("key", key, PASSWORD.toCharArray(), new X509Certificate[] {certificate});
        return store;
    }

    private static KeyStore withCertificates(Badge... badges) throws GeneralSecurityException, IOException {
        KeyStore store = empty();
        for (Badge badge : badges) {
            store.setCertificateEntry(
                    badge.certificate.getSubjectX500Principal().getName(), badge.certificate);
        }
        return store;
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static Path write(KeyStore store, Path file) throws GeneralSecurityException, IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD.toCharArray());
        }
        return file;
    }
}
