package io.netpoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.netpoll.server.HttpServer;
import io.netpoll.server.ShutdownOptions;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Another protocol on the connection: each message is its length in two octets and its octets; the answer is the same
 * message backwards; a message without octets says goodbye, and is answered before the connection is closed.
 */
class UpgradeTest {

    private static final List<String> SEEN = new CopyOnWriteArrayList<>();
    private static final String REQUEST =
            "GET /u HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: backwards, other\r\n\r\n";

    private final TestApplication application = new TestApplication();
    private @Nullable HttpServer server;

    @BeforeEach
    void forget() {
        SEEN.clear();
    }

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
        }
        application.close();
    }

    abstract static class Recording implements HttpUpgradeHandler {
        @Override
        public void destroy() {
            SEEN.add("destroy");
        }
    }

    private static byte[] backwards(byte[] message) {
        byte[] answer = new byte[message.length];
        for (int i = 0; i < message.length; i++) {
            answer[i] = message[message.length - 1 - i];
        }
        return answer;
    }

    /** Speaks the protocol by waiting for each message, inside init. */
    static final class Waiting extends Recording {

        @Override
        public void init(WebConnection connection) {
            SEEN.add("init");
            try (connection) {
                DataInputStream in = new DataInputStream(connection.getInputStream());
                DataOutputStream out = new DataOutputStream(connection.getOutputStream());
                byte[] message;
                do {
                    message = new byte[in.readUnsignedShort()];
                    in.readFully(message);
                    ByteBuffer answer = ByteBuffer.allocate(2 + message.length);
                    answer.putShort((short) message.length).put(backwards(message));
                    out.write(answer.array());
                } while (message.length > 0);
            } catch (EOFException e) {
                SEEN.add("end");
            } catch (Exception e) {
                SEEN.add("failed");
            }
        }
    }

    /** Speaks the protocol without waiting. */
    static final class Listening extends Recording implements ReadListener, WriteListener {

        @SuppressWarnings("NullAway.Init") // by init
        private WebConnection connection;

        @SuppressWarnings("NullAway.Init") // by init
        private ServletInputStream in;

        @SuppressWarnings("NullAway.Init") // by init
        private ServletOutputStream out;

        private final ByteBuffer heard = ByteBuffer.allocate(1 << 17);
        private boolean goodbye;

        @Override
        public void init(WebConnection given) {
            SEEN.add("init");
            connection = given;
            try {
                in = given.getInputStream();
                out = given.getOutputStream();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            in.setReadListener(this);
            out.setWriteListener(this);
            assertThatIllegalStateException().isThrownBy(() -> in.setReadListener(this));
            assertThatIllegalStateException().isThrownBy(() -> out.setWriteListener(this));
        }

        @Override
        public void onDataAvailable() throws IOException {
            goOn();
        }

        @Override
        public void onWritePossible() throws IOException {
            goOn();
        }

        private void goOn() throws IOException {
            boolean heard;
            boolean answered;
            do {
                heard = listen();
                answered = answer();
            } while (heard || answered);
            if (goodbye) {
                close();
            }
        }

        private boolean listen() throws IOException {
            byte[] block = new byte[4096];
            if (goodbye || heard.remaining() < block.length || !in.isReady()) {
                return false;
            }
            int n = in.read(block);
            heard.put(block, 0, Math.max(0, n));
            return n > 0;
        }

        /** Answers as many messages as the connection takes. */
        private boolean answer() throws IOException {
            int before = heard.position();
            heard.flip();
            while (!goodbye && heard.remaining() >= 2 && heard.remaining() >= 2 + length() && out.isReady()) {
                byte[] message = new byte[length()];
                heard.getShort();
                heard.get(message);
                goodbye = message.length == 0;
                ByteBuffer answer = ByteBuffer.allocate(2 + message.length);
                answer.putShort((short) message.length).put(backwards(message)).flip();
                out.write(answer);
            }
            heard.compact();
            return heard.position() < before;
        }

        private int length() {
            return heard.getShort(heard.position()) & 0xFFFF;
        }

        private void close() throws IOException {
            try {
                connection.close();
            } catch (IOException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IOException(e);
            }
        }

        @Override
        public void onAllDataRead() {
            SEEN.add("all");
        }

        @Override
        public void onError(Throwable cause) {
            SEEN.add("error");
        }
    }

    /** Fails at once. */
    static final class Failing extends Recording {
        @Override
        public void init(WebConnection connection) {
            SEEN.add("init");
            throw new IllegalStateException("thrown by init");
        }
    }

    /** Leaves the connection to a thread of its own. */
    static final class Leaving extends Recording {
        @Override
        public void init(WebConnection connection) {
            Thread.ofVirtual().start(() -> new Waiting().init(connection));
        }
    }

    /** Cannot be made. */
    static final class Impossible extends Recording {
        Impossible(String needed) {
            SEEN.add(needed);
        }

        @Override
        public void init(WebConnection connection) {
            throw new AssertionError();
        }
    }

    private Socket connect(String request) throws IOException {
        HttpServer started = HttpServer.builder()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .handler(application.started().handler())
                .options(TestedMode.options()
                        .shutdown(ShutdownOptions.builder()
                                .streamTimeout(Duration.ZERO)
                                .build())
                        .build())
                .build();
        server = started;
        started.start();
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), started.port());
        socket.setSoTimeout(15_000);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String head(Socket socket) throws IOException {
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            int octet = socket.getInputStream().read();
            if (octet < 0) {
                break;
            }
            head.append((char) octet);
        }
        return head.toString();
    }

    private Socket upgraded(Class<? extends HttpUpgradeHandler> type) throws IOException {
        application.servlet("u", "/u", (request, response) -> {
            request.upgrade(type);
            response.setHeader("X-A", "b");
        });
        Socket socket = connect(REQUEST);
        assertThat(head(socket))
                .startsWith("HTTP/1.1 101 ")
                .contains("\r\nUpgrade: backwards\r\n", "\r\nConnection: Upgrade\r\n", "\r\nX-A: b\r\n")
                .doesNotContain("Content-Length", "Transfer-Encoding");
        return socket;
    }

    private static void say(Socket socket, String message) throws IOException {
        byte[] octets = message.getBytes(StandardCharsets.US_ASCII);
        new DataOutputStream(socket.getOutputStream()).writeShort(octets.length);
        socket.getOutputStream().write(octets);
    }

    private static String hear(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] answer = new byte[in.readUnsignedShort()];
        in.readFully(answer);
        return new String(answer, StandardCharsets.US_ASCII);
    }

    @Test
    void aShutdownEndsTheConnectionInOrder() throws Exception {
        try (Socket socket = upgraded(Listening.class)) {
            say(socket, "abc");
            assertThat(hear(socket)).isEqualTo("cba");
            HttpServer started = server;
            assertThat(started).isNotNull();
            started.drain().get(15, TimeUnit.SECONDS);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            await().until(() -> SEEN.contains("destroy"));
            assertThat(SEEN).contains("error");
        }
    }

    private static void talk(Socket socket) throws IOException {
        say(socket, "abc");
        assertThat(hear(socket)).isEqualTo("cba");
        say(socket, "x".repeat(30_000) + "y");
        assertThat(hear(socket)).startsWith("yx").hasSize(30_001);
        say(socket, "");
        assertThat(hear(socket)).isEmpty();
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
        await().until(() -> SEEN.contains("destroy"));
    }

    @Test
    void handlerThatWaitsSpeaksTheProtocol() throws Exception {
        try (Socket socket = upgraded(Waiting.class)) {
            talk(socket);
        }
        assertThat(SEEN).containsExactly("init", "destroy");
    }

    @Test
    void handlerThatListensSpeaksTheProtocol() throws Exception {
        try (Socket socket = upgraded(Listening.class)) {
            talk(socket);
        }
        assertThat(SEEN).containsExactly("init", "destroy");
    }

    @Test
    void handlerMayLeaveTheConnectionToAThread() throws Exception {
        try (Socket socket = upgraded(Leaving.class)) {
            talk(socket);
        }
        assertThat(SEEN).containsExactly("init", "destroy");
    }

    /** The client sends far more than it reads for a while: nothing is lost, and nothing is out of order. */
    @Test
    void listenerGoesOnWhenTheClientReads() throws Exception {
        try (Socket socket = upgraded(Listening.class)) {
            int messages = 400;
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> {
                try {
                    for (int i = 0; i < messages; i++) {
                        say(socket, i + ":".repeat(30_000));
                    }
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            for (int i = 0; i < messages; i++) {
                assertThat(hear(socket)).endsWith(":" + new StringBuilder(Integer.toString(i)).reverse());
            }
            sent.get(15, TimeUnit.SECONDS);
        }
    }

    @Test
    void octetsThatCameWithTheRequestAreTheProtocols() throws Exception {
        application.servlet("u", "/u", (request, response) -> request.upgrade(Waiting.class));
        try (Socket socket = connect(REQUEST + "\0\3abc\0\0")) {
            assertThat(head(socket)).startsWith("HTTP/1.1 101 ");
            assertThat(hear(socket)).isEqualTo("cba");
            assertThat(hear(socket)).isEmpty();
        }
    }

    @Test
    void handlerBeginsWhenTheChainHasReturned() throws Exception {
        application.filter(
                "f",
                "/u",
                (request, response, chain) -> {
                    chain.doFilter(new HttpServletRequestWrapper(request), response);
                    SEEN.add("filter");
                },
                DispatcherType.REQUEST);
        application.servlet("u", "/u", (request, response) -> {
            assertThat(request.upgrade(Waiting.class)).isInstanceOf(Waiting.class);
            response.setHeader("Upgrade", "other");
            response.setHeader("Connection", "Upgrade");
            response.getOutputStream().print("a switch of protocols has no content");
            response.flushBuffer();
            assertThatIllegalStateException().isThrownBy(() -> request.upgrade(Waiting.class));
            response.getOutputStream().print("nor this");
            SEEN.add("servlet");
        });
        try (Socket socket = connect(REQUEST)) {
            assertThat(head(socket)).contains("\r\nUpgrade: other\r\n").containsOnlyOnce("Connection:");
            talk(socket);
        }
        assertThat(SEEN).containsExactly("servlet", "filter", "init", "destroy");
    }

    @Test
    void upgradeMayFollowAnAsynchronousRequest() throws Exception {
        application.servlet("u", "/u", (request, response) -> {
            request.upgrade(Listening.class);
            var context = request.startAsync();
            context.start(context::complete);
        });
        try (Socket socket = connect(REQUEST)) {
            assertThat(head(socket)).startsWith("HTTP/1.1 101 ");
            talk(socket);
        }
    }

    @Test
    void endOfTheClientIsTheEnd() throws Exception {
        try (Socket socket = upgraded(Listening.class)) {
            say(socket, "abc");
            socket.shutdownOutput();
            assertThat(hear(socket)).isEqualTo("cba");
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        await().until(() -> SEEN.contains("destroy"));
        assertThat(SEEN).containsExactly("init", "all", "destroy");
    }

    @Test
    void endOfTheClientEndsWaiting() throws Exception {
        try (Socket socket = upgraded(Waiting.class)) {
            socket.shutdownOutput();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        await().until(() -> SEEN.contains("end"));
        assertThat(SEEN).containsExactly("init", "destroy", "end");
    }

    @Test
    void resetIsToldToTheListenersOnce() throws Exception {
        try (Socket socket = upgraded(Listening.class)) {
            say(socket, "abc");
            assertThat(hear(socket)).isEqualTo("cba");
            socket.setOption(StandardSocketOptions.SO_LINGER, 0);
        }
        await().until(() -> SEEN.contains("destroy"));
        assertThat(SEEN).containsExactly("init", "error", "error", "destroy");
    }

    @Test
    void failureOfInitEndsTheConnection() throws Exception {
        try (Socket socket = upgraded(Failing.class)) {
            assertThat(catchThrowable(
                            () -> assertThat(socket.getInputStream().read()).isEqualTo(-1)))
                    .satisfiesAnyOf(end -> assertThat(end).isNull(), reset -> assertThat(reset)
                            .isInstanceOf(IOException.class));
        }
        await().until(() -> SEEN.contains("destroy"));
        assertThat(SEEN).containsExactly("init", "destroy");
        assertThat(application.failures).singleElement().asString().contains("thrown by init");
    }

    @Test
    void otherStatusMeansNoUpgrade() throws Exception {
        application.servlet("u", "/u", (request, response) -> {
            request.upgrade(Waiting.class);
            response.sendError(403);
        });
        try (Socket socket = connect(REQUEST.replace("Host: a", "Host: a\r\nConnection: close"))) {
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 403 ");
        }
        assertThat(SEEN).isEmpty();
    }

    /** RFC 9110 §7.8: a server switches to nothing that the client has not named. */
    @Test
    void otherProtocolThanTheOfferedIsNotSwitchedTo() throws Exception {
        application.servlet("u", "/u", (request, response) -> {
            request.upgrade(Waiting.class);
            response.setHeader("Upgrade", "forwards");
        });
        try (Socket socket = connect(REQUEST.replace("Host: a", "Host: a\r\nConnection: close"))) {
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 500 ");
        }
        assertThat(SEEN).doesNotContain("init");
    }

    private void refused(FakeExchange.Builder request, Class<? extends Exception> type, Class<? extends Recording> by) {
        application.probe(
                request, (probed, response) -> assertThatExceptionOfType(type).isThrownBy(() -> probed.upgrade(by)));
    }

    @Test
    void upgradeHasItsConditions() {
        FakeExchange.Builder offering = FakeExchange.get("/probe").header("Upgrade", "backwards");
        refused(FakeExchange.get("/probe"), IllegalStateException.class, Waiting.class);
        refused(
                FakeExchange.get("/probe").http10().header("Upgrade", "backwards"),
                IllegalStateException.class,
                Waiting.class);
        refused(offering, ServletException.class, Impossible.class);
        application.probe(FakeExchange.get("/probe").header("Upgrade", "backwards"), (request, response) -> {
            response.flushBuffer();
            assertThatIllegalStateException().isThrownBy(() -> request.upgrade(Waiting.class));
        });
    }
}
