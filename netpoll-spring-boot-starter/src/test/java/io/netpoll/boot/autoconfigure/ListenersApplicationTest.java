package io.netpoll.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.netpoll.boot.TestHttp;
import io.netpoll.net.ListeningSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

/** Applications that listen at more places than {@code server.port}, and what they do when there are too many clients. */
@ExtendWith(OutputCaptureExtension.class)
class ListenersApplicationTest {

    private static final InetAddress LOCAL = InetAddress.ofLiteral("127.0.0.1");
    private static final Duration SOON = Duration.ofSeconds(10);

    @TempDir
    private Path directory;

    private static ServletWebServerApplicationContext run(String... properties) {
        String[] prefixed = Stream.concat(
                        Stream.of("server.address=127.0.0.1"),
                        Arrays.stream(properties)
                                .map(property ->
                                        property.startsWith("[") ? "netpoll.server.listeners" + property : property))
                .toArray(String[]::new);
        return TestApplication.run(prefixed);
    }

    @Test
    void applicationIsServedAtAllItsListeners(CapturedOutput output) throws IOException {
        int further = TestHttp.freePort();
        Path path = directory.resolve("app.sock");
        try (ServletWebServerApplicationContext context =
                run("[0].port=" + further, "[0].address=127.0.0.1", "[1].path=" + path, "[1].mode=0660")) {
            int port = TestApplication.port(context);
            assertThat(output)
                    .containsOnlyOnce("netpoll started on ports " + port + " (http), " + further + " (http) and path "
                            + path + " (http) with context path '/'");
            for (int start = 0; start < 2; start++) {
                assertThat(TestHttp.body(TestApplication.port(context), "/hello"))
                        .isEqualTo("Hello");
                assertThat(get(new InetSocketAddress(LOCAL, further))).endsWith("Hello");
                assertThat(get(UnixDomainSocketAddress.of(path))).endsWith("Hello");
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                        .isEqualTo("rw-rw----");
                context.stop();
                assertThat(TestHttp.isRefused(further)).isTrue();
                assertThat(path).doesNotExist();
                context.start();
            }
        }
    }

    @Test
    void descriptorThatWasPassedIsServedAcrossRestarts() throws IOException {
        try (ListeningSocket passed =
                        ListeningSocket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
                ServletWebServerApplicationContext context = run("[0].descriptor=" + passed.fd())) {
            assertThat(get(passed.localAddress())).endsWith("Hello");
            context.stop();
            context.start();
            assertThat(get(passed.localAddress())).endsWith("Hello");
        }
    }

    @Test
    void clashOfAFurtherPortNamesThatPort(CapturedOutput output) {
        try (ServletWebServerApplicationContext other = run()) {
            int taken = TestApplication.port(other);
            assertThatExceptionOfType(Exception.class)
                    .isThrownBy(() -> run("[0].address=127.0.0.1", "[0].port=" + taken))
                    .havingCause()
                    .isInstanceOfSatisfying(PortInUseException.class, e -> assertThat(e.getPort())
                            .isEqualTo(taken));
            assertThat(output).contains("Port " + taken + " was already in use");
        }
    }

    @Test
    void pathThatIsTakenIsExplained(CapturedOutput output) {
        Path path = directory.resolve("app.sock");
        try (ServletWebServerApplicationContext other = run("[0].path=" + path)) {
            assertThat(other.isRunning()).isTrue();
            assertThatException().isThrownBy(() -> run("[0].path=" + path));
            assertThat(output).contains("netpoll cannot listen at the path " + path, "Address already in use");
        }
    }

    @Test
    void managementServerDoesNotListenThereToo(CapturedOutput output) throws IOException {
        int further = TestHttp.freePort();
        try (ServletWebServerApplicationContext context =
                run("management.server.port=0", "[0].address=127.0.0.1", "[0].port=" + further)) {
            assertThat(context.isRunning()).isTrue();
            assertThat(output).contains("netpoll started on ports ").containsOnlyOnce(further + " (http)");
        }
    }

    @Test
    void connectionBeyondTheLimitIsRefusedIfThatIsWanted(CapturedOutput output) throws IOException {
        try (ServletWebServerApplicationContext context =
                run("netpoll.server.max-connections=1", "netpoll.server.reject-when-full=true")) {
            int port = TestApplication.port(context);
            try (Socket first = TestHttp.connect(port)) {
                TestHttp.writeGet(first, "/hello");
                TestHttp.readUntil(first, "Hello");
                assertThat(get(new InetSocketAddress(LOCAL, port)))
                        .startsWith("HTTP/1.1 503 ")
                        .contains("\r\nConnection: close\r\n", "\r\nRetry-After: ");
            }
            assertThat(context.getBean(MeterRegistry.class)
                            .get("netpoll.connections.rejected")
                            .functionCounter()
                            .count())
                    .isEqualTo(1);
            await().atMost(SOON).untilAsserted(() -> assertThat(output)
                    .contains("There are 1 connections, the most there may be; further ones are answered with 503"));
        }
    }

    private static String get(SocketAddress address) throws IOException {
        String request = "GET /hello HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        try (SocketChannel client = SocketChannel.open(address)) {
            client.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
            return new String(Channels.newInputStream(client).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
