package io.netpoll.boot.accesslog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netpoll.boot.TestHttp;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The access log of a real application. */
@ExtendWith(OutputCaptureExtension.class)
class AccessLogApplicationTest {

    @TempDir
    private Path directory;

    private ServletWebServerApplicationContext run(String... properties) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--spring.main.banner-mode=off",
                "--netpoll.server.accesslog.enabled=true",
                "--netpoll.server.accesslog.directory=" + directory));
        Arrays.stream(properties).map(property -> "--" + property).forEach(arguments::add);
        return (ServletWebServerApplicationContext)
                new SpringApplicationBuilder(Application.class).run(arguments.toArray(String[]::new));
    }

    private static int port(ServletWebServerApplicationContext context) {
        return Objects.requireNonNull(context.getWebServer()).getPort();
    }

    private static LocalDate today() {
        return LocalDate.now(ZoneId.systemDefault());
    }

    private static String pattern(String pattern) {
        return "netpoll.server.accesslog.pattern=" + pattern;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(files().getFirst());
    }

    /** The only entry, after the application has ended. */
    private String entry(String pattern, String... request) throws Exception {
        try (ServletWebServerApplicationContext context = run(pattern(pattern));
                Socket socket = TestHttp.connect(port(context))) {
            socket.getOutputStream().write(String.join("\r\n", request).getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            TestHttp.readToEnd(socket);
        }
        assertThat(lines()).hasSize(1);
        return lines().getFirst();
    }

    @Test
    void commonFormatIsTheDefaultAndTheFileHasTheDate() throws Exception {
        try (ServletWebServerApplicationContext context = run()) {
            TestHttp.body(port(context), "/hello?a=b");
        }
        assertThat(files()).containsExactly(directory.resolve("access_log." + today() + ".log"));
        assertThat(lines())
                .singleElement()
                .asString()
                .matches("(127\\.0\\.0\\.1|0:0:0:0:0:0:0:1) - - \\[\\d\\d/\\S+:\\d\\d:\\d\\d:\\d\\d [+-]\\d{4}] "
                        + "\"GET /hello\\?a=b HTTP/1\\.1\" 200 5");
    }

    @Test
    void combinedFormatAddsTwoFields() throws Exception {
        assertThat(entry(
                        "combined",
                        "GET /none HTTP/1.1",
                        "Host: a",
                        "Referer: http://r/",
                        "User-Agent: x\"y\\z",
                        "",
                        ""))
                .contains("\"GET /none HTTP/1.1\" 404 ")
                .endsWith(" \"http://r/\" \"x\\\"y\\\\z\"");
    }

    @Test
    void valuesCannotBeginAnotherEntry() throws Exception {
        String entry = entry("%U %{X}i %r", "GET /a%0d%0ab?c=%22 HTTP/1.1", "Host: a", "X: a\u00e9\u0085b\t\"", "", "");
        assertThat(entry).isEqualTo("/a%0d%0ab a\\u00e9\\u0085b\\u0009\\\" GET /a%0d%0ab?c=%22 HTTP/1.1");
    }

    @Test
    void requestThatCannotBeReadIsAnEntry() throws Exception {
        assertThat(entry("%r|%s|%m|%U|%E|%{detail}E|%X|%u|%S", "G\u0001T /a b\" HTTP/1.1", "", ""))
                .isEqualTo("G\\u0001T /a b\\\" HTTP/1.1|400|-|-|rejected|METHOD_SYNTAX|-|-|-");
    }

    @Test
    void tokensOfRequestAndResponse() throws Exception {
        assertThat(entry(
                        "%m %U %q %H %s %b %B %v %X %{X-Answer}o %{c}c %{a}r %l %u %R %{none}i%%",
                        "GET /attributes?q=1 HTTP/1.1", "Host: example:80", "Cookie: c=d", "Connection: close", "", ""))
                .isEqualTo("GET /attributes ?q=1 HTTP/1.1 200 4 4 example - yes d b - - 0 -%");
    }

    @Test
    void tokensOfTheConnection() throws Exception {
        assertThat(entry("%a %A %h %p %{remote}p %{c}L %{peer}a %I", "GET /hello HTTP/1.1", "Host: a", "", ""))
                .matches("(\\S+) \\1 \\1 [1-9]\\d* [1-9]\\d* [1-9]\\d* \\1 netpoll-\\S*handler\\S*");
    }

    @Test
    void tokensOfTheSession() throws Exception {
        assertThat(entry("%S %{user}s", "GET /session HTTP/1.1", "Host: a", "", ""))
                .matches("[0-9A-Za-z_-]{16,} Ann");
    }

    @Test
    void tokensOfTime() throws Exception {
        String entry = entry(
                "%D %F %T %{ms}T %{us}T %{ns}T %{fracsec}T %{queued}P %{handling}P %{writing}P %{sec}t %{end:msec}t"
                        + " %{yyyy-MM-dd}t",
                "GET /slow HTTP/1.1", "Host: a", "", "");
        String[] values = StringUtils.delimitedListToStringArray(entry, " ");
        long micros = Long.parseLong(values[0]);
        assertThat(micros).isGreaterThanOrEqualTo(20_000);
        assertThat(Long.parseLong(values[1])).isGreaterThanOrEqualTo(20);
        assertThat(values[2]).isEqualTo(String.valueOf(micros / 1_000_000));
        assertThat(values[3]).isEqualTo(String.valueOf(micros / 1000));
        assertThat(values[4]).isEqualTo(String.valueOf(micros));
        assertThat(Long.parseLong(values[5]) / 1000).isEqualTo(micros);
        assertThat(values[6]).matches("\\d+\\.\\d{3}");
        assertThat(Long.parseLong(values[7]) + Long.parseLong(values[8]) + Long.parseLong(values[9]))
                .isBetween(micros - 3, micros);
        assertThat(Long.parseLong(values[11]) / 1000 - Long.parseLong(values[10]))
                .isBetween(0L, 10L);
        assertThat(values[12]).isEqualTo(today().toString());
    }

    @Test
    void asynchronousRequestIsAnEntryWhenItEnds() throws Exception {
        assertThat(entry("%s %{a}r %D", "GET /async HTTP/1.1", "Host: a", "", ""))
                .matches("200 b \\d{5,}");
    }

    @Test
    void jsonHasAMemberForEachToken() throws Exception {
        try (ServletWebServerApplicationContext context =
                run("netpoll.server.accesslog.format=json", pattern("%h \"%r\" %s %B %D %{X}i %{none}i %E"))) {
            try (Socket socket = TestHttp.connect(port(context))) {
                socket.getOutputStream()
                        .write("GET /hello HTTP/1.1\r\nHost: a\r\nX: \"\\\t\u0085\r\nConnection: close\r\n\r\n"
                                .getBytes(StandardCharsets.ISO_8859_1));
                TestHttp.readToEnd(socket);
            }
        }
        assertThat(lines())
                .singleElement()
                .asString()
                .matches("\\{\"host\":\"[0-9.:]+\",\"request\":\"GET .{1,2}hello HTTP.{1,2}1\\.1\",\"statusCode\":200,"
                        + "\"byteSentNC\":5,\"elapsedTime\":\\d+,\"requestHeaders\\.X\":\"\\\\\"\\\\\\\\\\\\t\\\\u0085\","
                        + "\"end\":\"completed\"}");
    }

    @Test
    void conditionsAreRequestAttributes() throws Exception {
        try (ServletWebServerApplicationContext context =
                run(pattern("%U"), "netpoll.server.accesslog.condition-unless=a")) {
            TestHttp.body(port(context), "/attributes");
            TestHttp.body(port(context), "/hello");
        }
        assertThat(lines()).containsExactly("/hello");
    }

    @Test
    void conditionIfLogsOnlyWhatHasIt() throws Exception {
        try (ServletWebServerApplicationContext context =
                run(pattern("%U"), "netpoll.server.accesslog.condition-if=a")) {
            TestHttp.body(port(context), "/attributes");
            TestHttp.body(port(context), "/hello");
        }
        assertThat(lines()).containsExactly("/attributes");
    }

    @Test
    void entriesCanBeReadSoonWhileTheServerRuns() throws Exception {
        try (ServletWebServerApplicationContext context = run(pattern("%U"))) {
            TestHttp.body(port(context), "/hello");
            Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> !lines().isEmpty());
        }
    }

    @Test
    void aLoggerTakesThePlaceOfFiles(CapturedOutput output) throws Exception {
        try (ServletWebServerApplicationContext context =
                run(pattern("entry %U %s"), "netpoll.server.accesslog.logger=access.test")) {
            TestHttp.body(port(context), "/hello");
        }
        assertThat(output).containsPattern("INFO .*access\\.test +: entry /hello 200");
        assertThat(files()).isEmpty();
    }

    @Test
    void logGoesOnAfterARestartOfTheServer() throws Exception {
        try (ServletWebServerApplicationContext context = run(pattern("%U"))) {
            TestHttp.body(port(context), "/hello");
            context.stop();
            assertThat(lines()).containsExactly("/hello");
            context.start();
            TestHttp.body(port(context), "/attributes");
        }
        assertThat(lines()).containsExactly("/hello", "/attributes");
    }

    @Test
    void managementServerHasFilesOfItsOwn() throws Exception {
        try (ServletWebServerApplicationContext context = run(pattern("%U"), "management.server.port=0")) {
            TestHttp.body(port(context), "/hello");
            String management = context.getEnvironment().getRequiredProperty("local.management.port");
            TestHttp.body(Integer.parseInt(management), "/actuator/health");
        }
        assertThat(files())
                .extracting(file -> file.getFileName().toString())
                .containsExactly("access_log." + today() + ".log", "management_access_log." + today() + ".log");
        assertThat(Files.readAllLines(files().getLast())).containsExactly("/actuator/health");
        assertThat(lines()).containsExactly("/hello");
    }

    @Test
    void prefixOfTheManagementServerCanBeChosen() throws Exception {
        run("management.server.port=0", "netpoll.management.accesslog.prefix=m-")
                .close();
        assertThat(files())
                .extracting(file -> file.getFileName().toString())
                .contains("m-access_log." + today() + ".log");
    }

    @Test
    void unknownTokenFailsTheStartByItsName() {
        assertThatThrownBy(() -> run(pattern("%h %{x}Y")))
                .rootCause()
                .isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class, e -> {
                    assertThat(e.getName()).isEqualTo("netpoll.server.accesslog.pattern");
                    assertThat(e.getReason()).contains("'%{x}Y'");
                });
    }

    @Test
    void dateFormatThatIsNoneFailsTheStartByItsName() {
        assertThatThrownBy(() -> run("netpoll.server.accesslog.file-date-format=.bb{"))
                .rootCause()
                .isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class, e -> assertThat(e.getName())
                        .isEqualTo("netpoll.server.accesslog.file-date-format"));
    }

    @Test
    void directoryThatCannotBeFailsTheStartByItsName() throws IOException {
        directory = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> run())
                .rootCause()
                .isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class, e -> assertThat(e.getName())
                        .isEqualTo("netpoll.server.accesslog.directory"));
    }

    @Test
    void settingsOfTomcatAreTakenAndNetpollsWin() throws Exception {
        try (ServletWebServerApplicationContext context = run(
                "server.tomcat.accesslog.pattern=tomcat %U",
                "server.tomcat.accesslog.prefix=tomcat",
                "netpoll.server.accesslog.prefix=ours",
                "server.tomcat.accesslog.suffix=.txt",
                "server.tomcat.accesslog.rotate=false")) {
            TestHttp.body(port(context), "/hello");
        }
        assertThat(files()).containsExactly(directory.resolve("ours.txt"));
        assertThat(lines()).containsExactly("tomcat /hello");
    }

    @Test
    void patternOfTomcatThatIsWrongFailsTheStartByItsOwnName() {
        assertThatThrownBy(() -> run("server.tomcat.accesslog.pattern=%"))
                .rootCause()
                .isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class, e -> assertThat(e.getName())
                        .isEqualTo("server.tomcat.accesslog.pattern"));
    }

    /** Answers in the ways that the log tells apart. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @RestController
    static class Application {

        @GetMapping("/hello")
        String hello() {
            return "Hello";
        }

        @GetMapping("/attributes")
        String attributes(HttpServletRequest request, HttpServletResponse response) {
            request.setAttribute("a", "b");
            response.setHeader("X-Answer", "yes");
            return "Here";
        }

        @GetMapping("/session")
        String session(HttpServletRequest request) {
            request.getSession().setAttribute("user", "Ann");
            return "Session";
        }

        @GetMapping("/slow")
        String slow() throws InterruptedException {
            Thread.sleep(20);
            return "Slow";
        }

        @GetMapping("/async")
        Callable<String> async(HttpServletRequest request) {
            request.setAttribute("a", "b");
            return () -> {
                Thread.sleep(20);
                return "Async";
            };
        }
    }
}
