package io.netpoll.boot;

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
import java.util.Base64;
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

/** A key with a certificate that it has signed itself, made for a test, and the files that applications keep them in. */
public record TestCertificate(PrivateKey key, X509Certificate certificate) {

    /** Of every store and key in these files. */
    public static final String PASSWORD = "secret";

    /** For a server at {@code localhost}, whose subject has another name. */
    public static TestCertificate named(String name) {
        return named(name, Instant.now().plus(Duration.ofDays(30)));
    }

    /** For a server at {@code localhost}, until a certain time. */
    public static TestCertificate named(String name, Instant end) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair pair = generator.generateKeyPair();
            X500Name subject = new X500Name("CN=" + name);
            JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    subject,
                    BigInteger.ONE,
                    Date.from(Instant.now().minus(Duration.ofDays(10))),
                    Date.from(end),
                    subject,
                    pair.getPublic());
            builder.addExtension(
                    Extension.subjectAlternativeName,
                    false,
                    new GeneralNames(new GeneralName(GeneralName.dNSName, "localhost")));
            return new TestCertificate(
                    pair.getPrivate(),
                    new JcaX509CertificateConverter()
                            .getCertificate(builder.build(
                                    new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate()))));
        } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A store of the key, under an alias. */
    public Path keyStore(Path directory, String type, String alias) throws GeneralSecurityException, IOException {
        KeyStore store = empty(type);
        store.setKeyEntry(alias, key, PASSWORD.toCharArray(), new X509Certificate[] {certificate});
        return write(store, directory.resolve(alias + "-key." + type));
    }

    /** A store of the key under one alias and another key under another, which sorts before it. */
    public Path keyStore(Path directory, String alias, TestCertificate other, String before)
            throws GeneralSecurityException, IOException {
        KeyStore store = empty("PKCS12");
        store.setKeyEntry(before, other.key, PASSWORD.toCharArray(), new X509Certificate[] {other.certificate});
        store.setKeyEntry(alias, key, PASSWORD.toCharArray(), new X509Certificate[] {certificate});
        return write(store, directory.resolve(before + "-" + alias + ".p12"));
    }

    /** A store of the certificate. */
    public Path trustStore(Path directory, String type) throws GeneralSecurityException, IOException {
        KeyStore store = empty(type);
        store.setCertificateEntry("trusted", certificate);
        return write(store, directory.resolve("trusted." + type));
    }

    private static Path write(KeyStore store, Path file) throws GeneralSecurityException, IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD.toCharArray());
        }
        return file;
    }

    /** Both as PEM, in {@code name.crt} and {@code name.key}. */
    public void pem(Path directory, String name) throws GeneralSecurityException, IOException {
        Files.writeString(directory.resolve(name + ".key"), pem("PRIVATE KEY", key.getEncoded()));
        Files.writeString(directory.resolve(name + ".crt"), pem("CERTIFICATE", certificate.getEncoded()));
    }

    private static String pem(String label, byte[] octets) {
        String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(octets);
        return "-----BEGIN " + label + "-----\n" + base64 + "\n-----END " + label + "-----\n";
    }

    /** The context of a client that trusts this certificate, and shows {@code own} if it is asked. */
    public SSLContext client(@Nullable TestCertificate own) {
        try {
            KeyStore trusted = empty("PKCS12");
            trusted.setCertificateEntry("trusted", certificate);
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own == null ? null : own.keyManagers().getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private KeyManagerFactory keyManagers() throws GeneralSecurityException, IOException {
        KeyStore store = empty("PKCS12");
        store.setKeyEntry("key", key, PASSWORD.toCharArray(), new X509Certificate[] {certificate});
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, PASSWORD.toCharArray());
        return factory;
    }

    private static KeyStore empty(String type) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(type);
        store.load(null, null);
        return store;
    }
}
