package io.netpoll.it.members;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.it.Browser;
import io.netpoll.it.RunningApplication;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spring Security's defaults, whoever keeps the sessions. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class MembersSuite {

    private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\"[^>]* value=\"([^\"]+)\"");

    private final RunningApplication application;
    private final String sessionCookie;
    private Browser browser;

    MembersSuite(RunningApplication application, String sessionCookie) {
        this.application = application;
        this.sessionCookie = sessionCookie;
    }

    @AfterAll
    void stop() {
        application.close();
    }

    @BeforeEach
    void open() {
        browser = new Browser(application.port());
    }

    @AfterEach
    void close() {
        browser.close();
    }

    @Test
    void strangersAreSentToTheForm() {
        HttpResponse<String> response = browser.get("/visits", "Accept", "text/html");
        assertRedirect(response, "/login");
        assertThat(browser.get("/login").body()).contains("Please sign in", "_csrf");
    }

    @Test
    void loginGoesOnWhereItWasAskedFor() {
        browser.get("/visits", "Accept", "text/html");
        HttpResponse<String> response = logIn(browser, "cobol");
        assertRedirect(response, "/visits?continue");
        assertThat(browser.get("/visits?continue").body()).isEqualTo("grace was here 1 times");
        assertThat(browser.get("/visits").body()).isEqualTo("grace was here 2 times");
        assertThat(browser.get("/me").body()).isEqualTo("grace true");
    }

    @Test
    void wrongPasswordIsRefused() {
        assertRedirect(logIn(browser, "fortran"), "/login?error");
        assertThat(browser.get("/login?error").body()).contains("Invalid credentials");
        assertThat(browser.get("/visits", "Accept", "application/json").statusCode())
                .isEqualTo(401);
    }

    @Test
    void loginChangesTheIdOfTheSession() {
        browser.get("/login");
        String before = browser.cookie(sessionCookie).orElseThrow();
        logIn(browser, "cobol");
        String after = browser.cookie(sessionCookie).orElseThrow();
        assertThat(after).isNotEqualTo(before);
        try (Browser attacker = new Browser(application.port())) {
            assertThat(attacker.get("/me", "Cookie", sessionCookie + "=" + before, "Accept", "application/json")
                            .statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void formWithoutTokenIsForbidden() {
        // A stranger may not see the page of errors either: Boot's own default makes 401 of the 403.
        assertThat(browser.post("/login", Map.of("username", "grace", "password", "cobol"))
                        .statusCode())
                .isEqualTo(401);
        logIn(browser, "cobol");
        assertThat(browser.post("/note", Map.of("text", "x")).statusCode()).isEqualTo(403);
        String token = browser.get("/token").body();
        assertThat(browser.post("/note", Map.of("text", "Grüße", "_csrf", token))
                        .body())
                .isEqualTo("Noted: Grüße");
        assertThat(browser.post(
                                "/note",
                                "text=y",
                                "Content-Type",
                                "application/x-www-form-urlencoded",
                                "X-CSRF-TOKEN",
                                token)
                        .body())
                .isEqualTo("Noted: y");
    }

    @Test
    void logoutEndsTheSession() {
        logIn(browser, "cobol");
        String session = browser.cookie(sessionCookie).orElseThrow();
        HttpResponse<String> response =
                browser.post("/logout", Map.of("_csrf", browser.get("/token").body()));
        assertThat(response.statusCode()).isEqualTo(204);
        assertThat(browser.get("/me", "Cookie", sessionCookie + "=" + session, "Accept", "application/json")
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void basicCredentialsAreAccepted() {
        String credentials = Base64.getEncoder().encodeToString("grace:cobol".getBytes(StandardCharsets.UTF_8));
        assertThat(browser.get("/me", "Authorization", "Basic " + credentials).body())
                .isEqualTo("grace true");
        assertThat(browser.get("/me", "Accept", "application/json").headers().firstValue("WWW-Authenticate"))
                .hasValueSatisfying(value -> assertThat(value).startsWith("Basic realm="));
    }

    @Test
    void headersOfSecurityAreSentWithErrorsToo() {
        HttpResponse<String> response = browser.get("/me", "Accept", "application/json");
        assertThat(response.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(response.headers().firstValue("X-Frame-Options")).hasValue("DENY");
        assertThat(response.headers().firstValue("Cache-Control"))
                .hasValueSatisfying(value -> assertThat(value).contains("no-store"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/visits;x=1",
                "/visits;jsessionid=1",
                "/%2e/visits",
                "/a%2fvisits",
                "//visits",
                "/visits%00",
                "/a/../visits",
                "/visits%0a"
            })
    void ambiguousPathsNeverReachAController(String path) throws IOException {
        assertThat(status(path)).isIn(302, 400, 401);
    }

    private int status(String path) throws IOException {
        try (Socket socket = new Socket("localhost", application.port())) {
            socket.setSoTimeout(30_000);
            String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String response = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            return Integer.parseInt(response.substring(9, 12));
        }
    }

    /** Fills in the form of Spring Security. */
    static HttpResponse<String> logIn(Browser browser, String password) {
        Matcher token = TOKEN.matcher(browser.get("/login").body());
        assertThat(token.find()).as("token in the form").isTrue();
        return browser.post("/login", Map.of("username", "grace", "password", password, "_csrf", token.group(1)));
    }

    private static void assertRedirect(HttpResponse<String> response, String path) {
        assertThat(response.statusCode()).isEqualTo(302);
        assertThat(response.headers().firstValue("Location"))
                .hasValueSatisfying(location -> assertThat(location).endsWith(path));
    }
}
