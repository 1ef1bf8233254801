package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PartsTest {

    private static final String TYPE = "multipart/form-data; boundary=\"B=b\"";

    private final TestApplication application = new TestApplication();
    private final Path uploads = application.temp.resolve("uploads");
    private final MultipartConfigElement config = new MultipartConfigElement("uploads", 1000, 5000, 0);

    @AfterEach
    void close() {
        application.close();
    }

    private static String part(String disposition, String content) {
        return "--B=b\r\nContent-Disposition: form-data; " + disposition + "\r\nX-A: b\r\n\r\n" + content + "\r\n";
    }

    private static FakeExchange.Builder upload(String... parts) {
        return FakeExchange.request("POST", "/m?a=0").body(TYPE, String.join("", parts) + "--B=b--\r\n");
    }

    private List<Path> files() {
        try (Stream<Path> all = Files.exists(uploads) ? Files.list(uploads) : Stream.empty()) {
            return all.toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void partsHaveWhatTheClientSentAndAreGoneAfterwards() {
        application.multipart("m", "/m", config, (request, response) -> {
            List<Part> parts = new ArrayList<>(request.getParts());
            assertThat(parts).extracting(Part::getName).containsExactly("a", "f", "a");
            Part file = request.getPart("f");
            assertThat(file.getSubmittedFileName()).isEqualTo("../../é \"x\".bin");
            assertThat(file.getSize()).isEqualTo(900);
            assertThat(file.getHeader("x-a")).isEqualTo("b");
            assertThat(file.getHeaderNames()).contains("Content-Disposition", "X-A");
            InputStream open = file.getInputStream();
            assertThat(open.read()).isEqualTo('y');
            assertThat(request.getPart("none")).isNull();
            assertThat(files()).hasSize(1);
            response.getWriter().write(Arrays.toString(request.getParameterValues("a")) + request.getParameter("f"));
        });
        FakeExchange exchange = application.send(upload(
                part("name=\"a\"", "1"),
                part("name=\"f\"; filename=\"../../é \\\"x\\\".bin\"", "y".repeat(900)),
                part("name=\"a\"", "2")));
        assertThat(application.failures).isEmpty();
        assertThat(exchange.body()).isEqualTo("[0, 1, 2]null");
        assertThat(files()).isEmpty();
    }

    @Test
    void partCanBeWrittenToAFile() {
        application.multipart("m", "/m", config, (request, response) -> {
            Part part = request.getPart("f");
            part.write("kept");
            assertThat(part.getInputStream()).hasContent("content");
            part.delete();
        });
        application.send(upload(part("name=f; filename=x", "content")));
        assertThat(application.failures).isEmpty();
        assertThat(files()).singleElement().satisfies(file -> assertThat(file).hasContent("content"));
    }

    @Test
    void limitsAreIllegalStatesInWordsThatFrameworksKnowAndLeaveNoFiles() {
        List<String> texts = new ArrayList<>();
        application.builder.maxPartCount(3);
        application.multipart("m", "/m", config, (request, response) -> {
            try {
                request.getParts();
            } catch (IllegalStateException e) {
                texts.add(e.getMessage());
                throw e;
            }
        });
        String file = part("name=f; filename=x", "y".repeat(900));
        assertThat(application
                        .send(upload(file, part("name=g; filename=x", "y".repeat(1001))))
                        .status())
                .isEqualTo(413);
        assertThat(application.send(upload(file, file, file, file, file, file)).status())
                .isEqualTo(413);
        String field = part("name=a", "1");
        assertThat(application.send(upload(field, field, field, field)).status())
                .isEqualTo(413);
        assertThat(texts).hasSize(3).allMatch(text -> text.contains("exceeds") && text.matches(".*(size|count).*"));
        assertThat(files()).isEmpty();
    }

    @Test
    void removedDirectoryComesBack() throws IOException {
        Files.createDirectories(uploads);
        Files.delete(uploads);
        application.multipart("m", "/m", config, (request, response) -> response.getWriter()
                .print(request.getPart("f").getSize()));
        assertThat(application.send(upload(part("name=f; filename=x", "abc"))).body())
                .isEqualTo("3");
    }

    @Test
    void malformedContentIsABadRequest() {
        application.multipart("m", "/m", config, (request, response) -> request.getParts());
        assertThat(application
                        .send(FakeExchange.request("POST", "/m").body(TYPE, part("name=a", "1")))
                        .status())
                .isEqualTo(400);
        assertThat(application
                        .send(FakeExchange.request("POST", "/m").body("multipart/form-data", part("name=a", "1")))
                        .status())
                .isEqualTo(400);
        assertThat(application.send(upload(part("nothing=a", "1"))).status()).isEqualTo(400);
    }

    @Test
    void otherRequestsHaveNoParts() {
        application.multipart(
                "m", "/m", config, (request, response) -> assertThatExceptionOfType(ServletException.class)
                        .isThrownBy(request::getParts));
        application.servlet("n", "/n", (request, response) -> assertThatIllegalStateException()
                .isThrownBy(request::getParts));
        application.send(FakeExchange.request("POST", "/m").body("text/plain", "x"));
        application.send(FakeExchange.request("POST", "/n").body(TYPE, "--B=b--".getBytes(StandardCharsets.UTF_8)));
        assertThat(application.failures).isEmpty();
    }
}
