package io.netpoll.boot;

import static io.netpoll.boot.TestServlets.servlet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netpoll.boot.TestServlets.Body;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.web.error.ErrorPage;
import org.springframework.boot.web.server.Compression;
import org.springframework.boot.web.server.WebServer;
import org.springframework.http.HttpStatus;
import org.springframework.util.unit.DataSize;

/** Compression as Spring Boot asks for it, through the Servlet engine. */
class CompressionTest extends AbstractWebServerTest {

    private static final String LONG = "0123456789".repeat(1_000);

    private final Compression compression = new Compression();
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @BeforeEach
    void enable() {
        compression.setEnabled(true);
        factory.setCompression(compression);
    }

    @AfterEach
    void closeClient() {
        http.close();
    }

    private HttpResponse<byte[]> send(WebServer server, String method, String path, String... fields)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + server.getPort() + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .header("Accept-Encoding", "gzip")
                .timeout(Duration.ofSeconds(10));
        if (fields.length > 0) {
            request.headers(fields);
        }
        return http.send(request.build(), BodyHandlers.ofByteArray());
    }

    private HttpResponse<byte[]> get(WebServer server, String path, String... fields)
            throws IOException, InterruptedException {
        return send(server, "GET", path, fields);
    }

    private static String gunzip(HttpResponse<byte[]> response) throws IOException {
        assertThat(response.headers().allValues("Content-Encoding")).containsExactly("gzip");
        assertThat(response.headers().allValues("Vary")).containsExactly("Accept-Encoding");
        assertThat(response.headers().firstValueAsLong("Content-Length"))
                .satisfiesAnyOf(length -> assertThat(length).isEmpty(), length -> assertThat(length)
                        .hasValue(response.body().length));
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String plain(HttpResponse<byte[]> response) {
        assertThat(response.headers().map()).doesNotContainKey("content-encoding");
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    private static Body sending(String type, String content, boolean declared, boolean flushed) {
        return (request, response) -> {
            response.setContentType(type);
            if (declared) {
                response.setContentLength(content.length());
            }
            response.getWriter().write(content);
            if (flushed) {
                response.flushBuffer();
            }
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST", "PUT"})
    void aDeclaredLengthIsReplaced(String method) throws Exception {
        WebServer server = start(servlet("/", sending("text/plain", LONG, true, true)));
        assertThat(gunzip(send(server, method, "/"))).isEqualTo(LONG);
    }

    @Test
    void aDeclaredLengthMayBeTooSmall() throws Exception {
        compression.setMinResponseSize(DataSize.ofBytes(LONG.length() + 1));
        WebServer server = start(servlet("/", sending("text/plain", LONG, true, true)));
        assertThat(plain(get(server, "/"))).isEqualTo(LONG);
    }

    @Test
    void withoutALengthThereIsNoMinimum() throws Exception {
        WebServer server = start(servlet("/", sending("text/plain", "Hello World", false, true)));
        assertThat(gunzip(get(server, "/"))).isEqualTo("Hello World");
    }

    @Test
    void whatTheEngineHoldsBackWholeHasALength() throws Exception {
        WebServer server = start(
                servlet("/small", sending("text/plain", "Hello World", false, false)),
                servlet("/large", sending("text/plain", LONG.substring(0, 5_000), false, false)));
        assertThat(plain(get(server, "/small"))).isEqualTo("Hello World");
        HttpResponse<byte[]> large = get(server, "/large");
        assertThat(gunzip(large)).hasSize(5_000);
        assertThat(large.headers().firstValue("Content-Length")).isPresent();
    }

    @Test
    void otherTypesAndExcludedClientsAreSpared() throws Exception {
        compression.setMimeTypes(new String[] {"application/json"});
        compression.setAdditionalMimeTypes(new String[] {"text/x-more"});
        compression.setExcludedUserAgents(new String[] {"other", "bad.*"});
        WebServer server = start(
                servlet("/text", sending("text/plain", LONG, true, false)),
                servlet("/json", sending("application/json", LONG, true, false)),
                servlet("/more", sending("text/x-more", LONG, true, false)),
                servlet("/invalid", sending("test~plain", LONG, true, false)));
        assertThat(plain(get(server, "/text"))).isEqualTo(LONG);
        assertThat(plain(get(server, "/invalid"))).isEqualTo(LONG);
        assertThat(gunzip(get(server, "/json"))).isEqualTo(LONG);
        assertThat(gunzip(get(server, "/more"))).isEqualTo(LONG);
        assertThat(plain(get(server, "/json", "User-Agent", "badClient"))).isEqualTo(LONG);
    }

    @Test
    void headHasTheFieldsOfGet() throws Exception {
        WebServer server = start(servlet("/", sending("text/plain", LONG, true, false)));
        HttpResponse<byte[]> head = send(server, "HEAD", "/");
        assertThat(head.headers().allValues("Content-Encoding")).containsExactly("gzip");
        assertThat(head.headers().map()).doesNotContainKey("content-length");
        assertThat(head.body()).isEmpty();
    }

    @Test
    void forwardsIncludesAndErrorPagesAreCompressed() throws Exception {
        factory.addErrorPages(new ErrorPage(HttpStatus.NOT_FOUND, "/page"));
        WebServer server = start(
                servlet("/page", sending("text/html", LONG, true, false)),
                servlet("/error", (request, response) -> response.sendError(404)),
                servlet("/forward", (request, response) -> request.getRequestDispatcher("/page")
                        .forward(request, response)),
                servlet("/include", (request, response) -> {
                    response.setContentType("text/html");
                    request.getRequestDispatcher("/page").include(request, response);
                    response.flushBuffer();
                    request.getRequestDispatcher("/page").include(request, response);
                }));
        assertThat(gunzip(get(server, "/forward"))).isEqualTo(LONG);
        assertThat(gunzip(get(server, "/include"))).isEqualTo(LONG + LONG);
        HttpResponse<byte[]> error = get(server, "/error");
        assertThat(error.statusCode()).isEqualTo(404);
        assertThat(gunzip(error)).isEqualTo(LONG);
    }

    @Test
    void asynchronousContentIsCompressedBlockingOrNot() throws Exception {
        WebServer server = start(
                servlet("/async", (request, response) -> {
                    AsyncContext async = request.startAsync();
                    async.start(() -> complete(async));
                }),
                servlet("/listener", (request, response) -> {
                    AsyncContext async = request.startAsync();
                    response.setContentType("text/plain");
                    new Writing(async, response.getOutputStream()).begin();
                }));
        assertThat(gunzip(get(server, "/async"))).isEqualTo(LONG);
        assertThat(gunzip(get(server, "/listener"))).isEqualTo(LONG.repeat(100));
    }

    private static void complete(AsyncContext async) {
        try {
            HttpServletResponse response = (HttpServletResponse) async.getResponse();
            sending("text/plain", LONG, false, true)
                    .service((jakarta.servlet.http.HttpServletRequest) async.getRequest(), response);
        } catch (IOException | jakarta.servlet.ServletException e) {
            throw new IllegalStateException(e);
        }
        async.complete();
    }

    private static final class Writing implements WriteListener {

        private final AsyncContext async;
        private final ServletOutputStream out;
        private int rounds = 100;

        Writing(AsyncContext async, ServletOutputStream out) {
            this.async = async;
            this.out = out;
        }

        void begin() {
            out.setWriteListener(this);
        }

        @Override
        public void onWritePossible() throws IOException {
            while (out.isReady()) {
                if (rounds == 0) {
                    async.complete();
                    return;
                }
                rounds--;
                out.write(LONG.getBytes(StandardCharsets.US_ASCII));
                if (out.isReady()) {
                    out.flush();
                }
            }
        }

        @Override
        public void onError(Throwable failure) {
            async.complete();
        }
    }

    @Test
    void filesAreCompressedAndPartsOfThemAreNot(@TempDir Path directory) throws Exception {
        Files.writeString(directory.resolve("style.css"), LONG.repeat(20));
        Files.write(directory.resolve("image.png"), new byte[100_000]);
        factory.getSettings().setDocumentRoot(directory.toFile());
        factory.getSettings().setRegisterDefaultServlet(true);
        WebServer server = start();
        HttpResponse<byte[]> whole = get(server, "/style.css");
        assertThat(gunzip(whole)).isEqualTo(LONG.repeat(20));
        assertThat(whole.headers().map()).doesNotContainKey("accept-ranges");
        HttpResponse<byte[]> part = get(server, "/style.css", "Range", "bytes=0-99999");
        assertThat(part.statusCode()).isEqualTo(206);
        assertThat(plain(part)).hasSize(100_000);
        assertThat(get(server, "/image.png").headers().map()).doesNotContainKeys("content-encoding", "vary");
        String tag = whole.headers().firstValue("ETag").orElseThrow();
        HttpResponse<byte[]> fresh = get(server, "/style.css", "If-None-Match", tag);
        assertThat(fresh.statusCode()).isEqualTo(304);
        assertThat(fresh.headers().firstValue("Vary")).hasValue("Accept-Encoding");
    }

    @Test
    void withoutCompressionNothingSpeaksOfIt() throws Exception {
        compression.setEnabled(false);
        WebServer server = start(servlet("/", sending("text/plain", LONG, true, false)));
        HttpResponse<byte[]> response = get(server, "/");
        assertThat(plain(response)).isEqualTo(LONG);
        assertThat(response.headers().map()).doesNotContainKey("vary");
    }

    @Test
    void aClientIsNamedByARegularExpressionOrTheStartFails() {
        compression.setExcludedUserAgents(new String[] {"ok", "("});
        assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
                .isThrownBy(this::create)
                .withMessageContaining("server.compression.excluded-user-agents");
    }
}
