package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the parts of a multipart request promise. */
class PartContractTest {

    private final TestApplication application = new TestApplication();

    @TempDir
    Path elsewhere;

    @AfterEach
    void close() {
        application.close();
    }

    @FunctionalInterface
    private interface Checks {
        void run(Part part) throws IOException;
    }

    private void check(Checks checks) {
        String content = "--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a b.txt\"\r\n"
                + "Content-Type: text/plain\r\nX-A: 1\r\nx-a: 2\r\n\r\ncontent\r\n"
                + "--x\r\nContent-Disposition: form-data; name=field\r\n\r\nvalue\r\n--x--\r\n";
        application.probe(
                FakeExchange.request("POST", "/probe").body("multipart/form-data; boundary=x", content),
                (request, response) -> {
                    assertThat(request.getPart("field").getSubmittedFileName()).isNull();
                    assertThat(request.getPart("field").getContentType()).isNull();
                    checks.run(request.getPart("f"));
                });
    }

    @Test
    void partSaysWhatTheClientSent() {
        check(part -> {
            assertThat(part.getName()).isEqualTo("f");
            assertThat(part.getSubmittedFileName()).isEqualTo("a b.txt");
            assertThat(part.getContentType()).isEqualTo("text/plain");
            assertThat(part.getSize()).isEqualTo(7);
            assertThat(part.getHeader("x-A")).isEqualTo("1");
            assertThat(part.getHeader("none")).isNull();
            assertThat(part.getHeaders("X-A")).containsExactly("1", "2");
            assertThat(part.getHeaders("none")).isEmpty();
            assertThat(part.getHeaderNames())
                    .usingElementComparator(String.CASE_INSENSITIVE_ORDER)
                    .containsExactly("Content-Disposition", "Content-Type", "X-A");
        });
    }

    @Test
    void contentCanBeReadAgain() {
        check(part -> {
            assertThat(part.getInputStream()).hasContent("content");
            assertThat(part.getInputStream()).hasContent("content");
        });
    }

    @Test
    void contentIsWrittenToAFile() {
        check(part -> {
            Path file = elsewhere.resolve("absolute");
            part.write(file.toString());
            assertThat(file).hasContent("content");
            part.write("relative");
            assertThat(application.temp.resolve("relative")).hasContent("content");
        });
        assertThat(application.temp.resolve("relative")).exists();
    }

    @Test
    void deletedPartLeavesNothingBehind() {
        check(part -> {
            part.delete();
            part.delete();
            assertThat(Files.list(application.temp).filter(Files::isRegularFile))
                    .isEmpty();
        });
    }
}
