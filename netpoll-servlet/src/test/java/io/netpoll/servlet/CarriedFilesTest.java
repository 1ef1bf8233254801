package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.server.HandlerMode;
import io.netpoll.server.HttpServer;
import io.netpoll.server.ServerOptions;
import io.netpoll.servlet.RecordingFileSystem.Operation;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.JarURLConnection;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which threads touch files where event loops carry handlers. */
class CarriedFilesTest {

    private static final String HELPER = "netpoll-http-helper-";
    private static final String CONTENT = "0123456789abcdef".repeat(5_000);

    private final TestApplication application = new TestApplication();
    private final RecordingFileSystem files = new RecordingFileSystem(FileSystems.getDefault());

    @SuppressWarnings("NullAway.Init") // before each test
    private Path root;

    @SuppressWarnings("NullAway.Init") // by each test, with get
    private HttpServer server;

    @BeforeEach
    void documentRoot() throws IOException {
        root = Files.createDirectories(application.temp.resolve("root"));
        Files.writeString(root.resolve("small.txt"), "small");
        Files.writeString(root.resolve("medium.txt"), CONTENT.substring(0, 16_000));
        Files.writeString(Files.createDirectories(root.resolve("dir")).resolve("index.html"), "welcome");
        application
                .builder
                .defaultServlet(true)
                .documentRoot(files.path(root))
                .tempDirectory(files.path(application.temp));
    }

    @AfterEach
    void close() {
        server.close();
        application.close();
    }

    private String get(String path) throws IOException {
        return send("GET " + path + " HTTP/1.0\r\n\r\n");
    }

    private String send(String request) throws IOException {
        server = HttpServer.builder()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .handler(application.started().handler())
                .options(ServerOptions.builder().handlerMode(HandlerMode.LOOP).build())
                .build();
        server.start();
        files.forget(); // what the start has done
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(15_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    private void assertHelpersDid(String... operations) {
        assertThat(files.operations()).extracting(Operation::what).contains(operations);
        assertThat(files.operations())
                .allSatisfy(operation -> assertThat(operation.thread()).contains(HELPER));
    }

    @Test
    void helpersReadStaticFiles() throws IOException {
        assertThat(get("/medium.txt")).startsWith("HTTP/1.1 200 ").endsWith(CONTENT.substring(0, 16_000));
        assertHelpersDid("stat", "toRealPath", "open", "read", "close");
    }

    @Test
    void helpersLookForWelcomeFiles() throws IOException {
        assertThat(get("/dir/")).endsWith("welcome");
        assertHelpersDid("stat", "toRealPath", "open", "read", "close");
    }

    @Test
    void helpersLookForWhatIsNotThere() throws IOException {
        assertThat(get("/none")).startsWith("HTTP/1.1 404 ");
        assertHelpersDid("stat");
    }

    @Test
    void helpersReadTheResourcesOfTheContext() throws IOException {
        application.servlet("s", "/s", (request, response) -> {
            ServletContext context = request.getServletContext();
            assertThat(context.getResourcePaths("/")).contains("/small.txt", "/dir/");
            assertThat(context.getResource("/small.txt")).isNotNull();
            try (InputStream in = context.getResourceAsStream("/small.txt")) {
                for (int octet = in.read(); octet >= 0; octet = in.read()) {
                    response.getOutputStream().write(octet);
                }
            }
        });
        assertThat(get("/s")).startsWith("HTTP/1.1 200 ").endsWith("small");
        assertHelpersDid("list", "stat", "open", "read", "close");
    }

    @Test
    void helpersStoreReadMoveAndDeleteParts() throws IOException {
        application.multipart("m", "/m", new MultipartConfigElement("", -1, -1, 1_000), (request, response) -> {
            Part part = request.getPart("file");
            assertThat(part.getSize()).isEqualTo(CONTENT.length());
            try (InputStream in = part.getInputStream()) {
                assertThat(new String(in.readAllBytes(), StandardCharsets.US_ASCII))
                        .isEqualTo(CONTENT);
            }
            part.write("moved");
            Part other = request.getPart("other");
            other.delete();
            response.getOutputStream().print("stored");
        });
        String body = part("file") + part("other") + "--b--\r\n";
        assertThat(send("POST /m HTTP/1.0\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body))
                .startsWith("HTTP/1.1 200 ")
                .endsWith("stored");
        assertThat(application.temp.resolve("moved")).hasContent(CONTENT);
        assertHelpersDid("open", "write", "close", "read", "move", "delete");
    }

    private static String part(String name) {
        return "--b\r\nContent-Disposition: form-data; name=\"" + name + "\"; filename=\"f\"\r\n\r\n" + CONTENT
                + "\r\n";
    }

    /** A URL is opened by its own handler, as that of a jar in a jar is. */
    @Test
    void helpersReadJars() throws IOException {
        Path jar = application.temp.resolve("a.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            out.putNextEntry(new JarEntry("META-INF/resources/in.txt"));
            out.write(CONTENT.getBytes(StandardCharsets.US_ASCII));
        }
        Queue<String> threads = new ConcurrentLinkedQueue<>();
        application.builder.resourceUrls(List.of(recorded(URI.create("jar:" + jar.toUri() + "!/"), threads)));
        assertThat(get("/in.txt")).startsWith("HTTP/1.1 200 ").endsWith(CONTENT);
        assertThat(threads).hasSizeGreaterThan(4).allMatch(thread -> thread.contains(HELPER));
    }

    private static URL recorded(URI jar, Queue<String> threads) throws IOException {
        return URL.of(jar, new URLStreamHandler() {
            @Override
            protected URLConnection openConnection(URL url) throws IOException {
                threads.add(Thread.currentThread().toString());
                return new RecordedConnection(url, threads);
            }
        });
    }

    private static final class RecordedConnection extends JarURLConnection {

        private final Queue<String> threads;
        private final JarURLConnection connection;

        RecordedConnection(URL url, Queue<String> threads) throws IOException {
            super(url);
            this.threads = threads;
            this.connection =
                    (JarURLConnection) URI.create(url.toExternalForm()).toURL().openConnection();
        }

        @Override
        public JarFile getJarFile() throws IOException {
            threads.add(Thread.currentThread().toString());
            return connection.getJarFile();
        }

        @Override
        public void connect() throws IOException {
            connection.connect();
        }

        @Override
        public InputStream getInputStream() throws IOException {
            InputStream in = connection.getInputStream();
            return new InputStream() {
                @Override
                public int read() throws IOException {
                    threads.add(Thread.currentThread().toString());
                    return in.read();
                }

                @Override
                public int read(byte[] target, int offset, int length) throws IOException {
                    threads.add(Thread.currentThread().toString());
                    return in.read(target, offset, length);
                }

                @Override
                public void close() throws IOException {
                    threads.add(Thread.currentThread().toString());
                    in.close();
                }
            };
        }
    }
}
