package io.netpoll.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

import io.netpoll.boot.NetpollApplicationCustomizer;
import io.netpoll.boot.TestHttp;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.servlet.ConfigurableServletWebServerFactory;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Whole applications with properties of the Servlet engine. */
@ExtendWith(OutputCaptureExtension.class)
class NetpollServletPropertiesTest {

    private static final String FORM = "Content-Type: application/x-www-form-urlencoded";
    private static final String PARTS = "Content-Type: multipart/form-data; boundary=b";

    @TempDir
    Path root;

    @ParameterizedTest
    @CsvSource({
        "max-sessions, -2, at least 0",
        "max-cookie-count, -2, at least 0",
        "max-parameter-count, -2, at least 0",
        "max-part-count, -2, at least 0",
        "max-form-size, -2B, below 2GB",
        "max-form-size, 2GB, below 2GB",
        "max-part-header-size, 3GB, below 2GB",
        "max-part-header-size, much, DataSize",
        "precompressed, zip, GZIP",
        "relative-redirects, perhaps, boolean",
    })
    void wrongValueFailsTheStartByItsName(String property, String value, String reason, CapturedOutput output) {
        String name = "netpoll.server.servlet." + property;
        assertThatException().isThrownBy(() -> TestApplication.run(name + "=" + value));
        String field = property.replaceAll("-.*", "");
        assertThat(output).contains("APPLICATION FAILED TO START", "netpoll.server.servlet", field, reason);
    }

    private static String ask(ServletWebServerApplicationContext context, String request) throws IOException {
        try (Socket socket = TestHttp.connect(TestApplication.port(context))) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return TestHttp.readToEnd(socket);
        }
    }

    private static String get(ServletWebServerApplicationContext context, String path, String... fields)
            throws IOException {
        String more = String.join(
                "", java.util.Arrays.stream(fields).map(f -> f + "\r\n").toList());
        return ask(context, "GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n" + more + "\r\n");
    }

    private static String post(ServletWebServerApplicationContext context, String path, String type, String body)
            throws IOException {
        return ask(
                context,
                "POST " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n" + type + "\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body);
    }

    private static String part(String header) {
        return "--b\r\nContent-Disposition: form-data; name=a" + header + "\r\n\r\n1\r\n";
    }

    @Test
    void limitsAreThoseOfTheProperties(CapturedOutput output) throws IOException {
        try (ServletWebServerApplicationContext context = TestApplication.run(
                Endpoints.class,
                "netpoll.server.servlet.max-sessions=1",
                "netpoll.server.servlet.max-cookie-count=2",
                "netpoll.server.servlet.max-form-size=10B",
                "netpoll.server.servlet.max-parameter-count=2",
                "netpoll.server.servlet.max-part-count=2",
                "netpoll.server.servlet.max-part-header-size=100B")) {
            assertThat(get(context, "/session")).startsWith("HTTP/1.1 200 ");
            assertThat(get(context, "/session")).startsWith("HTTP/1.1 503 ");
            assertThat(get(context, "/cookies", "Cookie: a=1; b=2")).endsWith("2");
            assertThat(get(context, "/cookies", "Cookie: a=1; b=2; c=3")).startsWith("HTTP/1.1 400 ");
            assertThat(post(context, "/form", FORM, "a=12345678")).endsWith("1");
            assertThat(post(context, "/form", FORM, "a=123456789")).startsWith("HTTP/1.1 413 ");
            assertThat(post(context, "/form", FORM, "a=1&b=2")).endsWith("2");
            assertThat(post(context, "/form", FORM, "a&b&c")).startsWith("HTTP/1.1 400 ");
            assertThat(post(context, "/parts", PARTS, part("").repeat(2) + "--b--\r\n"))
                    .endsWith("2");
            assertThat(post(context, "/parts", PARTS, part("").repeat(3) + "--b--\r\n"))
                    .startsWith("HTTP/1.1 413 ");
            assertThat(post(context, "/parts", PARTS, part("\r\nX: " + "y".repeat(100)) + "--b--\r\n"))
                    .startsWith("HTTP/1.1 413 ");
        }
        assertThat(output).as("clients cannot fill the log").doesNotContain("ERROR", "has let an exception out");
    }

    @Test
    void everyLimitCanBeTakenAway() throws IOException {
        try (ServletWebServerApplicationContext context = TestApplication.run(
                Endpoints.class,
                "netpoll.server.servlet.max-cookie-count=-1",
                "netpoll.server.servlet.max-form-size=-1",
                "netpoll.server.servlet.max-parameter-count=-1",
                "netpoll.server.servlet.max-part-count=-1",
                "netpoll.server.servlet.max-part-header-size=-1")) {
            assertThat(get(context, "/cookies", "Cookie: a=1" + "; b=2".repeat(300)))
                    .endsWith("301");
            assertThat(post(context, "/form", FORM, "a=" + "x".repeat(3_000_000) + "&b".repeat(2000)))
                    .endsWith("2001");
            assertThat(post(
                            context,
                            "/parts",
                            PARTS,
                            part("\r\nX: " + "y".repeat(5000)).repeat(60) + "--b--\r\n"))
                    .endsWith("60");
        }
    }

    @Test
    void redirectsAreAbsoluteUnlessChosenOtherwise() throws IOException {
        try (ServletWebServerApplicationContext context =
                TestApplication.run(Endpoints.class, "server.servlet.context-path=/shop")) {
            assertThat(get(context, "/shop/redirect")).contains("Location: http://a/shop/other\r\n");
            assertThat(get(context, "/shop")).contains("Location: http://a/shop/\r\n");
        }
        try (ServletWebServerApplicationContext context = TestApplication.run(
                Endpoints.class,
                "server.servlet.context-path=/shop",
                "netpoll.server.servlet.relative-redirects=true",
                "netpoll.server.servlet.redirect-context-root=false")) {
            assertThat(get(context, "/shop/redirect")).contains("Location: other\r\n");
            assertThat(get(context, "/shop")).endsWith("root");
        }
    }

    @Test
    void precompressedFilesAreSentIfChosen() throws IOException {
        Files.writeString(root.resolve("style.css"), "plain");
        Files.writeString(root.resolve("style.css.br"), "brotli");
        Files.writeString(root.resolve("style.css.gz"), "gzip");
        System.setProperty("netpoll.test.root", root.toString());
        try (ServletWebServerApplicationContext context = TestApplication.run(
                Styles.class,
                "netpoll.server.servlet.precompressed=gzip",
                "server.servlet.register-default-servlet=true",
                "spring.mvc.servlet.path=/mvc")) {
            assertThat(get(context, "/style.css", "Accept-Encoding: br, gzip"))
                    .contains("Content-Encoding: gzip\r\n")
                    .endsWith("gzip");
            assertThat(get(context, "/style.css"))
                    .contains("Vary: Accept-Encoding\r\n")
                    .endsWith("plain");
        } finally {
            System.clearProperty("netpoll.test.root");
        }
    }

    @Test
    void customizersOfTheApplicationHaveTheLastWord() throws IOException {
        try (ServletWebServerApplicationContext context =
                TestApplication.run(LastWord.class, "netpoll.server.servlet.max-cookie-count=1")) {
            assertThat(get(context, "/cookies", "Cookie: a=1; b=2; c=3")).endsWith("3");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Styles {

        @Bean
        WebServerFactoryCustomizer<ConfigurableServletWebServerFactory> documentRoot() {
            return factory -> factory.setDocumentRoot(
                    Path.of(System.getProperty("netpoll.test.root", "")).toFile());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LastWord extends Endpoints {

        @Bean
        NetpollApplicationCustomizer cookies() {
            return application -> application.maxCookieCount(3);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @RestController
    static class Endpoints {

        @GetMapping("/session")
        String session(HttpSession session) {
            return session.getId();
        }

        @GetMapping("/cookies")
        int cookies(HttpServletRequest request) {
            return request.getCookies().length;
        }

        @PostMapping("/form")
        int form(HttpServletRequest request) {
            return request.getParameterMap().values().stream()
                    .mapToInt(values -> values.length)
                    .sum();
        }

        @PostMapping("/parts")
        int parts(HttpServletRequest request) throws IOException, ServletException {
            return request.getParts().size();
        }

        @GetMapping("/redirect")
        void redirect(HttpServletResponse response) throws IOException {
            response.sendRedirect("other");
        }

        @GetMapping({"", "/"})
        String root() {
            return "root";
        }
    }
}
