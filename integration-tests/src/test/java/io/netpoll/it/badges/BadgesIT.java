package io.netpoll.it.badges;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netpoll.it.RunningApplication;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spring Security's login with certificates: it reads what the server has put into the request. */
class BadgesIT {

    @TempDir
    private static Path directory;

    private static Badge server;
    private static Badge ada;
    private static Badge eve;

    @BeforeAll
    static void makeBadges() throws Exception {
        server = Badge.of("server");
        ada = Badge.of("ada");
        eve = Badge.of("eve");
        server.keyStore(directory.resolve("server.p12"));
        Badge.trustStore(directory.resolve("trusted.p12"), ada, eve);
    }

    private static RunningApplication start(String clientAuth) {
        return RunningApplication.start(
                BadgesApplication.class,
                "spring.autoconfigure.exclude=org.springframework.boot.session.jdbc.autoconfigure.JdbcSessionAutoConfiguration",
                "server.ssl.key-store=" + directory.resolve("server.p12").toUri(),
                "server.ssl.key-store-password=" + Badge.PASSWORD,
                "server.ssl.trust-store=" + directory.resolve("trusted.p12").toUri(),
                "server.ssl.trust-store-password=" + Badge.PASSWORD,
                "server.ssl.client-auth=" + clientAuth);
    }

    private static HttpResponse<String> get(RunningApplication application, @Nullable Badge badge, String path)
            throws IOException, GeneralSecurityException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("https://localhost:" + application.port() + path))
                .timeout(Duration.ofSeconds(30))
                .build();
        try (HttpClient client =
                HttpClient.newBuilder().sslContext(Badge.client(server, badge)).build()) {
            return client.send(request, BodyHandlers.ofString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"want", "need"})
    void whoIsKnownIsLoggedInByTheCommonName(String clientAuth) throws Exception {
        try (RunningApplication application = start(clientAuth)) {
            HttpResponse<String> response = get(application, ada, "/office");
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).isEqualTo("ada true O=netpoll,OU=IT,CN=ada");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"want", "need"})
    void whoIsTrustedButNotKnownStaysOutside(String clientAuth) throws Exception {
        try (RunningApplication application = start(clientAuth)) {
            assertThat(get(application, eve, "/office").statusCode()).isEqualTo(403);
            assertThat(get(application, eve, "/lobby").body()).isEqualTo("Welcome");
        }
    }

    @Test
    void withoutACertificateOnlyTheLobbyIsOpen() throws Exception {
        try (RunningApplication application = start("want")) {
            assertThat(get(application, null, "/office").statusCode()).isEqualTo(403);
            assertThat(get(application, null, "/lobby").body()).isEqualTo("Welcome");
        }
    }

    @Test
    void withoutACertificateThatIsNeededNoRequestComes() throws Exception {
        try (RunningApplication application = start("need")) {
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> get(application, null, "/lobby"));
            assertThat(get(application, ada, "/lobby").body()).isEqualTo("Welcome");
        }
    }
}
