package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.servlet.resource.ContentCoding;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that are sent without a copy, and files that are compressed already. */
class StaticFilesTest {

    private static final int LARGE = 50_000;

    private final TestApplication application = new TestApplication();

    @SuppressWarnings("NullAway.Init") // before each test
    private Path root;

    @BeforeEach
    void files() throws IOException {
        root = Files.createDirectories(application.temp.resolve("root"));
        Files.writeString(root.resolve("large.txt"), "x".repeat(LARGE - 1) + "y");
        Files.writeString(root.resolve("small.txt"), "x".repeat(16 * 1024));
        application.builder.documentRoot(root).defaultServlet(true).mimeTypes(extension -> switch (extension) {
            case null -> null;
            case "txt" -> "text/plain";
            case "gz" -> "application/gzip";
            default -> null;
        });
    }

    @AfterEach
    void close() {
        application.close();
    }

    @Test
    void largeFileIsSentWithoutACopy() {
        FakeExchange exchange = application.get("/large.txt");
        assertThat(exchange.sink.filesSent).isEqualTo(1);
        assertThat(exchange.sink.length).isEqualTo(LARGE);
        assertThat(exchange.body()).hasSize(LARGE).endsWith("xy");
        assertThat(exchange.sink.finished).isTrue();
        assertThat(application.get("/small.txt").sink.filesSent).isZero();
        assertThat(application.send(FakeExchange.request("HEAD", "/large.txt")).sink.filesSent)
                .isZero();
    }

    @Test
    void largeRangeIsSentWithoutACopy() {
        FakeExchange exchange = application.send(FakeExchange.get("/large.txt").header("Range", "bytes=20000-"));
        assertThat(exchange.status()).isEqualTo(206);
        assertThat(exchange.sink.filesSent).isEqualTo(1);
        assertThat(exchange.body()).hasSize(LARGE - 20_000).endsWith("xy");
        FakeExchange several =
                application.send(FakeExchange.get("/large.txt").header("Range", "bytes=0-19999,20001-49999"));
        assertThat(several.sink.filesSent).isZero();
        assertThat(several.body()).endsWith("xy\r\n--netpoll-byteranges-7d1f0c52e8--\r\n");
    }

    @Test
    void wrappedResponseSeesTheContent() {
        application.filter(
                "f",
                "/*",
                (request, response, chain) -> chain.doFilter(request, new HttpServletResponseWrapper(response)),
                DispatcherType.REQUEST);
        FakeExchange exchange = application.get("/large.txt");
        assertThat(exchange.sink.filesSent).isZero();
        assertThat(exchange.body()).hasSize(LARGE);
    }

    @Test
    void largeBufferHoldsAFileBack() {
        application.filter(
                "f",
                "/*",
                (request, response, chain) -> {
                    response.setBufferSize(2 * LARGE);
                    chain.doFilter(request, response);
                },
                DispatcherType.REQUEST);
        FakeExchange exchange = application.get("/large.txt");
        assertThat(exchange.sink.filesSent).isZero();
        assertThat(exchange.sink.whole).isTrue();
        assertThat(exchange.body()).hasSize(LARGE);
    }

    @Test
    void includedFileIsPartOfTheContent() {
        application.servlet("a", "/a", (request, response) -> {
            response.getOutputStream().print("before");
            request.getRequestDispatcher("/large.txt").include(request, response);
            response.getOutputStream().print("after");
        });
        FakeExchange exchange = application.get("/a");
        assertThat(exchange.sink.filesSent).isZero();
        assertThat(exchange.body()).startsWith("beforex").endsWith("yafter").hasSize(LARGE + 11);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip               | gzip | zipped",
                "gzip, br           | br   | brotli",
                "br;q=0.5, gzip     | gzip | zipped",
                "br;q=0, gzip;q=0.1 | gzip | zipped",
                "*                  | br   | brotli",
                "*, br;q=0          | gzip | zipped",
                "x-gzip             | gzip | zipped",
                "deflate            |      | plain",
                "gzip;q=none        |      | plain",
                "gzip;q=0           |      | plain",
                "identity           |      | plain",
            })
    void clientGetsTheFormItLikesBest(String accepted, String coding, String content) throws IOException {
        Files.writeString(root.resolve("a.txt"), "plain");
        Files.writeString(root.resolve("a.txt.gz"), "zipped");
        Files.writeString(root.resolve("a.txt.br"), "brotli");
        application.builder.precompressed(ContentCoding.BROTLI, ContentCoding.GZIP);
        FakeExchange exchange = application.send(FakeExchange.get("/a.txt").header("Accept-Encoding", accepted));
        assertThat(exchange.body()).isEqualTo(content);
        assertThat(exchange.header("Content-Encoding")).isEqualTo(coding);
        assertThat(exchange.header("Vary")).isEqualTo("Accept-Encoding");
        assertThat(exchange.header("Content-Type")).isEqualTo("text/plain");
        String tag = exchange.required("ETag");
        FakeExchange again = application.send(
                FakeExchange.get("/a.txt").header("Accept-Encoding", accepted).header("If-None-Match", tag));
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.header("Vary")).isEqualTo("Accept-Encoding");
        FakeExchange other = application.send(FakeExchange.get("/a.txt").header("If-None-Match", tag));
        assertThat(other.status()).isEqualTo(coding == null ? 304 : 200);
    }

    @Test
    void partsAndRevalidationsHaveTheFieldsOfTheWhole() throws IOException {
        Files.writeString(root.resolve("a.txt"), "plain");
        Files.writeString(root.resolve("a.txt.gz"), "zipped");
        application.builder.precompressed(ContentCoding.GZIP);
        FakeExchange whole = application.send(FakeExchange.get("/a.txt").header("Accept-Encoding", "gzip"));
        FakeExchange part = application.send(
                FakeExchange.get("/a.txt").header("Accept-Encoding", "gzip").header("Range", "bytes=0-2"));
        assertThat(part.status()).isEqualTo(206);
        assertThat(part.body()).isEqualTo("zip");
        for (String name : List.of("Vary", "ETag", "Last-Modified", "Content-Encoding", "Content-Type")) {
            assertThat(part.header(name)).as(name).isNotNull().isEqualTo(whole.header(name));
        }
        FakeExchange unchanged = application.send(FakeExchange.get("/a.txt")
                .header("Accept-Encoding", "gzip")
                .header("If-None-Match", whole.required("ETag")));
        assertThat(unchanged.status()).isEqualTo(304);
        assertThat(unchanged.header("Vary")).isEqualTo("Accept-Encoding");
        assertThat(unchanged.header("ETag")).isEqualTo(whole.header("ETag"));
    }

    @Test
    void withoutOtherFormsNothingVaries() throws IOException {
        Files.writeString(root.resolve("a.txt.gz"), "zipped");
        application.builder.precompressed(ContentCoding.GZIP);
        FakeExchange exchange = application.send(FakeExchange.get("/large.txt").header("Accept-Encoding", "gzip"));
        assertThat(exchange.header("Vary")).isNull();
        assertThat(exchange.header("Content-Encoding")).isNull();
        FakeExchange itself = application.send(FakeExchange.get("/a.txt.gz").header("Accept-Encoding", "gzip"));
        assertThat(itself.header("Content-Encoding")).isNull();
        assertThat(itself.header("Content-Type")).isEqualTo("application/gzip");
    }

    @Test
    void otherFormsAreAnOption() throws IOException {
        Files.writeString(root.resolve("small.txt.gz"), "zipped");
        FakeExchange exchange = application.send(FakeExchange.get("/small.txt").header("Accept-Encoding", "gzip"));
        assertThat(exchange.header("Content-Encoding")).isNull();
        assertThat(exchange.body()).startsWith("xx");
    }
}
