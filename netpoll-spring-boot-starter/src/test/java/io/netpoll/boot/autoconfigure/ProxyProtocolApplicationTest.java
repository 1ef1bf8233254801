package io.netpoll.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.netpoll.boot.TestHttp;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Applications behind proxies that speak the PROXY protocol. */
@ExtendWith(OutputCaptureExtension.class)
class ProxyProtocolApplicationTest {

    private static final String ENABLED = "netpoll.server.proxy-protocol.enabled=true";
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final String LINE = "PROXY TCP4 192.0.2.1 198.51.100.7 56324 443\r\n";

    /** The same in version 2, and a health check. */
    private static final String BLOCK = binary("2111000cc0000201c6336407dc0401bb");

    private static final String LOCAL = binary("20000000");

    private static String binary(String hex) {
        return new String(HexFormat.of().parseHex("0d0a0d0a000d0a515549540a" + hex), StandardCharsets.ISO_8859_1);
    }

    private static String request(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.9\r\nConnection: close\r\n\r\n";
    }

    private static String ask(int port, String octets) throws IOException {
        try (Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(octets.getBytes(StandardCharsets.ISO_8859_1));
            return TestHttp.readToEnd(socket);
        }
    }

    @Test
    void everythingThatShowsAnAddressAgrees(@TempDir Path logs) throws Exception {
        try (ServletWebServerApplicationContext context = TestApplication.run(
                Addresses.class,
                ENABLED,
                "server.forward-headers-strategy=native",
                "netpoll.server.accesslog.enabled=true",
                "netpoll.server.accesslog.directory=" + logs,
                "netpoll.server.accesslog.pattern=%a %h %{remote}p %A %p %{peer}a")) {
            int port = TestApplication.port(context);
            for (String header : List.of(LINE, BLOCK)) {
                assertThat(ask(port, header + request("/addresses")))
                        .endsWith("192.0.2.1 192.0.2.1 56324 198.51.100.7 443");
            }
            assertThat(ask(port, LOCAL + request("/addresses")))
                    .contains("203.0.113.9 203.0.113.9 0 127.0.0.1 " + port);
        }
        String client = "192.0.2.1 192.0.2.1 56324 198.51.100.7 443 127.0.0.1";
        assertThat(lines(logs))
                .hasSize(3)
                .startsWith(client, client)
                .last()
                .asString()
                .startsWith("127.0.0.1 127.0.0.1 ");
    }

    private static List<String> lines(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return Files.readAllLines(files.findFirst().orElseThrow());
        }
    }

    @Test
    void whoSendsNoHeaderIsResetCountedAndTold(CapturedOutput output) {
        try (ServletWebServerApplicationContext context = TestApplication.run(ENABLED)) {
            assertReset(TestApplication.port(context));
            assertRefused(context, "no_header");
            await().atMost(SOON).untilAsserted(() -> assertThat(output)
                    .contains("what came does not begin with a header of the PROXY protocol (NO_HEADER)"));
        }
    }

    private static void assertReset(int port) {
        assertThatExceptionOfType(SocketException.class).isThrownBy(() -> ask(port, request("/hello")));
    }

    private static void assertRefused(ServletWebServerApplicationContext context, String reason) {
        await().atMost(SOON).untilAsserted(() -> assertThat(context.getBean(MeterRegistry.class)
                        .get("netpoll.proxy.headers.refused")
                        .tag("reason", reason)
                        .functionCounter()
                        .count())
                .isEqualTo(1));
    }

    @Test
    void whoIsNotTrustedIsReset() {
        try (ServletWebServerApplicationContext context = TestApplication.run(
                ENABLED, "netpoll.server.proxy-protocol.trusted-proxies=192.0.2.0/24,2001:db8::1")) {
            assertReset(TestApplication.port(context));
            assertRefused(context, "untrusted_peer");
        }
    }

    @Test
    void eachListenerHasItsOwnWay(@TempDir Path directory) throws IOException {
        int behindProxy = TestHttp.freePort();
        Path path = directory.resolve("app.sock");
        try (ServletWebServerApplicationContext context = TestApplication.run(
                Addresses.class,
                "netpoll.server.listeners[0].port=" + behindProxy,
                "netpoll.server.listeners[0].proxy-protocol.enabled=true",
                "netpoll.server.listeners[0].proxy-protocol.trusted-proxies=127.0.0.1",
                "netpoll.server.listeners[1].path=" + path,
                "netpoll.server.listeners[1].proxy-protocol.enabled=true",
                "netpoll.server.listeners[1].proxy-protocol.trusted-proxies=192.0.2.77")) {
            int port = TestApplication.port(context);
            assertThat(ask(port, request("/addresses"))).contains("\r\n\r\n127.0.0.1 127.0.0.1 ");
            assertThat(ask(port, LINE + request("/addresses"))).startsWith("HTTP/1.1 400 ");
            assertThat(ask(behindProxy, BLOCK + request("/addresses")))
                    .endsWith("192.0.2.1 192.0.2.1 56324 198.51.100.7 443");
            assertReset(behindProxy);
            try (SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
                client.write(ByteBuffer.wrap((LINE + request("/addresses")).getBytes(StandardCharsets.US_ASCII)));
                assertThat(new String(Channels.newInputStream(client).readAllBytes(), StandardCharsets.US_ASCII))
                        .endsWith("192.0.2.1 192.0.2.1 56324 198.51.100.7 443");
            }
        }
    }

    /** Whoever asks for its health knows its port, and no proxy is between. */
    @Test
    void theManagementServerIsNotBehindTheProxy() throws Exception {
        try (ServletWebServerApplicationContext context = TestApplication.run(ENABLED, "management.server.port=0")) {
            int management = context.getEnvironment().getRequiredProperty("local.management.port", Integer.class);
            assertThat(ask(management, request("/actuator/health"))).contains("\"UP\"");
            assertThat(ask(TestApplication.port(context), LOCAL + request("/hello")))
                    .endsWith("Hello");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @RestController
    static class Addresses {

        @GetMapping("/addresses")
        String addresses(HttpServletRequest request) {
            return String.join(
                    " ",
                    request.getRemoteAddr(),
                    request.getRemoteHost(),
                    Integer.toString(request.getRemotePort()),
                    request.getLocalAddr(),
                    Integer.toString(request.getLocalPort()));
        }
    }
}
