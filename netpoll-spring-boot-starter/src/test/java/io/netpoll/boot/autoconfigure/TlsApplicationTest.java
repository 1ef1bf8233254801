package io.netpoll.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netpoll.boot.TestCertificate;
import io.netpoll.boot.TestHttp;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** TLS in applications that ask for it by properties. */
@ExtendWith(OutputCaptureExtension.class)
class TlsApplicationTest {

    private static final TestCertificate SERVER = TestCertificate.named("1");

    @TempDir
    Path directory = Path.of("");

    @Configuration(proxyBeanMethods = false)
    static class Registry {
        @Bean
        MeterRegistry registry() {
            return new SimpleMeterRegistry();
        }
    }

    private static String get(SSLContext client, int port, String path) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newBuilder().sslContext(client).build()) {
            return http.send(
                            HttpRequest.newBuilder(URI.create("https://localhost:" + port + path))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
        }
    }

    private static boolean isShown(TestCertificate certificate, int port) throws IOException {
        try (Socket plain = TestHttp.connect(port);
                SSLSocket socket = (SSLSocket)
                        certificate.client(null).getSocketFactory().createSocket(plain, "localhost", port, true)) {
            socket.startHandshake();
            return true;
        } catch (SSLException e) {
            return false;
        }
    }

    private String[] keyStore() throws Exception {
        return new String[] {
            "server.ssl.key-store="
                    + SERVER.keyStore(directory, "PKCS12", "web").toUri(),
            "server.ssl.key-store-password=" + TestCertificate.PASSWORD,
            "management.endpoint.health.show-details=always"
        };
    }

    @Test
    void propertiesOfAKeyStoreGiveHttps(CapturedOutput output) throws Exception {
        try (ServletWebServerApplicationContext context = TestApplication.run(Registry.class, keyStore())) {
            int port = TestApplication.port(context);
            assertThat(get(SERVER.client(null), port, "/hello")).isEqualTo("Hello");
            assertThat(output).contains("netpoll started on port " + port + " (https) with context path '/'");
            assertThat(get(SERVER.client(null), port, "/actuator/health"))
                    .contains("\"certificatesEnd\":{\"default\":\""
                            + SERVER.certificate().getNotAfter().toInstant());

            MeterRegistry registry = context.getBean(MeterRegistry.class);
            assertThat(registry.get("netpoll.tls.certificate.expiry")
                            .tag("server.name", "default")
                            .timeGauge()
                            .value(TimeUnit.DAYS))
                    .isBetween(29.0, 30.0);
            assertThat(registry.get("netpoll.tls.handshakes").functionCounter().count())
                    .isGreaterThanOrEqualTo(2);
            assertThat(isShown(TestCertificate.named("stranger"), port)).isFalse();
            Awaitility.await().untilAsserted(() -> assertThat(registry.get("netpoll.tls.handshakes.failed")
                            .tag("reason", "refused_by_client")
                            .functionCounter()
                            .count())
                    .isEqualTo(1));
        }
    }

    @Test
    void aBundleWhoseFilesChangeIsReloaded() throws Exception {
        TestCertificate renewed = TestCertificate.named("2");
        SERVER.pem(directory, "web");
        try (ServletWebServerApplicationContext context = TestApplication.run(
                "server.ssl.bundle=web",
                "spring.ssl.bundle.watch.file.quiet-period=100ms",
                "spring.ssl.bundle.pem.web.reload-on-update=true",
                "spring.ssl.bundle.pem.web.keystore.certificate="
                        + directory.resolve("web.crt").toUri(),
                "spring.ssl.bundle.pem.web.keystore.private-key="
                        + directory.resolve("web.key").toUri())) {
            int port = TestApplication.port(context);
            assertThat(isShown(SERVER, port)).isTrue();
            renewed.pem(directory, "web");
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> isShown(renewed, port));
            assertThat(isShown(SERVER, port)).isFalse();
        }
    }

    @Test
    void furtherListenersSpeakTlsUnlessTheyAreToldNotTo(CapturedOutput output) throws Exception {
        int plainPort = TestHttp.freePort();
        int otherPort = TestHttp.freePort();
        String[] properties = Stream.concat(
                        Stream.of(keyStore()),
                        Stream.of(
                                "netpoll.server.listeners[0].port=" + otherPort,
                                "netpoll.server.listeners[1].port=" + plainPort,
                                "netpoll.server.listeners[1].tls=false",
                                "netpoll.server.listeners[2].path=" + directory.resolve("socket")))
                .toArray(String[]::new);
        try (ServletWebServerApplicationContext context = TestApplication.run(properties)) {
            int port = TestApplication.port(context);
            assertThat(output)
                    .contains("started on ports " + port + " (https), " + otherPort + " (https), " + plainPort
                            + " (http) and path " + directory.resolve("socket") + " (http)");
            assertThat(get(SERVER.client(null), otherPort, "/hello")).isEqualTo("Hello");
            assertThat(TestHttp.body(plainPort, "/hello")).isEqualTo("Hello");
        }
    }

    @Test
    void anEndedCertificateIsSeenInHealth() throws Exception {
        TestCertificate ended = TestCertificate.named("1", Instant.now().minus(Duration.ofDays(1)));
        try (ServletWebServerApplicationContext context = TestApplication.run(
                "server.ssl.key-store="
                        + ended.keyStore(directory, "PKCS12", "web").toUri(),
                "server.ssl.key-store-password=" + TestCertificate.PASSWORD,
                "management.server.port=0",
                "management.server.ssl.enabled=false")) {
            int management =
                    Integer.parseInt(String.valueOf(context.getEnvironment().getProperty("local.management.port")));
            assertThat(TestHttp.get(management, "/actuator/health").statusCode())
                    .isEqualTo(503);
        }
    }

    @Test
    void theManagementServerHasTlsOfItsOwn() throws Exception {
        TestCertificate other = TestCertificate.named("2");
        try (ServletWebServerApplicationContext context = TestApplication.run(
                "management.server.port=0",
                "management.server.ssl.key-store="
                        + other.keyStore(directory, "PKCS12", "other").toUri(),
                "management.server.ssl.key-store-password=" + TestCertificate.PASSWORD)) {
            int management =
                    Integer.parseInt(String.valueOf(context.getEnvironment().getProperty("local.management.port")));
            assertThat(get(other.client(null), management, "/actuator/health")).contains("UP");
            assertThat(TestHttp.body(TestApplication.port(context), "/hello")).isEqualTo("Hello");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "server.ssl.ciphers=MADE_UP, MADE_UP, server.ssl.ciphers",
        "server.ssl.key-alias=none, Keystore does not contain alias 'none', server.ssl.key-alias",
        "server.ssl.key-store=, it has no key, server.ssl.key-store"
    })
    void whatIsWrongIsExplained(String wrong, String what, String where, CapturedOutput output) throws Exception {
        String[] properties = keyStore();
        properties[wrong.endsWith("=") ? 0 : 2] = wrong;
        assertThatException().isThrownBy(() -> TestApplication.run(properties));
        assertThat(output).contains("APPLICATION FAILED TO START", what, where);
    }

    @Test
    void bundleThatIsNotThereIsNamed(CapturedOutput output) {
        assertThatException().isThrownBy(() -> TestApplication.run("server.ssl.bundle=made-up"));
        assertThat(output)
                .contains(
                        "APPLICATION FAILED TO START",
                        "'made-up'",
                        "server.ssl.bundle",
                        "spring.ssl.bundle.pem.made-up");
    }
}
