package io.netpoll.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.boot.TestHttp;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What an application sees of a request that has come through a proxy on this machine. */
class ForwardedHeadersTest {

    @TempDir
    private Path directory;

    private static final String FORWARDED = String.join(
            "\r\n",
            "X-Forwarded-For: 203.0.113.7, 10.0.0.2",
            "X-Forwarded-Proto: https",
            "X-Forwarded-Host: p.example",
            "X-Forwarded-Port: 8443",
            "");
    private static final String BELIEVED = "https p.example 8443 true 203.0.113.7 203.0.113.7 null";

    private static String ask(String target, String fields, String... properties) throws IOException {
        try (ServletWebServerApplicationContext context = TestApplication.run(Who.class, properties);
                Socket socket = TestHttp.connect(TestApplication.port(context))) {
            String head =
                    "GET " + target + " HTTP/1.1\r\nHost: backend:1234\r\nConnection: close\r\n" + fields + "\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            return TestHttp.readToEnd(socket);
        }
    }

    @Test
    void nativeBelievesTheProxy() throws IOException {
        assertThat(ask("/who", FORWARDED, "server.forward-headers-strategy=native"))
                .endsWith(BELIEVED);
    }

    @Test
    void aCloudPlatformHasProxies() throws IOException {
        assertThat(ask("/who", FORWARDED, "spring.main.cloud-platform=kubernetes"))
                .endsWith(BELIEVED);
        assertThat(ask(
                        "/who",
                        FORWARDED,
                        "spring.main.cloud-platform=kubernetes",
                        "server.forward-headers-strategy=none"))
                .contains("http backend 1234 false 127.0.0.1");
    }

    @Test
    void withoutAStrategyNothingIsBelieved() throws IOException {
        assertThat(ask("/who", FORWARDED))
                .contains("http backend 1234 false 127.0.0.1")
                .endsWith("203.0.113.7, 10.0.0.2");
    }

    @Test
    void springItselfFindsTheHeadersWhereTheFrameworkReadsThem() throws IOException {
        assertThat(ask("/who", FORWARDED, "server.forward-headers-strategy=framework"))
                .contains("https p.example 8443 true 203.0.113.7");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "server.tomcat.remoteip.remote-ip-header=X-Forwarded-For",
                "server.tomcat.remoteip.protocol-header=X-Forwarded-Proto",
                "netpoll.server.remote-ip.protocol-header=X-Forwarded-Proto"
            })
    void whoNamesAFieldWantsItRead(String property) throws IOException {
        assertThat(ask("/who", FORWARDED, property)).endsWith(BELIEVED);
        assertThat(ask("/who", FORWARDED, property, "server.forward-headers-strategy=none"))
                .endsWith(BELIEVED);
    }

    /** As with Tomcat: an administrator looks for who has connected, unless he has said otherwise. */
    @ParameterizedTest
    @CsvSource({"false, (127\\.0\\.0\\.1|0:0:0:0:0:0:0:1) backend", "true, 203\\.0\\.113\\.7 p\\.example"})
    void accessLogNamesTheProxyUnlessAskedForTheClient(boolean asTheApplicationSees, String entry) throws IOException {
        ask(
                "/who",
                FORWARDED,
                "server.forward-headers-strategy=native",
                "netpoll.server.accesslog.enabled=true",
                "netpoll.server.accesslog.pattern=%h %v",
                "netpoll.server.accesslog.rotate=false",
                "netpoll.server.accesslog.directory=" + directory,
                "netpoll.server.accesslog.request-attributes-enabled=" + asTheApplicationSees);
        assertThat(Files.readString(directory.resolve("access_log.log")).strip())
                .matches(entry);
    }

    @Test
    void redirectsAndCookiesAreForTheClient() throws IOException {
        String answer = ask("/go", FORWARDED, "server.forward-headers-strategy=native");
        assertThat(answer)
                .contains("Location: https://p.example:8443/elsewhere\r\n")
                .containsPattern("Set-Cookie: JSESSIONID=[^\r]*; Secure");
    }

    @Test
    void theRedirectToTheContextRootIsForTheClient() throws IOException {
        assertThat(ask("/app", FORWARDED, "server.forward-headers-strategy=native", "server.servlet.context-path=/app"))
                .contains("Location: https://p.example:8443/app/\r\n");
    }

    @Test
    void propertiesSayWhoIsBelievedAndWhatIsRead() throws IOException {
        assertThat(ask(
                        "/who",
                        FORWARDED,
                        "server.forward-headers-strategy=native",
                        "netpoll.server.remote-ip.internal-proxies=10.0.0.0/8"))
                .contains("http backend 1234 false 127.0.0.1");
        assertThat(ask(
                        "/who",
                        "Client: 203.0.113.9\r\n" + FORWARDED,
                        "netpoll.server.remote-ip.remote-ip-header=Client"))
                .contains("https p.example 8443 true 203.0.113.9");
        assertThat(ask(
                        "/who",
                        "Forwarded: for=203.0.113.8;proto=https;host=f.example\r\n" + FORWARDED,
                        "server.forward-headers-strategy=native",
                        "netpoll.server.remote-ip.rfc7239=true"))
                .contains("https f.example 443 true 203.0.113.8");
    }

    @Test
    void theManagementServerBelievesAndCompressesToo() throws Exception {
        try (ServletWebServerApplicationContext context = TestApplication.run(
                        "management.server.port=0",
                        "management.endpoints.web.exposure.include=health,beans",
                        "server.forward-headers-strategy=native",
                        "server.compression.enabled=true",
                        "server.compression.mime-types=application/vnd.spring-boot");
                Socket socket = TestHttp.connect(
                        Integer.parseInt(context.getEnvironment().getRequiredProperty("local.management.port")))) {
            String head = "GET /actuator HTTP/1.1\r\nHost: backend\r\n" + FORWARDED + "\r\n"
                    + "GET /actuator/beans HTTP/1.1\r\nHost: backend\r\nConnection: close\r\nAccept-Encoding: gzip\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            String answers = TestHttp.readToEnd(socket);
            assertThat(answers).contains("\"https://p.example:8443/actuator/health\"");
            assertThat(StringUtils.countOccurrencesOf(answers, "Content-Encoding: gzip\r\n"))
                    .isEqualTo(1);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @RestController
    static class Who {

        @GetMapping("/who")
        String who(HttpServletRequest request) {
            return String.join(
                    " ",
                    request.getScheme(),
                    request.getServerName(),
                    Integer.toString(request.getServerPort()),
                    Boolean.toString(request.isSecure()),
                    request.getRemoteAddr(),
                    request.getRemoteHost(),
                    String.valueOf(request.getHeader("X-Forwarded-For")));
        }

        @GetMapping("/go")
        void go(HttpServletRequest request, HttpServletResponse response) throws IOException {
            request.getSession();
            response.sendRedirect("/elsewhere");
        }
    }
}
