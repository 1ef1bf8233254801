package io.netpoll.boot;

import static io.netpoll.boot.TestServlets.servlet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServlet;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.servlet.ServletRegistrationBean;

/** Uploads leave no files behind, whatever becomes of them (Servlet 6.1 §3.2). */
class UploadReportsTest extends AbstractReportTest {

    private static final int LARGE = 2_000_000;
    private static final String TYPE = "Content-Type: multipart/form-data; boundary=\"----=_P_0\"";

    private final AtomicReference<Path> temp = new AtomicReference<>();

    private WebServer uploading(TestServlets.Body body) {
        ServletRegistrationBean<HttpServlet> registration = servlet("/u", body);
        registration.setMultipartConfig(new MultipartConfigElement("", LARGE, 3L * LARGE, 0));
        return start(registration, context -> temp.set(((File) context.getAttribute(ServletContext.TEMPDIR)).toPath()));
    }

    private static String part(String name, String fileName, String content) {
        return "------=_P_0\r\nContent-Disposition: form-data; name=\"" + name + "\"; filename=\"" + fileName
                + "\"\r\n\r\n" + content + "\r\n";
    }

    private static String upload(WebServer server, String... parts) throws IOException {
        return post(server, "/u", String.join("", parts) + "------=_P_0--\r\n", TYPE);
    }

    private List<Path> files() {
        try (Stream<Path> all = Files.walk(temp.get())) {
            return all.filter(Files::isRegularFile).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void uploadIsReadAndGone() throws IOException {
        WebServer server = uploading((request, response) -> {
            assertThat(request.getPart("f").getSubmittedFileName()).isEqualTo("../../x");
            assertThat(request.getPart("f").getInputStream().read()).isEqualTo('y');
            seen.add("files " + files().size());
            response.getWriter().print(request.getPart("f").getSize());
        });
        assertThat(content(upload(server, part("f", "../../x", "y".repeat(LARGE)))))
                .isEqualTo("" + LARGE);
        assertThat(seen).containsExactly("files 1");
        await().until(() -> files().isEmpty());
    }

    @Test
    void uploadBeyondTheLimitIsRefusedWithAWordAndGone() throws IOException {
        WebServer server = uploading((request, response) -> {
            assertThatIllegalStateException().isThrownBy(request::getParts).withMessageContaining("exceeds");
            throw new IllegalStateException(org.assertj.core.api.Assertions.catchThrowable(request::getParts));
        });
        String answer = upload(server, part("f", "x", "y".repeat(1000)), part("g", "x", "y".repeat(LARGE + 1)));
        assertThat(status(answer)).isEqualTo(413);
        await().until(() -> files().isEmpty());
    }

    @Test
    void uploadThatBreaksOffIsGone() throws IOException {
        WebServer server = uploading((request, response) -> {
            seen.add("started");
            try {
                request.getParts();
            } catch (IOException e) {
                seen.add("broken");
                throw e;
            }
        });
        try (Socket socket = TestHttp.connect(server.getPort())) {
            write(
                    socket,
                    "POST /u HTTP/1.1\r\nHost: a\r\n" + TYPE + "\r\nContent-Length: 1000000\r\n\r\n"
                            + part("f", "x", "y".repeat(100_000)));
            await().until(() -> !files().isEmpty());
            socket.setOption(StandardSocketOptions.SO_LINGER, 0);
        }
        await().until(() -> seen.contains("broken"));
        await().until(() -> files().isEmpty());
    }

    @Test
    void uploadWhoseStreamStaysOpenIsGone() throws IOException {
        AtomicReference<java.io.InputStream> open = new AtomicReference<>();
        WebServer server =
                uploading((request, response) -> open.set(request.getPart("f").getInputStream()));
        assertThat(status(upload(server, part("f", "x", "y".repeat(LARGE))))).isEqualTo(200);
        await().until(() -> files().isEmpty());
        open.get().close();
    }

    @Test
    void uploadThatNobodyReadsDoesNoHarm() throws IOException {
        WebServer server = uploading((request, response) -> response.getWriter().write("unread"));
        assertThat(content(upload(server, part("f", "x", "y".repeat(LARGE))))).isEqualTo("unread");
        assertThat(files()).isEmpty();
    }

    @Test
    void removedDirectoryComesBack() throws IOException {
        WebServer server = uploading((request, response) ->
                response.getWriter().print(request.getPart("f").getSize()));
        try (Stream<Path> all = Files.walk(temp.get())) {
            all.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        }
        assertThat(temp.get()).doesNotExist();
        assertThat(content(upload(server, part("f", "x", "abc")))).isEqualTo("3");
        await().until(() -> files().isEmpty());
    }

    @Test
    void numberOfPartsIsLimited() throws IOException {
        WebServer server = uploading((request, response) -> request.getParts());
        assertThat(status(upload(server, part("f", "x", "y").repeat(2000)))).isEqualTo(413);
        await().until(() -> files().isEmpty());
    }
}
