package io.netpoll.boot.accesslog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netpoll.boot.NetpollServletWebServerFactory;
import io.netpoll.boot.TestCertificate;
import io.netpoll.boot.TestHttp;
import io.netpoll.boot.TestServlets;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServer;

/** What the access log has of connections on which no request could come, and which thread puts it into words. */
class AccessLogHandshakeTest {

    private static final TestCertificate SERVER = TestCertificate.named("1");

    private final NetpollServletWebServerFactory factory = new NetpollServletWebServerFactory(0);
    private final AccessLogSettings settings = new AccessLogSettings();
    private final Ssl ssl = new Ssl();

    @TempDir
    private Path directory;

    @BeforeEach
    void logOfAServerThatSpeaksTls() throws Exception {
        ssl.setKeyStore(SERVER.keyStore(directory, "PKCS12", "key").toString());
        ssl.setKeyStorePassword(TestCertificate.PASSWORD);
        ssl.setEnabledProtocols(new String[] {"TLSv1.3"});
        factory.setSsl(ssl);
        settings.setEnabled(true);
        settings.setRotate(false);
        settings.setDirectory(directory.resolve("logs").toString());
        settings.setPattern("%h %r %s %X %E %{detail}E");
        factory.setAccessLog(settings);
    }

    private WebServer start() {
        WebServer server = factory.getWebServer(TestServlets.text("/hello", "Hello"));
        server.start();
        return server;
    }

    private Path file() {
        return directory.resolve("logs").resolve("access_log.log");
    }

    private List<String> entriesAfter(WebServer server) throws IOException {
        server.destroy();
        return Files.readAllLines(file());
    }

    private static SSLSocket connect(WebServer server) throws IOException {
        Socket plain = TestHttp.connect(server.getPort());
        return (SSLSocket) SERVER.client(null).getSocketFactory().createSocket(plain, "localhost", 0, true);
    }

    /** A client that speaks an older version only. */
    private static void failToShakeHands(WebServer server) throws IOException {
        try (SSLSocket socket = connect(server)) {
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            assertThatExceptionOfType(IOException.class).isThrownBy(socket::startHandshake);
        }
    }

    private static void get(WebServer server) throws IOException {
        try (SSLSocket socket = connect(server)) {
            TestHttp.writeGet(socket, "/hello");
            TestHttp.readUntil(socket, "Hello");
        }
    }

    @Test
    void failedHandshakeIsNoEntry() throws IOException {
        WebServer server = start();
        failToShakeHands(server);
        get(server);
        assertThat(entriesAfter(server)).singleElement().asString().endsWith(" GET /hello HTTP/1.1 200 + completed -");
    }

    @Test
    void failedHandshakeIsAnEntryIfThatIsWanted() throws IOException {
        settings.setHandshakeFailures(true);
        WebServer server = start();
        failToShakeHands(server);
        Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> Files.size(file()) > 0);
        get(server);
        List<String> entries = entriesAfter(server);
        assertThat(entries).hasSize(2);
        assertThat(entries.getFirst())
                .matches("(127\\.0\\.0\\.1|0:0:0:0:0:0:0:1) - - - handshake_failed NO_COMMON_PROTOCOL");
        assertThat(entries.getLast()).endsWith(" GET /hello HTTP/1.1 200 + completed -");
    }

    @Test
    void requestInPlainHttpIsAnEntryInAnyCase() throws IOException {
        WebServer server = start();
        try (Socket socket = TestHttp.connect(server.getPort())) {
            TestHttp.writeGet(socket, "/hello");
            assertThat(TestHttp.readToEnd(socket)).startsWith("HTTP/1.1 400 ");
        }
        assertThat(entriesAfter(server)).singleElement().asString().endsWith(" 400 - rejected PLAINTEXT_ON_TLS");
    }

    @Test
    void whatEndsOnTheLoopIsPutIntoWordsByTheWriter() throws IOException {
        settings.setPattern("%s %I");
        ssl.setEnabled(false);
        WebServer server = start();
        TestHttp.body(server.getPort(), "/hello");
        try (Socket socket = TestHttp.connect(server.getPort())) {
            socket.getOutputStream().write("G\u0001T\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(TestHttp.readToEnd(socket)).startsWith("HTTP/1.1 400 ");
        }
        List<String> entries = entriesAfter(server);
        assertThat(entries.getFirst()).startsWith("200 ").doesNotContain("access-log");
        assertThat(entries.getLast()).matches("400 netpoll-.*-access-log");
    }
}
