package io.netpoll.boot;

import static io.netpoll.boot.TestServlets.servlet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import jakarta.servlet.Filter;
import jakarta.servlet.http.Cookie;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;

/** Paths, redirects and cookies (Servlet 6.1 §3.5, §3.10, §5.5), with resources in a directory and on the class path. */
class PathReportsTest extends AbstractReportTest {

    /** Where static resources are. */
    enum Root {
        DIRECTORY,
        CLASS_PATH
    }

    @TempDir
    Path directory;

    /** The class path of the tests has the same resources as the directory. */
    private WebServer start(Root root) throws IOException {
        if (root == Root.DIRECTORY) {
            Files.writeString(directory.resolve("page.txt"), "page");
            Files.writeString(Files.createDirectories(directory.resolve("dir")).resolve("index.html"), "welcome");
            Files.writeString(
                    Files.createDirectories(directory.resolve("WEB-INF")).resolve("hidden.txt"), "hidden");
            factory.setDocumentRoot(directory.toFile());
        }
        factory.setRegisterDefaultServlet(true);
        Filter filter = (request, response, chain) -> {
            seen.add("filter");
            chain.doFilter(request, response);
        };
        return start(new FilterRegistrationBean<>(filter), servlet("/foo/*", (request, response) -> {
            response.setCharacterEncoding("UTF-8");
            response.getWriter().write(request.getContextPath() + "|" + request.getPathInfo());
        }));
    }

    private static Stream<Arguments> bothRoots(String... values) {
        return Arrays.stream(Root.values())
                .flatMap(root -> Arrays.stream(values).map(value -> Arguments.of(root, value)));
    }

    private static Stream<Arguments> refusedPaths() {
        return bothRoots(
                "/a%2Fb", "/a%5Cb", "/a\\b", "/a%00b", "/a%7Fb", "/a%zz", "/a%2", "/a%C0%AF", "/a%u002e", "/a#f");
    }

    @ParameterizedTest
    @MethodSource("refusedPaths")
    void pathThatMeansSomethingElseElsewhereIsRefused(Root root, String path) throws IOException {
        WebServer server = start(root);
        assertThat(status(get(server, path))).isEqualTo(400);
        assertThat(status(get(server, "/foo" + path))).isEqualTo(400);
        assertThat(seen).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/foo/b%25r,     /b%r",
        "/foo/a+b,       /a+b",
        "/foo/%E2%82%AC, /€",
        "/foo/x;v=1/y,   /x/y",
        "/f%6Fo/x,       /x",
        "/foo/%61,       /a",
    })
    void harmlessPathIsDecoded(String path, String info) throws IOException {
        WebServer server = start(Root.DIRECTORY);
        String answer = get(server, path);
        assertThat(status(answer)).isEqualTo(200);
        assertThat(content(answer).getBytes(StandardCharsets.ISO_8859_1))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("|" + info);
    }

    @Test
    void contextPathIsMatchedDecodedAndAnsweredAsSent() throws IOException {
        factory.setContextPath("/app");
        WebServer server = start(Root.DIRECTORY);
        assertThat(content(get(server, "/%61pp/foo/x"))).isEqualTo("/%61pp|/x");
        assertThat(content(get(server, "/%61pp/page.txt"))).isEqualTo("page");
        assertThat(status(get(server, "/apple/page.txt"))).isEqualTo(404);
    }

    private static Stream<Arguments> waysAround() {
        return bothRoots(
                "/WEB-INF/hidden.txt",
                "/web-inf/hidden.txt",
                "/WEB-INF;x/hidden.txt",
                "/%57EB-INF/hidden.txt",
                "/dir/../WEB-INF/hidden.txt",
                "/dir/%2e%2e/WEB-INF/hidden.txt",
                "/dir/..;/WEB-INF/hidden.txt",
                "/./WEB-INF/hidden.txt",
                "//WEB-INF/hidden.txt",
                "/dir//../WEB-INF/hidden.txt",
                "/WEB-INF/./hidden.txt",
                "/META-INF/resources/WEB-INF/hidden.txt",
                "/../hidden.txt",
                "/page.txt/../WEB-INF/hidden.txt");
    }

    @ParameterizedTest
    @MethodSource("waysAround")
    void nothingLeadsToTheApplicationsOwnFiles(Root root, String path) throws IOException {
        String answer = get(start(root), path);
        assertThat(status(answer)).isIn(400, 404);
        assertThat(content(answer)).doesNotContain("hidden");
    }

    private static Stream<Arguments> foreignAuthorities() {
        return bothRoots(
                "//evil.example", "//evil.example/", "//evil.example/..", "//evil.example/dir", "//dir", "/\t/x");
    }

    @ParameterizedTest
    @MethodSource("foreignAuthorities")
    void pathNamesNoServer(Root root, String path) throws IOException {
        String answer = get(start(root), path);
        assertThat(field(answer, "Location")).doesNotContain("evil.example").doesNotStartWith("//");
    }

    @ParameterizedTest
    @EnumSource(Root.class)
    void directoryIsRedirectedToItself(Root root) throws IOException {
        WebServer server = start(root);
        String answer = get(server, "/dir?q=1");
        assertThat(status(answer)).isEqualTo(302);
        assertThat(field(answer, "Location")).isEqualTo("http://a/dir/?q=1");
        assertThat(content(get(server, "/dir/"))).isEqualTo("welcome");
        assertThat(content(get(server, "/page.txt"))).isEqualTo("page");
    }

    @ParameterizedTest
    @EnumSource(Root.class)
    void contextIsRedirectedToItsRoot(Root root) throws IOException {
        factory.setContextPath("/app");
        WebServer server = start(root);
        String answer = get(server, "/app?q");
        assertThat(status(answer)).isEqualTo(302);
        assertThat(field(answer, "Location")).isEqualTo("http://a/app/?q");
        assertThat(field(get(server, "//app"), "Location")).doesNotStartWith("//");
        assertThat(field(get(server, "//evil.example/../app"), "Location")).doesNotContain("evil");
    }

    private static Stream<Arguments> waysToTheContext() {
        return bothRoots(
                "//evil.example/../app/foo/x",
                "//app/foo/x",
                "/x/../app/foo/x",
                "/./app/foo/x",
                "/app;//evil.example/foo/x");
    }

    /** Applications put the context path in front of their own redirects. */
    @ParameterizedTest
    @MethodSource("waysToTheContext")
    void contextPathIsNoOtherServer(Root root, String path) throws IOException {
        factory.setContextPath("/app");
        String answer = get(start(root), path);
        assertThat(content(answer)).doesNotContain("evil");
        if (status(answer) == 200) {
            assertThat(content(answer)).isEqualTo("/app|/x");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "x,              http://a/go/x",
        "/x,             http://a/x",
        "//h.example/x,  http://h.example/x",
        "?q,             http://a/go/here?q",
        "http://h/x,     http://h/x",
        "../../../x,     http://a/x",
    })
    void redirectIsAbsoluteAndClosesTheResponse(String location, String target) throws IOException {
        WebServer server = start(servlet("/go/*", (request, response) -> {
            response.getWriter().write("lost");
            response.sendRedirect(location);
            response.getWriter().write("late");
        }));
        String answer = get(server, "/go/here");
        assertThat(status(answer)).isEqualTo(302);
        assertThat(field(answer, "Location")).isEqualTo(target);
        assertThat(content(answer)).doesNotContain("lost", "late");
    }

    @Test
    void redirectToNoUrlIsAnIllegalArgument() throws IOException {
        WebServer server = start(servlet("/go", (request, response) -> {
            assertThatIllegalArgumentException().isThrownBy(() -> response.sendRedirect("http://[bad"));
            response.getWriter().write("checked");
        }));
        assertThat(content(get(server, "/go"))).isEqualTo("checked");
    }

    @Test
    void redirectWithoutAHostNamesTheServersOwnAddress() throws IOException {
        WebServer server = start(servlet("/go", (request, response) -> response.sendRedirect("/x")));
        String answer = send(server, "GET /go HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n");
        assertThat(field(answer, "Location")).matches("http://[^/]+:" + server.getPort() + "/x");
    }

    private static Stream<Arguments> cookies() {
        return Stream.of(
                Arguments.of("Cookie: a=\"b; JSESSIONID=1337; c=d\"", "a=\"b JSESSIONID=1337 c=d\""),
                Arguments.of("Cookie: a=1\r\nCookie: b=2", "a=1 b=2"),
                Arguments.of("Cookie: a=1;b=2; ;c", "a=1 b=2"),
                Arguments.of("Cookie: a=b=c", "a=b=c"),
                Arguments.of("Cookie: $Version=1; a=1", "a=1"),
                Arguments.of("Cookie: a=1; a=2", "a=1 a=2"),
                Arguments.of("Cookie: é=1; a=1", "a=1"));
    }

    @ParameterizedTest
    @MethodSource("cookies")
    void cookiesEndAtTheSemicolon(String fields, String expected) throws IOException {
        WebServer server = start(servlet("/c", (request, response) -> response.getWriter()
                .write(Arrays.stream(request.getCookies())
                        .map((Cookie cookie) -> cookie.getName() + "=" + cookie.getValue())
                        .collect(Collectors.joining(" ")))));
        assertThat(content(get(server, "/c", fields))).isEqualTo(expected);
    }
}
