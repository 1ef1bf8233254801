package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.servlet.syntax.HttpDates;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DefaultServletTest {

    private final TestApplication application = new TestApplication();

    @SuppressWarnings("NullAway.Init") // before each test
    private Path root;

    @BeforeEach
    void files() throws IOException {
        root = Files.createDirectories(application.temp.resolve("root"));
        Files.writeString(root.resolve("a b.txt"), "0123456789");
        changed(Instant.now().minusSeconds(60));
        Files.writeString(root.resolve("empty"), "");
        Files.writeString(Files.createDirectories(root.resolve("dir")).resolve("index.html"), "welcome");
        Files.createDirectories(root.resolve("bare"));
        Files.writeString(Files.createDirectories(root.resolve("WEB-INF")).resolve("web.xml"), "secret");
        Files.writeString(application.temp.resolve("outside"), "secret");
        Files.createSymbolicLink(root.resolve("link"), application.temp.resolve("outside"));
        application
                .builder
                .documentRoot(root)
                .defaultServlet(true)
                .mimeTypes(extension -> "txt".equals(extension) ? "text/plain" : null);
    }

    private void changed(Instant time) throws IOException {
        Files.setLastModifiedTime(root.resolve("a b.txt"), FileTime.from(time));
    }

    @AfterEach
    void close() {
        application.close();
    }

    private FakeExchange get(String... fields) {
        FakeExchange.Builder request = FakeExchange.get("/a%20b.txt");
        for (int i = 0; i < fields.length; i += 2) {
            request.header(fields[i], fields[i + 1]);
        }
        return application.send(request);
    }

    @Test
    void fileIsServedWithItsFacts() {
        FakeExchange exchange = get();
        assertThat(exchange.body()).isEqualTo("0123456789");
        assertThat(exchange.header("Content-Type")).isEqualTo("text/plain");
        assertThat(exchange.header("Last-Modified")).endsWith("GMT");
        assertThat(exchange.header("Accept-Ranges")).isEqualTo("bytes");
        assertThat(application.get("/empty").sink.length).isZero();
        FakeExchange head = application.send(FakeExchange.request("HEAD", "/a%20b.txt"));
        assertThat(head.sink.length).isEqualTo(10);
        assertThat(head.octets()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE"})
    void whatIsNotAllowedIsToldWhatIs(String method) {
        FakeExchange refused = application.send(FakeExchange.request(method, "/a%20b.txt"));
        assertThat(refused.status()).isEqualTo(405);
        assertThat(refused.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
    }

    /** RFC 9110 §8.8.2.1: a file from the future was changed when the answer is made, but stays the same file. */
    @Test
    void lastModifiedIsNeverLaterThanNow() throws IOException {
        Instant future = Instant.now().plusSeconds(86_400);
        changed(future);
        FakeExchange first = get();
        assertThat(HttpDates.parse(first.required("Last-Modified"))).isLessThanOrEqualTo(System.currentTimeMillis());
        assertThat(get("If-None-Match", first.required("ETag")).status()).isEqualTo(304);
        assertThat(get("If-Unmodified-Since", HttpDates.format(future.toEpochMilli()))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void clientThatHasItGetsNothing() {
        FakeExchange first = get();
        String modified = first.required("Last-Modified");
        String tag = first.required("ETag");
        assertThat(get("If-Modified-Since", modified).status()).isEqualTo(304);
        assertThat(get("If-Modified-Since", "Thu, 01 Jan 1970 00:00:00 GMT").status())
                .isEqualTo(200);
        assertThat(get("If-Modified-Since", "yesterday").status()).isEqualTo(200);
        assertThat(get("If-None-Match", "\"x\", " + tag).status()).isEqualTo(304);
        assertThat(get("If-None-Match", "\"x\"", "If-Modified-Since", modified).status())
                .isEqualTo(200);
        assertThat(get("If-Match", tag).status()).isEqualTo(412);
        assertThat(get("If-Match", "*").status()).isEqualTo(200);
        assertThat(get("If-Unmodified-Since", "Thu, 01 Jan 1970 00:00:00 GMT").status())
                .isEqualTo(412);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "bytes=0-4 | 206 | bytes 0-4/10 | 01234",
                "bytes=7- | 206 | bytes 7-9/10 | 789",
                "bytes=-3 | 206 | bytes 7-9/10 | 789",
                "bytes=-30 | 206 | bytes 0-9/10 | 0123456789",
                "bytes=5-50 | 206 | bytes 5-9/10 | 56789",
                "bytes=10- | 416 | bytes */10 | ''",
                "bytes=-0 | 416 | bytes */10 | ''",
                "bytes=5-4 | 200 | - | 0123456789",
                "bytes=a-b | 200 | - | 0123456789",
                "lines=1-2 | 200 | - | 0123456789",
                "bytes=0-9,0-9 | 200 | - | 0123456789",
                "bytes=, 0-4 ,, | 206 | bytes 0-4/10 | 01234",
                "bytes=, | 200 | - | 0123456789",
                "bytes=- | 200 | - | 0123456789",
                "bytes=1-2-3 | 200 | - | 0123456789",
                "bytes=+1-2 | 200 | - | 0123456789",
            })
    void ranges(String field, int status, String contentRange, String body) {
        FakeExchange exchange = get("Range", field);
        assertThat(exchange.status()).isEqualTo(status);
        assertThat(exchange.header("Content-Range")).isEqualTo(contentRange);
        assertThat(exchange.body()).isEqualTo(body);
    }

    @Test
    void severalRangesAreParts() {
        FakeExchange exchange = get("Range", "bytes=0-1, -2");
        assertThat(exchange.status()).isEqualTo(206);
        assertThat(exchange.header("Content-Type")).startsWith("multipart/byteranges; boundary=");
        assertThat(exchange.body())
                .contains("Content-Range: bytes 0-1/10\r\n\r\n01\r\n", "Content-Range: bytes 8-9/10\r\n\r\n89\r\n");
    }

    @Test
    void rangeCountsOnlyForTheSameRepresentation() {
        String modified = get().required("Last-Modified");
        assertThat(get("Range", "bytes=0-1", "If-Range", modified).status()).isEqualTo(206);
        assertThat(get("Range", "bytes=0-1", "If-Range", "\"other\"").status()).isEqualTo(200);
        assertThat(get("If-Range", "\"other\"").status()).as("without Range").isEqualTo(200);
    }

    /** RFC 9110 §8.8.2.2: in the second of a change another one would have the same date. */
    @Test
    void aDateIsNoValidatorForARangeBeforeItsSecondIsOver() throws IOException {
        changed(Instant.now().plusSeconds(3));
        String modified = get().required("Last-Modified");
        assertThat(get("Range", "bytes=0-1", "If-Range", modified).status()).isEqualTo(200);
    }

    @Test
    void aDateThatIsNotOneIsNone() throws IOException {
        String modified = get().required("Last-Modified");
        String old = "Thu, 01 Jan 1970 00:00:00 GMT";
        assertThat(get("If-Modified-Since", modified + ", " + modified).status())
                .isEqualTo(200);
        assertThat(get("If-Modified-Since", modified, "If-Modified-Since", modified)
                        .status())
                .isEqualTo(200);
        assertThat(get("If-Unmodified-Since", old + ", " + old).status()).isEqualTo(200);
        assertThat(get("If-Unmodified-Since", old, "If-Unmodified-Since", old).status())
                .isEqualTo(200);
        changed(Instant.EPOCH);
        assertThat(get().header("Last-Modified")).as("nobody knows").isNull();
        assertThat(get("If-Modified-Since", modified).status()).isEqualTo(200);
        assertThat(get("If-Unmodified-Since", old).status()).isEqualTo(200);
    }

    @Test
    void tagsMayComeInSeveralLines() {
        String tag = get().required("ETag");
        assertThat(get("If-None-Match", "\"x\"", "If-None-Match", tag).status()).isEqualTo(304);
        assertThat(get("If-Match", "\"x\"", "If-Match", tag).status()).isEqualTo(412);
    }

    @Test
    void conditionsAreJudgedInTheirOrder() {
        FakeExchange first = get();
        String modified = first.required("Last-Modified");
        String tag = first.required("ETag");
        String old = "Thu, 01 Jan 1970 00:00:00 GMT";
        assertThat(get("If-Match", "*", "If-Unmodified-Since", old).status())
                .as("If-Unmodified-Since is ignored beside If-Match")
                .isEqualTo(200);
        assertThat(get("If-Unmodified-Since", "yesterday").status())
                .as("no date")
                .isEqualTo(200);
        assertThat(get("If-Match", "\"x\"", "If-None-Match", tag).status())
                .as("If-Match comes first")
                .isEqualTo(412);
        assertThat(get("If-None-Match", "*").status()).isEqualTo(304);
        assertThat(get("If-None-Match", tag.startsWith("W/") ? tag.substring(2) : "W/" + tag)
                        .status())
                .as("weak comparison")
                .isEqualTo(304);
        assertThat(get("If-Modified-Since", modified, "Range", "bytes=0-1").status())
                .as("Range comes last")
                .isEqualTo(304);
        FakeExchange unchanged = get("If-None-Match", tag);
        assertThat(unchanged.header("ETag")).isEqualTo(tag);
        assertThat(unchanged.body()).isEmpty();
    }

    @Test
    void conditionsDoNotCountForWhatIsNotThere() {
        FakeExchange missing =
                application.send(FakeExchange.request("GET", "/missing.txt").header("If-Match", "\"x\""));
        assertThat(missing.status()).isEqualTo(404);
        FakeExchange options = application.send(FakeExchange.request("OPTIONS", "/a%20b.txt")
                .header("If-Match", "\"x\"")
                .header("If-Unmodified-Since", "Thu, 01 Jan 1970 00:00:00 GMT"));
        assertThat(options.status()).as("selects no representation").isEqualTo(200);
        assertThat(application
                        .send(FakeExchange.request("POST", "/a%20b.txt").header("If-None-Match", "*"))
                        .status())
                .as("would be refused anyway")
                .isEqualTo(405);
    }

    /** RFC 9110 §14.4, §8.7: fields that describe the content of a request do not change what is asked for. */
    @Test
    void whatAGetSaysOfContentCountsForNothing() {
        FakeExchange exchange = get("Content-Range", "bytes 0-1/10", "Content-Location", "/dir/index.html");
        assertThat(exchange.status()).isEqualTo(200);
        assertThat(exchange.body()).isEqualTo("0123456789");
    }

    @Test
    void rangesAreForGetAlone() {
        FakeExchange head =
                application.send(FakeExchange.request("HEAD", "/a%20b.txt").header("Range", "bytes=0-1"));
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.header("Content-Range")).isNull();
        assertThat(head.sink.length).isEqualTo(10);
    }

    /** The grammar has no limit on digits (RFC 9110 §14.1.1): a last position beyond the end is the end (§14.1.2). */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bytes=0-99999999999999999999 | 206 | bytes 0-9/10",
                "bytes=3-9223372036854775807 | 206 | bytes 3-9/10",
                "bytes=3-9223372036854775808 | 206 | bytes 3-9/10",
                "bytes=000000000000000000000003-0000000000000000000000004 | 206 | bytes 3-4/10",
                "bytes=-99999999999999999999 | 206 | bytes 0-9/10",
                "bytes=99999999999999999999- | 416 | bytes */10",
                "bytes=18446744073709551616-18446744073709551617 | 416 | bytes */10",
                "bytes=0-1,18446744073709551616- | 206 | bytes 0-1/10",
            })
    void positionsHaveAnyNumberOfDigits(String field, int status, String contentRange) {
        FakeExchange exchange = get("Range", field);
        assertThat(exchange.status()).isEqualTo(status);
        assertThat(exchange.header("Content-Range")).isEqualTo(contentRange);
    }

    /** A last position before the first makes the field invalid (§14.1.1), however long both are. */
    @Test
    void backwardRangeIsIgnored() {
        assertThat(get("Range", "bytes=18446744073709551617-18446744073709551616")
                        .status())
                .isEqualTo(200);
        assertThat(get("Range", "bytes=0020-3").status()).isEqualTo(200);
    }

    @Test
    void aPartialAnswerHasTheFactsOfTheWhole() {
        FakeExchange whole = get();
        for (String range : new String[] {"bytes=0-1", "bytes=0-1,4-5"}) {
            FakeExchange part = get("Range", range);
            assertThat(part.status()).isEqualTo(206);
            assertThat(part.header("ETag")).isEqualTo(whole.header("ETag"));
            assertThat(part.header("Last-Modified")).isEqualTo(whole.header("Last-Modified"));
            assertThat(part.header("Content-Range") == null).isEqualTo(range.contains(","));
        }
    }

    @Test
    void directoryShowsItsWelcomeFile() {
        assertThat(application.get("/dir/").body()).isEqualTo("welcome");
        FakeExchange redirect = application.get("/dir?q=1");
        assertThat(redirect.status()).isEqualTo(302);
        assertThat(redirect.header("Location")).isEqualTo("http://host.example/dir/?q=1");
        assertThat(application.get("//dir").header("Location")).isEqualTo("http://host.example//dir/");
        assertThat(application.get("/bare/").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/WEB-INF/web.xml",
                "/web-inf/web.xml",
                "/./WEB-INF/web.xml",
                "/WEB-INF;x/web.xml",
                "/META-INF/x",
                "/link",
                "/a%20b.txt/",
                "/io/netpoll/servlet/WebApplication.class",
                "/none",
            })
    void whatIsNotForClientsIsNotFound(String path) {
        assertThat(application.get(path).status()).isEqualTo(404);
    }

    @Test
    void anotherServletMayTakeItsPlace() {
        application.servlet(
                "own", "/", (request, response) -> response.getWriter().write("own"));
        assertThat(application.get("/a%20b.txt").body()).isEqualTo("own");
        assertThat(application.started().servletContext().getNamedDispatcher("default"))
                .isNotNull();
    }

    @Test
    void jarsAndDirectoriesAreSearchedAfterTheRoot() throws IOException {
        Path jar = application.temp.resolve("x.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out)) {
            for (String name : List.of("META-INF/resources/lib/é x.js", "META-INF/resources/empty", "other/y")) {
                entries.putNextEntry(new JarEntry(name));
                entries.write(name.getBytes(StandardCharsets.UTF_8));
            }
        }
        Path folder = Files.createDirectories(application.temp.resolve("classes/META-INF/resources"));
        Files.writeString(folder.resolve("in-dir"), "dir");
        URL nested = URI.create("jar:" + jar.toUri() + "!/").toURL();
        application.builder.resourceUrls(
                List.of(nested, application.temp.resolve("classes").toUri().toURL()));
        assertThat(application.get("/lib/%C3%A9%20x.js").body()).endsWith("é x.js");
        assertThat(application.get("/in-dir").body()).isEqualTo("dir");
        assertThat(application.get("/empty").body()).isEmpty();
        assertThat(application.get("/other/y").status()).isEqualTo(404);
        var context = application.started().servletContext();
        assertThat(context.getResourcePaths("/")).contains("/lib/", "/in-dir", "/dir/");
        assertThat(context.getResourcePaths("/lib/")).isEqualTo(Set.of("/lib/é x.js"));
        assertThat(context.getResource("/lib/é x.js").openStream()).isNotEmpty();
        assertThat(context.getResource("/lib/")).isNotNull();
    }
}
