package io.netpoll.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.netpoll.boot.TestServlets.Body;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundleKey;
import org.springframework.boot.ssl.jks.JksSslStoreBundle;
import org.springframework.boot.ssl.jks.JksSslStoreDetails;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.Ssl.ClientAuth;
import org.springframework.boot.web.server.Ssl.ServerNameSslBundle;
import org.springframework.boot.web.server.WebServer;

/** {@code server.ssl.*} as the factory understands it. */
@ExtendWith(OutputCaptureExtension.class)
class TlsFactoryTest extends AbstractWebServerTest {

    private static final TestCertificate SERVER = TestCertificate.named("1");
    private static final TestCertificate CLIENT = TestCertificate.named("client");

    private final Ssl ssl = new Ssl();
    private final DefaultSslBundleRegistry bundles = new DefaultSslBundleRegistry();

    @TempDir
    Path directory = Path.of("");

    @BeforeEach
    void askForTls() {
        factory.setSsl(ssl);
        factory.setSslBundles(bundles);
    }

    private void keyStore(String type) throws Exception {
        ssl.setKeyStore(SERVER.keyStore(directory, type, "key").toString());
        ssl.setKeyStoreType(type);
        ssl.setKeyStorePassword(TestCertificate.PASSWORD);
    }

    private void trustStore(String type) throws Exception {
        ssl.setTrustStore(CLIENT.trustStore(directory, type).toString());
        ssl.setTrustStoreType(type);
        ssl.setTrustStorePassword(TestCertificate.PASSWORD);
    }

    private SslBundle bundle(TestCertificate certificate, String name) throws Exception {
        certificate.pem(directory, name);
        PemSslStoreDetails key = PemSslStoreDetails.forCertificate("file:" + directory.resolve(name + ".crt"))
                .withPrivateKey("file:" + directory.resolve(name + ".key"));
        CLIENT.pem(directory, "trusted");
        return SslBundle.of(
                new PemSslStoreBundle(
                        key, PemSslStoreDetails.forCertificate("file:" + directory.resolve("trusted.crt"))),
                SslBundleKey.NONE);
    }

    private WebServer serve(Body body) {
        return start(TestServlets.servlet("/hello", body));
    }

    private static HttpResponse<String> get(SSLContext client, WebServer server, String... fields) throws IOException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("https://localhost:" + server.getPort() + "/hello"));
        if (fields.length > 0) {
            request.headers(fields);
        }
        try (HttpClient http = HttpClient.newBuilder().sslContext(client).build()) {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private String subject(WebServer server, @Nullable String serverName, TestCertificate... trusted)
            throws IOException {
        for (TestCertificate certificate : trusted) {
            try (Socket plain = TestHttp.connect(server.getPort());
                    SSLSocket socket = (SSLSocket)
                            certificate.client(null).getSocketFactory().createSocket(plain, "localhost", 0, true)) {
                SSLParameters parameters = socket.getSSLParameters();
                parameters.setServerNames(serverName == null ? List.of() : List.of(new SNIHostName(serverName)));
                socket.setSSLParameters(parameters);
                socket.startHandshake();
                return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
                        .getSubjectX500Principal()
                        .getName();
            } catch (javax.net.ssl.SSLHandshakeException e) {
                // Not this one.
            }
        }
        throw new AssertionError("none of them");
    }

    @ParameterizedTest
    @ValueSource(strings = {"JKS", "PKCS12"})
    void keysComeFromAStore(String type, CapturedOutput output) throws Exception {
        keyStore(type);
        WebServer server = serve((request, response) -> response.getWriter()
                .write(request.getScheme() + " " + request.isSecure() + " " + request.getRequestURL()));
        HttpResponse<String> response = get(SERVER.client(null), server);
        assertThat(response.body()).isEqualTo("https true https://localhost:" + server.getPort() + "/hello");
        assertThat(response.headers().map()).doesNotContainKey("Server");
        assertThat(output).contains("netpoll started on port " + server.getPort() + " (https) with context path '/'");
    }

    @Test
    void keysComeFromPemFiles() throws Exception {
        SERVER.pem(directory, "server");
        ssl.setCertificate(directory.resolve("server.crt").toUri().toString());
        ssl.setCertificatePrivateKey(directory.resolve("server.key").toUri().toString());
        factory.setServerHeader("me");
        HttpResponse<String> response = get(SERVER.client(null), serve((request, answer) -> answer.getWriter()
                .write("Hello")));
        assertThat(response.body()).isEqualTo("Hello");
        assertThat(response.headers().allValues("Server")).containsExactly("me");
    }

    @ParameterizedTest
    @CsvSource({"a, CN=2", "b, CN=1"})
    void anAliasChoosesTheKey(String alias, String subject) throws Exception {
        TestCertificate other = TestCertificate.named("2");
        ssl.setKeyStore(SERVER.keyStore(directory, "b", other, "a").toString());
        ssl.setKeyStorePassword(TestCertificate.PASSWORD);
        ssl.setKeyAlias(alias);
        assertThat(subject(serve((request, response) -> {}), null, SERVER, other))
                .isEqualTo(subject);
    }

    @Test
    void keysComeFromTheClassPath() throws Exception {
        SERVER.keyStore(directory, "PKCS12", "key");
        ssl.setKeyStore("classpath:key-key.PKCS12");
        ssl.setKeyStorePassword(TestCertificate.PASSWORD);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader withTheStore =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, before)) {
            thread.setContextClassLoader(withTheStore);
            assertThat(subject(serve((request, response) -> {}), null, SERVER)).isEqualTo("CN=1");
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void anAliasThatIsNotThereFailsTheStart() throws Exception {
        keyStore("PKCS12");
        ssl.setKeyAlias("test-alias-404");
        assertThatIllegalStateException()
                .isThrownBy(this::create)
                .withMessageContaining("Keystore does not contain alias 'test-alias-404'");
    }

    @Test
    void tlsWithoutAKeyFailsTheStart() {
        assertThatIllegalStateException().isThrownBy(this::create).withMessageContaining("SSL is enabled");
    }

    @ParameterizedTest
    @CsvSource({"TLSv9, TLS_AES_128_GCM_SHA256", "TLSv1.3, TLS_MADE_UP"})
    void aNameThatTheJdkDoesNotKnowFailsTheStart(String protocol, String cipher) throws Exception {
        keyStore("PKCS12");
        ssl.setEnabledProtocols(new String[] {protocol});
        ssl.setCiphers(new String[] {cipher});
        assertThatExceptionOfType(UnsupportedConfigurationException.class)
                .isThrownBy(this::create)
                .satisfies(
                        e -> assertThat(e.getAction()).contains("server.ssl.enabled-protocols", "server.ssl.ciphers"));
    }

    @Test
    void protocolsAndCiphersAreThoseThatAreAllowed() throws Exception {
        keyStore("PKCS12");
        ssl.setEnabledProtocols(new String[] {"TLSv1.2"});
        ssl.setCiphers(new String[] {"TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384"});
        WebServer server = serve((request, response) -> response.getWriter()
                .write(request.getAttribute("jakarta.servlet.request.secure_protocol")
                        + " " + request.getAttribute("jakarta.servlet.request.cipher_suite")
                        + " " + request.getAttribute("jakarta.servlet.request.key_size")
                        + " " + (request.getAttribute("jakarta.servlet.request.ssl_session_id") instanceof String)
                        + " " + request.getAttribute("jakarta.servlet.request.X509Certificate")));
        assertThat(get(SERVER.client(null), server).body())
                .isEqualTo("TLSv1.2 TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384 256 true null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"JKS", "PKCS12"})
    void aClientMustShowACertificate(String type) throws Exception {
        keyStore(type);
        trustStore(type);
        ssl.setClientAuth(ClientAuth.NEED);
        assertClients(serve(TlsFactoryTest::whoIsIt), false);
    }

    @Test
    void aClientMayShowACertificate() throws Exception {
        keyStore("PKCS12");
        trustStore("PKCS12");
        ssl.setClientAuth(ClientAuth.WANT);
        assertClients(serve(TlsFactoryTest::whoIsIt), true);
    }

    @Test
    void whatPemFilesTrustCounts() throws Exception {
        SERVER.pem(directory, "server");
        CLIENT.pem(directory, "trusted");
        ssl.setCertificate(directory.resolve("server.crt").toUri().toString());
        ssl.setCertificatePrivateKey(directory.resolve("server.key").toUri().toString());
        ssl.setTrustCertificate(directory.resolve("trusted.crt").toUri().toString());
        ssl.setClientAuth(ClientAuth.NEED);
        assertClients(serve(TlsFactoryTest::whoIsIt), false);
    }

    @Test
    void whatStoresOfABundleTrustCounts() throws Exception {
        bundles.registerBundle(
                "web",
                SslBundle.of(new JksSslStoreBundle(
                        JksSslStoreDetails.forLocation("file:" + SERVER.keyStore(directory, "PKCS12", "key"))
                                .withPassword(TestCertificate.PASSWORD),
                        JksSslStoreDetails.forLocation("file:" + CLIENT.trustStore(directory, "PKCS12"))
                                .withPassword(TestCertificate.PASSWORD))));
        ssl.setBundle("web");
        ssl.setClientAuth(ClientAuth.NEED);
        assertClients(serve(TlsFactoryTest::whoIsIt), false);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatABundleTrustsCounts(boolean anonymous) throws Exception {
        bundles.registerBundle("web", bundle(SERVER, "server"));
        ssl.setBundle("web");
        ssl.setClientAuth(anonymous ? ClientAuth.WANT : ClientAuth.NEED);
        assertClients(serve(TlsFactoryTest::whoIsIt), anonymous);
    }

    private static void whoIsIt(
            jakarta.servlet.http.HttpServletRequest request, jakarta.servlet.http.HttpServletResponse response)
            throws IOException {
        X509Certificate[] shown = (X509Certificate[]) request.getAttribute("jakarta.servlet.request.X509Certificate");
        response.getWriter()
                .write(
                        shown == null
                                ? "nobody"
                                : shown[0].getSubjectX500Principal().getName());
    }

    private static void assertClients(WebServer server, boolean anonymous) throws IOException {
        assertThat(get(SERVER.client(CLIENT), server).body()).isEqualTo("CN=client");
        if (anonymous) {
            assertThat(get(SERVER.client(null), server).body()).isEqualTo("nobody");
        } else {
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> get(SERVER.client(null), server));
        }
    }

    @Test
    void theServerNameChoosesTheBundle() throws Exception {
        TestCertificate other = TestCertificate.named("2");
        TestCertificate wild = TestCertificate.named("3");
        bundles.registerBundle("web", bundle(SERVER, "server"));
        bundles.registerBundle("other", bundle(other, "other"));
        bundles.registerBundle("wild", bundle(wild, "wild"));
        ssl.setBundle("web");
        ssl.setServerNameBundles(List.of(
                new ServerNameSslBundle("Other.example.org", "other"),
                new ServerNameSslBundle("*.example.com", "wild")));
        WebServer server = serve((request, response) -> {});
        TestCertificate[] all = {SERVER, other, wild};
        assertThat(subject(server, null, all)).isEqualTo("CN=1");
        assertThat(subject(server, "unknown.example.org", all)).isEqualTo("CN=1");
        assertThat(subject(server, "other.Example.org", all)).isEqualTo("CN=2");
        assertThat(subject(server, "a.example.com", all)).isEqualTo("CN=3");
        assertThat(subject(server, "a.b.example.com", all)).isEqualTo("CN=1");
        assertThat(((NetpollWebServer) server).getCertificates().expiries())
                .containsOnlyKeys("default", "other.example.org", "*.example.com");
    }

    @Test
    void aReloadedBundleConcernsNewConnections(CapturedOutput output) throws Exception {
        TestCertificate renewed = TestCertificate.named("2");
        bundles.registerBundle("web", bundle(SERVER, "server"));
        ssl.setBundle("web");
        WebServer server = serve((request, response) -> response.getWriter().write("Hello"));
        try (Socket plain = TestHttp.connect(server.getPort());
                Socket before = SERVER.client(null).getSocketFactory().createSocket(plain, "localhost", 0, true)) {
            TestHttp.writeGet(before, "/hello");
            TestHttp.readUntil(before, "Hello");

            bundles.updateBundle("web", bundle(renewed, "renewed"));
            assertThat(subject(server, null, SERVER, renewed)).isEqualTo("CN=2");
            TestHttp.writeGet(before, "/hello");
            assertThat(TestHttp.readUntil(before, "Hello")).startsWith("HTTP/1.1 200 ");
        }
        bundles.updateBundle(
                "web", SslBundle.of(bundle(SERVER, "server").getStores(), SslBundleKey.of(null, "no such alias")));
        assertThat(output).contains("The reloaded SSL bundle 'web' cannot be used; the one before stays");
        assertThat(subject(server, null, SERVER, renewed)).isEqualTo("CN=2");
    }

    @Test
    void sessionCookiesAreForTlsOnly() throws Exception {
        keyStore("PKCS12");
        WebServer server = serve((request, response) -> request.getSession());
        assertThat(get(SERVER.client(null), server).headers().firstValue("Set-Cookie"))
                .hasValueSatisfying(cookie -> assertThat(cookie).contains("; Secure"));
    }

    @Test
    void sessionsAreThoseOfTls() throws Exception {
        keyStore("PKCS12");
        factory.getSettings()
                .getSession()
                .setTrackingModes(Set.of(org.springframework.boot.web.server.servlet.Session.SessionTrackingMode.SSL));
        WebServer server = start(
                context -> assertThat(context).isNotNull(), TestServlets.servlet("/hello", (request, response) -> {
                    HttpSession session = request.getSession();
                    boolean known = Objects.equals(session.getAttribute("known"), "yes");
                    session.setAttribute("known", "yes");
                    boolean bySsl = request.getServletContext()
                            .getEffectiveSessionTrackingModes()
                            .equals(EnumSet.of(SessionTrackingMode.SSL));
                    response.getWriter().write(bySsl + " " + known + " " + request.isRequestedSessionIdValid());
                }));
        try (HttpClient http =
                HttpClient.newBuilder().sslContext(SERVER.client(null)).build()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("https://localhost:" + server.getPort() + "/hello"))
                    .build();
            assertThat(http.send(request, BodyHandlers.ofString()).body()).isEqualTo("true false true");
            HttpResponse<String> second = http.send(request, BodyHandlers.ofString());
            assertThat(second.body()).isEqualTo("true true true");
            assertThat(second.headers().map()).doesNotContainKey("Set-Cookie");
        }
    }
}
