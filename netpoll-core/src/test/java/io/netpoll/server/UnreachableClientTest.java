package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Clients that vanish without a word: the server is in a network namespace whose link goes down, so that nothing it sends is
 * ever acknowledged.
 */
@Tag("long")
class UnreachableClientTest {

    private static final int LIMIT_MILLIS = 5_000;
    private static final Duration SOON = Duration.ofSeconds(15);

    /** Long enough for every limit, and for what lingers after it. */
    private static final Duration LATER = Duration.ofSeconds(60);

    private static final String OURS = "10.213.77.1";
    private static final String SERVERS = "10.213.77.2";

    private final String namespace = "netpoll-" + ProcessHandle.current().pid();
    private final String link = "np" + Long.toString(ProcessHandle.current().pid(), Character.MAX_RADIX);

    @BeforeEach
    void openNamespace() throws Exception {
        RequiredTool.require("ip", "iproute2");
        assumeTrue(ip("netns", "add", namespace), "may not make network namespaces: run as root");
        assertThat(ip("link", "add", link, "type", "veth", "peer", "name", "veth", "netns", namespace))
                .isTrue();
        assertThat(ip("addr", "add", OURS + "/30", "dev", link)).isTrue();
        assertThat(ip("link", "set", link, "up")).isTrue();
        assertThat(ip("-n", namespace, "addr", "add", SERVERS + "/30", "dev", "veth"))
                .isTrue();
        assertThat(ip("-n", namespace, "link", "set", "veth", "up")).isTrue();
    }

    @AfterEach
    void closeNamespace() throws Exception {
        ip("netns", "del", namespace);
    }

    private static boolean ip(String... arguments) throws Exception {
        String[] command = new String[arguments.length + 1];
        command[0] = "ip";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        return ServerProcess.run(command);
    }

    private static Client connect(ServerProcess server) throws IOException {
        return new Client(InetAddress.ofLiteral(SERVERS), server.port(), 4_096);
    }

    @Test
    void clientsThatVanishAreGivenUpWhateverTheyWereDoing() throws Exception {
        try (ServerProcess server = ServerProcess.start(List.of("ip", "netns", "exec", namespace), LIMIT_MILLIS)) {
            connect(server).send(ServerFixture.LAST_GET).receiveAll(); // its classes are loaded
            Awaitility.await().atMost(SOON).until(() -> server.number("connections") == 0);
            int descriptors = server.descriptors();
            try (Client idle = connect(server);
                    Client head = connect(server);
                    Client uploading = connect(server);
                    Client detachedUploading = connect(server);
                    Client reading = connect(server);
                    Client detachedReading = connect(server)) {
                idle.send(ServerFixture.GET).receiveUntil("read 0");
                head.send("GET / HTTP/1.1\r\nHost:");
                uploading.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhello");
                detachedUploading.send("POST /detached HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhello");
                reading.send("GET /download/20000000 HTTP/1.1\r\nHost: a\r\n\r\n");
                detachedReading.send("GET /kept HTTP/1.1\r\nHost: a\r\n\r\n");
                Awaitility.await()
                        .atMost(SOON)
                        .until(() -> server.number("exchanges") == 4
                                && server.number("pending") > 0
                                && server.number("connections") == 6);
                assertThat(ip("link", "set", link, "down")).isTrue();
                Awaitility.await().atMost(LATER).untilAsserted(() -> {
                    assertThat(server.statistics())
                            .containsEntry("connections", 0L)
                            .containsEntry("exchanges", 0L)
                            .containsEntry("pending", 0L);
                    assertThat(server.descriptors()).isLessThanOrEqualTo(descriptors);
                });
            }
            assertThat(server.statistics())
                    .containsEntry("KEEP_ALIVE", 1L)
                    .containsEntry("HEAD", 1L)
                    .containsEntry("BODY", 2L)
                    .containsEntry("RESPONSE", 2L)
                    .containsEntry("LINGERING", 3L); // those who had to be answered
        }
    }
}
