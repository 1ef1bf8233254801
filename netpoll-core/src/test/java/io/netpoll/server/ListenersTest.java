package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netpoll.http.ResponseHead;
import io.netpoll.net.ListeningSocket;
import io.netpoll.reactor.Descriptors;
import io.netpoll.sys.CallState;
import io.netpoll.sys.Unistd;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a server can listen besides a TCP port: at a path, and on a descriptor that it was given. */
class ListenersTest {

    private static final String KEEP = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

    @TempDir
    private Path directory;

    private final Descriptors descriptors = Descriptors.counted();
    private final Queue<SocketAddress> peers = new ConcurrentLinkedQueue<>();

    @AfterEach
    void leavesNothing() {
        descriptors.assertNoneLeft();
    }

    private HttpServer.Builder builder() {
        return HttpServer.builder().options(TestedMode.options().build()).handler(exchange -> {
            peers.add(exchange.connection().remoteAddress());
            exchange.response().send(new ResponseHead(200), "hello".getBytes(StandardCharsets.US_ASCII), 0, 5);
        });
    }

    private static String get(SocketAddress address) throws IOException {
        try (SocketChannel client = SocketChannel.open(address)) {
            client.write(ByteBuffer.wrap(GET.getBytes(StandardCharsets.US_ASCII)));
            return new String(Channels.newInputStream(client).readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void servesAtAPath() throws Exception {
        Path path = directory.resolve("server.sock");
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(path);
        try (HttpServer server = builder()
                .bind(address, PosixFilePermissions.fromString("rw-------"))
                .build()) {
            server.start();
            assertThat(server.port()).isEqualTo(-1);
            assertThat(server.localAddress()).isEqualTo(address);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rw-------");
            assertThat(get(address)).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\nhello");
            assertThat(peers).containsExactly(UnixDomainSocketAddress.of(""));
            server.drain().get(10, TimeUnit.SECONDS);
            assertThat(path).as("gone with the listener").doesNotExist();
        }
    }

    @Test
    void aSecondServerFindsThePathInUse() throws IOException {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(directory.resolve("server.sock"));
        try (HttpServer first = builder().bind(address).build();
                HttpServer second = builder().bind(address).build()) {
            first.start();
            assertThatThrownBy(second::start).hasMessageStartingWith("Address already in use");
            assertThat(get(address)).endsWith("hello");
        }
    }

    @Test
    void servesOnADescriptorThatItWasGiven() throws IOException {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (ListeningSocket owner = ListeningSocket.bind(anyPort, 10);
                Arena arena = Arena.ofConfined();
                HttpServer server = builder()
                        .adopt(Unistd.dup(CallState.allocate(arena), owner.fd()))
                        .build()) {
            server.start();
            assertThat(server.localAddress()).isEqualTo(owner.localAddress());
            assertThat(server.port()).isEqualTo(((InetSocketAddress) owner.localAddress()).getPort());
            assertThat(get(owner.localAddress())).endsWith("hello");
        }
    }

    @Test
    void failsToStartOnADescriptorThatIsNoListener() {
        try (HttpServer server = builder().adopt(999_999).build()) {
            assertThatThrownBy(server::start)
                    .isInstanceOf(IOException.class)
                    .hasMessage("Descriptor 999999 cannot be adopted: Bad file descriptor");
        }
    }

    private static ServerOptions listeningAt(ListenAddress... addresses) {
        return TestedMode.options().listeners(List.of(addresses)).build();
    }

    private static InetSocketAddress anyPort(String host) {
        return new InetSocketAddress(InetAddress.ofLiteral(host), 0);
    }

    @Test
    void servesAtSeveralAddressesAtOnce() throws Exception {
        UnixDomainSocketAddress path = UnixDomainSocketAddress.of(directory.resolve("further.sock"));
        List<SocketAddress> addresses;
        try (ListeningSocket owner = ListeningSocket.bind(anyPort("127.0.0.1"), 10);
                HttpServer server = builder()
                        .bind(anyPort("127.0.0.1"))
                        .options(listeningAt(
                                ListenAddress.of(anyPort("::1")),
                                ListenAddress.of(path, PosixFilePermissions.fromString("rw-rw----")),
                                ListenAddress.descriptor(owner.fd())))
                        .build()) {
            assertThat(server.localAddresses()).isEmpty();
            server.start();
            addresses = server.localAddresses();
            assertThat(addresses).hasSize(4).contains(path, owner.localAddress());
            assertThat(addresses.getFirst()).isEqualTo(server.localAddress());
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path.getPath())))
                    .isEqualTo("rw-rw----");
            for (SocketAddress address : addresses) {
                assertThat(get(address)).as("%s", address).endsWith("hello");
            }
            assertThat(server.statistics().connectionsAccepted()).isEqualTo(4);
            server.drain().get(10, TimeUnit.SECONDS);
            assertThat(path.getPath()).doesNotExist();
            for (SocketAddress address : addresses.subList(0, 3)) {
                assertThatThrownBy(() -> get(address)).isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void aDescriptorServesAnyNumberOfStarts() throws IOException {
        try (ListeningSocket owner = ListeningSocket.bind(anyPort("127.0.0.1"), 10)) {
            for (int i = 0; i < 3; i++) {
                try (HttpServer server = builder()
                        .bind(anyPort("127.0.0.1"))
                        .options(listeningAt(ListenAddress.descriptor(owner.fd())))
                        .build()) {
                    server.start();
                    assertThat(get(owner.localAddress())).endsWith("hello");
                }
            }
        }
    }

    @Test
    void aListenerThatCannotBeHadFailsTheStartByItsAddressAndLeavesNothing() throws IOException {
        try (ListeningSocket other = ListeningSocket.bind(anyPort("127.0.0.1"), 10)) {
            ListenAddress taken = ListenAddress.of(other.localAddress());
            UnixDomainSocketAddress path = UnixDomainSocketAddress.of(directory.resolve("further.sock"));
            try (HttpServer server = builder()
                    .bind(anyPort("127.0.0.1"))
                    .options(listeningAt(ListenAddress.of(path), taken))
                    .build()) {
                assertThatThrownBy(server::start)
                        .hasMessageStartingWith("Address already in use")
                        .isInstanceOfSatisfying(ListenException.class, e -> assertThat(e.listenAddress())
                                .isSameAs(taken));
                assertThat(path.getPath()).doesNotExist();
            }
        }
    }

    @Test
    void listenersShareTheLimitOnConnections() throws IOException {
        try (HttpServer server = builder()
                .bind(anyPort("127.0.0.1"))
                .options(TestedMode.options()
                        .maxConnections(1)
                        .listeners(List.of(ListenAddress.of(anyPort("127.0.0.1"))))
                        .build())
                .build()) {
            server.start();
            SocketAddress first = server.localAddresses().get(0);
            SocketAddress second = server.localAddresses().get(1);
            for (int i = 0; i < 20; i++) {
                try (SocketChannel waiting = SocketChannel.open()) {
                    try (SocketChannel client = SocketChannel.open(i % 2 == 0 ? first : second)) {
                        client.write(ByteBuffer.wrap(KEEP.getBytes(StandardCharsets.US_ASCII)));
                        assertThat(client.read(ByteBuffer.allocate(1))).isEqualTo(1);
                        waiting.connect(i % 2 == 0 ? second : first);
                        waiting.write(ByteBuffer.wrap(GET.getBytes(StandardCharsets.US_ASCII)));
                        assertThat(server.statistics().connectionsCurrent()).isEqualTo(1);
                    }
                    assertThat(new String(Channels.newInputStream(waiting).readAllBytes(), StandardCharsets.US_ASCII))
                            .endsWith("hello");
                }
            }
        }
    }
}
