package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.netpoll.server.HttpServer;
import io.netpoll.servlet.TestApplication.Action;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The engine on a real server. */
class ServerTest {

    private final TestApplication application = new TestApplication();
    private final List<String> seen = new CopyOnWriteArrayList<>();

    @SuppressWarnings("NullAway.Init") // by each test, with start
    private HttpServer server;

    @AfterEach
    void close() {
        server.close();
        application.close();
    }

    private void start() throws IOException {
        server = HttpServer.builder()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .handler(application.started().handler())
                .options(TestedMode.options().build())
                .build();
        server.start();
    }

    private HttpResponse<String> send(String method, String path, byte[] body) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                    .method(method, BodyPublishers.ofByteArray(body))
                    .build();
            return client.send(request, BodyHandlers.ofString());
        }
    }

    private Socket raw(String request) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    @Test
    void servletAnswersRequestsOfAllSizes() throws Exception {
        application.servlet("echo", "/echo", (request, response) -> {
            byte[] content = request.getInputStream().readAllBytes();
            response.getOutputStream().write(content);
        });
        start();
        for (int size : new int[] {0, 1, 8191, 8192, 8193, 200_000}) {
            HttpResponse<String> response = send("POST", "/echo", new byte[size]);
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).hasSize(size);
        }
    }

    @Test
    void largeFileArrivesWholeAndInParts() throws Exception {
        byte[] content = new byte[3_000_000];
        new java.util.Random(1).nextBytes(content);
        java.nio.file.Path root = java.nio.file.Files.createDirectories(application.temp.resolve("root"));
        java.nio.file.Files.write(root.resolve("large"), content);
        application.builder.documentRoot(root).defaultServlet(true);
        start();
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://127.0.0.1:" + server.port() + "/large");
            for (int i = 0; i < 3; i++) {
                HttpResponse<byte[]> whole =
                        client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofByteArray());
                assertThat(whole.body()).isEqualTo(content);
                HttpResponse<byte[]> part = client.send(
                        HttpRequest.newBuilder(uri)
                                .header("Range", "bytes=1000001-")
                                .build(),
                        BodyHandlers.ofByteArray());
                assertThat(part.body()).isEqualTo(java.util.Arrays.copyOfRange(content, 1_000_001, content.length));
            }
        }
    }

    /** RFC 9110 §3.3: who sent the request before on a connection says nothing of this one's sender. */
    @Test
    void connectionRemembersNobody() throws Exception {
        application.servlet("who", "/who", (request, response) -> {
            boolean known = request.getSession(false) != null;
            response.getWriter()
                    .write(known + " " + request.getRequestedSessionId() + " " + request.getUserPrincipal() + "\n");
            request.getSession(true).setAttribute("name", "x");
        });
        start();
        String request = "GET /who HTTP/1.1\r\nHost: a\r\n";
        try (Socket socket =
                raw(request + "Authorization: Basic eDp5\r\n\r\n" + request + "Connection: close\r\n\r\n")) {
            String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            assertThat(answers.split("false null null\n", -1)).hasSize(3);
            assertThat(answers.split("Set-Cookie: JSESSIONID=", -1)).hasSize(3);
        }
    }

    @Test
    void lengthOfAHeadIsThatOfAGet() throws Exception {
        application.servlet("a", "/a", (request, response) -> response.setContentLength(1234));
        start();
        HttpResponse<String> response = send("HEAD", "/a", new byte[0]);
        assertThat(response.headers().firstValue("Content-Length")).contains("1234");
    }

    private final class Recorder implements AsyncListener {

        @Override
        public void onComplete(AsyncEvent event) {
            seen.add("complete");
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            seen.add("timeout");
        }

        @Override
        public void onError(AsyncEvent event) {
            seen.add("error");
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            seen.add("start");
        }
    }

    @Test
    void asynchronousRequestIsAnsweredByAnotherThread() throws Exception {
        application.servlet("a", "/a", (request, response) -> {
            AsyncContext context = request.startAsync();
            context.addListener(new Recorder());
            context.start(() -> {
                try {
                    context.getResponse().getWriter().write("from another thread");
                } catch (IOException e) {
                    seen.add(e.toString());
                }
                context.complete();
            });
        });
        start();
        assertThat(send("GET", "/a", new byte[0]).body()).isEqualTo("from another thread");
        await().until(() -> seen.equals(List.of("complete")));
    }

    @Test
    void asynchronousRequestTimesOut() throws Exception {
        application.servlet("a", "/a", (request, response) -> {
            AsyncContext context = request.startAsync();
            context.setTimeout(50);
            context.addListener(new Recorder());
        });
        start();
        assertThat(send("GET", "/a", new byte[0]).statusCode()).isEqualTo(500);
        await().until(() -> seen.equals(List.of("timeout", "complete")));
    }

    @Test
    void departedClientIsToldToTheListener() throws Exception {
        application.servlet("a", "/a", (request, response) -> {
            AsyncContext context = request.startAsync();
            context.setTimeout(0);
            context.addListener(new Recorder());
            seen.add("running");
        });
        start();
        try (Socket socket = raw("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")) {
            await().until(() -> seen.contains("running"));
            socket.setOption(StandardSocketOptions.SO_LINGER, 0);
        }
        await().until(() -> seen.equals(List.of("running", "error", "complete")));
    }

    @Test
    void readListenerEchoesWhatComesInPieces() throws Exception {
        application.servlet("r", "/r", (request, response) -> {
            AsyncContext context = request.startAsync();
            ServletInputStream in = request.getInputStream();
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            in.setReadListener(new ReadListener() {
                @Override
                public void onDataAvailable() throws IOException {
                    seen.add("data");
                    while (in.isReady()) {
                        all.write(in.read());
                    }
                }

                @Override
                public void onAllDataRead() throws IOException {
                    response.getOutputStream().write(all.toByteArray());
                    context.complete();
                }

                @Override
                public void onError(Throwable t) {
                    seen.add("error");
                }
            });
        });
        start();
        try (Socket socket = raw("POST /r HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 6\r\n\r\nabc")) {
            await().until(() -> seen.size() == 1);
            socket.getOutputStream().write("def".getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            assertThat(new String(in.readAllBytes(), StandardCharsets.US_ASCII)).endsWith("abcdef");
        }
    }

    @Test
    void requestThatEndsTooEarlyIsRefusedWhateverTheApplicationDoes() throws Exception {
        application.servlet("quiet", "/quiet", (request, response) -> {
            try {
                request.getInputStream().readAllBytes();
            } catch (IOException e) {
                seen.add("caught");
            }
        });
        start();
        try (Socket socket = raw("POST /quiet HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")) {
            socket.shutdownOutput();
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(answer).startsWith("HTTP/1.1 400 ");
        }
        assertThat(seen).containsExactly("caught");
    }

    private static Stream<Arguments> readers() {
        return Stream.of(
                arguments("bytes", (Action)
                        (request, response) -> request.getInputStream().readAllBytes()),
                arguments("reader", (Action)
                        (request, response) -> request.getReader().readLine()),
                arguments("parameter", (Action) (request, response) -> request.getParameter("a")),
                arguments("parts", (Action) (request, response) -> request.getParts()),
                arguments("silent", (Action) (request, response) -> {
                    try {
                        request.getInputStream().readAllBytes();
                    } catch (IOException e) {
                        response.sendError(400, "changes nothing");
                        response.setStatus(200);
                    }
                }),
                arguments("wrapping", (Action) (request, response) -> {
                    try {
                        request.getInputStream().readAllBytes();
                    } catch (IOException e) {
                        throw new ServletException("wrapped", new IllegalArgumentException(e));
                    }
                }),
                arguments("thread", (Action) (request, response) -> {
                    AsyncContext context = request.startAsync();
                    context.start(() -> {
                        try {
                            request.getInputStream().readAllBytes();
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
                }),
                arguments("listener", (Action) (request, response) -> {
                    request.startAsync();
                    ServletInputStream in = request.getInputStream();
                    in.setReadListener(new ReadListener() {
                        @Override
                        public void onDataAvailable() throws IOException {
                            while (in.isReady()) {
                                in.read();
                            }
                        }

                        @Override
                        public void onAllDataRead() {}

                        @Override
                        public void onError(Throwable t) {}
                    });
                }));
    }

    /** RFC 9110 §15.5.9, however the application reads and whatever it makes of the exception. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("readers")
    void contentThatStallsIsAnsweredWith408(String name, Action reading) throws Exception {
        application.multipart(name, "/r", new MultipartConfigElement(""), reading);
        server = HttpServer.builder()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .handler(application.started().handler())
                .options(
                        TestedMode.options().bodyTimeout(Duration.ofMillis(200)).build())
                .build();
        server.start();
        String type = name.equals("parts") ? "multipart/form-data; boundary=b" : "application/x-www-form-urlencoded";
        try (Socket socket =
                raw("POST /r HTTP/1.1\r\nHost: a\r\nContent-Type: " + type + "\r\nContent-Length: 10\r\n\r\na=1")) {
            socket.setSoTimeout(10_000);
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(answer).startsWith("HTTP/1.1 408 ");
        }
    }

    @Test
    void brokenResponseDoesNotLookComplete() throws Exception {
        application.servlet("late", "/late", (request, response) -> {
            response.getOutputStream().print("half");
            response.flushBuffer();
            throw new IllegalStateException("late");
        });
        start();
        try (Socket socket = raw("GET /late HTTP/1.1\r\nHost: a\r\n\r\n")) {
            ByteArrayOutputStream got = new ByteArrayOutputStream();
            try {
                socket.getInputStream().transferTo(got);
            } catch (IOException e) {
                // A reset is as good as an end without the last chunk.
            }
            assertThat(got.toString(StandardCharsets.US_ASCII)).contains("half").doesNotContain("\r\n0\r\n");
        }
    }
}
