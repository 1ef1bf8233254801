package io.netpoll.boot;

import static io.netpoll.boot.TestServlets.servlet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.io.IOException;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.web.server.WebServer;

/** Asynchronous requests whose clients leave, fail, or go on (Servlet 6.1 §2.3.3.3). */
class AsyncReportsTest extends AbstractReportTest {

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

    private long count(String event) {
        return seen.stream().filter(event::equals).count();
    }

    /** Nobody reads from these connections: the end has to be noticed all the same. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void departedClientsOfWaitingRequestsAreNoticed(boolean reset) throws IOException {
        int clients = 50;
        WebServer server = start(servlet("/wait", (request, response) -> {
            AsyncContext context = request.startAsync();
            context.setTimeout(0);
            context.addListener(new Recorder());
            seen.add("running");
        }));
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            Socket socket = TestHttp.connect(server.getPort());
            TestHttp.writeGet(socket, "/wait");
            sockets.add(socket);
        }
        await().until(() -> count("running") == clients);
        for (Socket socket : sockets) {
            if (reset) {
                socket.setOption(StandardSocketOptions.SO_LINGER, 0);
            }
            socket.close();
        }
        await().atMost(Duration.ofSeconds(20)).until(() -> count("complete") == clients);
        assertThat(count("error")).isEqualTo(clients);
        assertThat(count("timeout")).isZero();
    }

    @Test
    void failedOperationLeavesNothingToTheNextRequest() throws IOException {
        WebServer server = start(
                servlet("/fail", (request, response) -> {
                    request.startAsync().addListener(new Recorder());
                    throw new IllegalStateException("after startAsync");
                }),
                servlet("/plain", (request, response) -> response.getWriter()
                        .print(request.isAsyncStarted() + " " + request.getDispatcherType())));
        try (Socket socket = TestHttp.connect(server.getPort())) {
            write(socket, "GET /fail HTTP/1.1\r\nHost: a\r\n\r\n");
            write(socket, "GET /plain HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            String answers = TestHttp.readToEnd(socket);
            assertThat(answers).startsWith("HTTP/1.1 500 ").endsWith("false REQUEST");
        }
        await().until(() -> seen.equals(List.of("error", "complete")));
    }

    @Test
    void timeoutIsAnsweredOnceAndTheConnectionGoesOn() throws IOException {
        WebServer server = start(
                servlet("/slow", (request, response) -> {
                    AsyncContext context = request.startAsync();
                    context.setTimeout(100);
                    context.addListener(new Recorder());
                }),
                servlet("/plain", (request, response) -> response.getWriter().print("plain")));
        try (Socket socket = TestHttp.connect(server.getPort())) {
            write(socket, "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
            write(socket, "GET /plain HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            assertThat(TestHttp.readToEnd(socket)).startsWith("HTTP/1.1 500 ").endsWith("plain");
        }
        await().until(() -> seen.equals(List.of("timeout", "complete")));
    }

    /** Trailers are there after the end, do not touch the fields of the head, and only those that may be sent are. */
    @Test
    void trailersAreReadyAfterTheContent() throws IOException {
        WebServer server = start(servlet("/t", (request, response) -> {
            assertThat(request.isTrailerFieldsReady()).isFalse();
            request.getInputStream().readAllBytes();
            assertThat(request.isTrailerFieldsReady()).isTrue();
            response.getWriter()
                    .print(request.getTrailerFields() + " " + request.getHeader("Host") + " "
                            + request.getHeader("Authorization") + " " + request.getContentLengthLong());
        }));
        String answer = send(
                server,
                String.join(
                        "\r\n",
                        "POST /t HTTP/1.1",
                        "Host: a",
                        "Connection: close",
                        "Transfer-Encoding: chunked",
                        "",
                        "1",
                        "x",
                        "0",
                        "Content-Length: 9",
                        "Host: b",
                        "Authorization: x",
                        "X-Ok: 1",
                        "",
                        ""));
        assertThat(content(answer)).isEqualTo("{x-ok=1} a null -1");
    }
}
