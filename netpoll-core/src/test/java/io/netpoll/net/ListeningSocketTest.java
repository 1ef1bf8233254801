package io.netpoll.net;

import static io.netpoll.reactor.SystemCallException.check;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netpoll.reactor.Descriptors;
import io.netpoll.reactor.EventFd;
import io.netpoll.sys.CallState;
import io.netpoll.sys.Fcntl;
import io.netpoll.sys.SocketAddresses;
import io.netpoll.sys.Unistd;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListeningSocketTest {

    private static final int BACKLOG = 10;

    @TempDir
    private Path directory;

    private final Descriptors descriptors = Descriptors.counted();
    private Path path;
    private UnixDomainSocketAddress unix;

    @BeforeEach
    void choosePath() {
        path = directory.resolve("listener.sock");
        unix = UnixDomainSocketAddress.of(path);
    }

    @AfterEach
    void leavesNothing() {
        descriptors.assertNoneLeft();
    }

    /** Connects, and sees a text arrive in either direction. */
    private static void assertServes(ListeningSocket listener, SocketAddress address) throws IOException {
        try (SocketChannel client = SocketChannel.open(address)) {
            SocketStream stream = listener.accept();
            assertThat(stream).isNotNull();
            client.write(ByteBuffer.wrap(new byte[] {'p', 'i', 'n', 'g'}));
            stream.input().signal(false);
            byte[] received = new byte[10];
            assertThat(stream.read(received, 0, 10)).isEqualTo(4);
            assertThat(received).startsWith('p', 'i', 'n', 'g');
            stream.write(new byte[] {'!'}, 0, 1, false);
            ByteBuffer answer = ByteBuffer.allocate(1);
            assertThat(client.read(answer)).isEqualTo(1);
            assertThat(answer.get(0)).isEqualTo((byte) '!');
            assertThat(stream.remoteAddress()).isEqualTo(client.getLocalAddress());
            assertThat(stream.localAddress()).isEqualTo(client.getRemoteAddress());
            stream.close();
        }
        assertThat(listener.accept()).isNull();
        assertThat(listener.refusal()).isEqualTo(ListeningSocket.Refusal.NONE_WAITING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1", "0.0.0.0"})
    void listensOnTcp(String host) throws IOException {
        assumeTrue(!host.equals("::1") || Files.exists(Path.of("/proc/net/if_inet6")), "this machine has no IPv6");
        InetAddress address = InetAddress.getByName(host);
        try (ListeningSocket listener = ListeningSocket.bind(new InetSocketAddress(address, 0), BACKLOG)) {
            int port = ((InetSocketAddress) listener.localAddress()).getPort();
            assertThat(port).isPositive();
            InetAddress target = address.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : address;
            assertServes(listener, new InetSocketAddress(target, port));
        }
    }

    @Test
    void listensAtAPathAndRemovesItsFile() throws IOException {
        try (ListeningSocket listener = ListeningSocket.bind(unix, BACKLOG)) {
            assertThat(listener.localAddress()).isEqualTo(unix);
            assertServes(listener, unix);
            assertThat(path).exists();
        }
        assertThat(path).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-rw----", "rwxrwxrwx", "r-x-w---x", "---------"})
    void givesTheFileItsMode(String mode) throws IOException {
        try (ListeningSocket listener = ListeningSocket.bind(unix, PosixFilePermissions.fromString(mode), BACKLOG)) {
            assertThat(listener.localAddress()).isEqualTo(unix);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo(mode);
        }
    }

    @Test
    void replacesTheFileOfAProcessThatWasKilled() throws IOException {
        leaveStaleSocket();
        assertThat(path).exists();
        try (ListeningSocket listener = ListeningSocket.bind(unix, BACKLOG)) {
            assertServes(listener, unix);
        }
    }

    /** The JDK's channel leaves its file behind, as every process does that is killed. */
    private void leaveStaleSocket() throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        channel.bind(unix);
        channel.close();
    }

    @Test
    void leavesALivingListenerAlone() throws IOException {
        try (ListeningSocket listener = ListeningSocket.bind(unix, 0)) {
            assertThatThrownBy(() -> ListeningSocket.bind(unix, BACKLOG))
                    .isInstanceOf(BindException.class)
                    .hasMessage("Address already in use: " + path);
            assertThat(listener.accept())
                    .as("the look at the old one")
                    .isNotNull()
                    .satisfies(SocketStream::close);
            assertServes(listener, unix);
            try (SocketChannel waits = SocketChannel.open(unix)) {
                assertThat(waits.isConnected()).as("and its backlog is full").isTrue();
                assertThatThrownBy(() -> ListeningSocket.bind(unix, BACKLOG)).isInstanceOf(BindException.class);
            }
        }
    }

    @Test
    void leavesOtherFilesAlone() throws IOException {
        Files.writeString(path, "precious");
        assertThatThrownBy(() -> ListeningSocket.bind(unix, BACKLOG))
                .isInstanceOf(BindException.class)
                .hasMessage("Address already in use: " + path);
        assertThat(path).hasContent("precious");

        Files.delete(path);
        Files.createSymbolicLink(path, directory.resolve("elsewhere"));
        assertThatThrownBy(() -> ListeningSocket.bind(unix, BACKLOG)).isInstanceOf(BindException.class);
        assertThat(Files.exists(path, LinkOption.NOFOLLOW_LINKS)).isTrue();
    }

    @Test
    void leavesTheFileOfASuccessorAlone() throws IOException {
        ListeningSocket first = ListeningSocket.bind(unix, BACKLOG);
        Files.delete(path);
        try (ListeningSocket second = ListeningSocket.bind(unix, BACKLOG)) {
            first.close();
            assertThat(path).exists();
            assertServes(second, unix);
        }
    }

    @Test
    void saysWhyAPathCannotBeBound() {
        Path tooLong = directory.resolve("x".repeat(108 - directory.toString().length()));
        refused(UnixDomainSocketAddress.of(tooLong), "File name too long: " + tooLong + " (109 octets, at most 107)");
        refused(UnixDomainSocketAddress.of(""), "Cannot assign requested address");
        Path nowhere = directory.resolve("nowhere/listener.sock");
        refused(UnixDomainSocketAddress.of(nowhere), "No such file or directory: " + nowhere);
        refused(InetSocketAddress.createUnresolved("nowhere.invalid", 1), "Cannot assign requested address");
        assertThatThrownBy(() -> ListeningSocket.bind(new SocketAddress() {}, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void takesTheLongestPathThereIs() throws IOException {
        Path longest = directory.resolve("x".repeat(106 - directory.toString().length()));
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(longest);
        try (ListeningSocket listener = ListeningSocket.bind(address, BACKLOG)) {
            assertThat(listener.localAddress()).isEqualTo(address);
            assertThat(longest).exists();
        }
        assertThat(longest).doesNotExist();
    }

    private static void refused(SocketAddress address, String message) {
        assertThatThrownBy(() -> ListeningSocket.bind(address, BACKLOG))
                .isInstanceOf(BindException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void adoptsAListenerThatSomebodyElseOpened() throws IOException {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (ListeningSocket owner = ListeningSocket.bind(anyPort, BACKLOG);
                ListeningSocket adopted = ListeningSocket.adopt(duplicate(owner.fd()))) {
            assertThat(adopted.localAddress()).isEqualTo(owner.localAddress());
            assertServes(adopted, owner.localAddress());
        }
    }

    @Test
    void makesWhatItAdoptsNonBlocking() throws IOException {
        List<Integer> before = sockets();
        try (ServerSocketChannel owner = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            owner.bind(unix);
            List<Integer> opened = new ArrayList<>(sockets());
            opened.removeAll(before);
            assertThat(opened).hasSize(1);
            try (ListeningSocket adopted = ListeningSocket.adopt(duplicate(opened.getFirst()))) {
                assertThat(flags(adopted.fd())).isEqualTo(Fcntl.O_NONBLOCK | Fcntl.O_CLOEXEC);
                assertThat(adopted.accept()).as("does not wait").isNull();
                assertServes(adopted, unix);
            }
        }
        assertThat(path).as("stays with whoever made it").exists();
    }

    private static List<Integer> sockets() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(ListeningSocketTest::isSocket)
                    .map(descriptor -> Integer.valueOf(descriptor.getFileName().toString()))
                    .toList();
        }
    }

    private static boolean isSocket(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
        } catch (IOException e) {
            return false; // closed meanwhile
        }
    }

    private static int flags(int fd) throws IOException {
        String flags = Files.readAllLines(Path.of("/proc/self/fdinfo/" + fd)).stream()
                .filter(line -> line.startsWith("flags:"))
                .findFirst()
                .orElseThrow();
        return Integer.parseInt(flags.substring("flags:".length()).strip(), 8) & (Fcntl.O_NONBLOCK | Fcntl.O_CLOEXEC);
    }

    @Test
    void saysWhyADescriptorCannotBeAdopted() throws IOException {
        assertThatThrownBy(() -> ListeningSocket.adopt(999_999))
                .isInstanceOf(IOException.class)
                .hasMessage("Descriptor 999999 cannot be adopted: Bad file descriptor");
        try (EventFd eventFd = EventFd.open()) {
            assertThatThrownBy(() -> ListeningSocket.adopt(eventFd.fd()))
                    .hasMessageContaining("Socket operation on non-socket");
            eventFd.signal();
            assertThat(eventFd.take()).as("stays open").isEqualTo(1);
        }
        try (ListeningSocket listener = ListeningSocket.bind(unix, BACKLOG);
                SocketChannel client = SocketChannel.open(unix)) {
            SocketStream stream = listener.accept();
            assertThat(stream).isNotNull();
            assertThat(client.isConnected()).isTrue();
            assertThatThrownBy(() -> ListeningSocket.adopt(stream.fd()))
                    .hasMessageContaining("it is no stream socket that listens");
            stream.close();
        }
    }

    private static int duplicate(int fd) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            return check("dup", Unistd.dup(CallState.allocate(arena), fd));
        }
    }

    @Test
    void findsWhatSystemdHasPassed() {
        assertThat(SystemdSockets.descriptors(Map.of(), 42)).isEmpty();
        assertThat(SystemdSockets.descriptors(Map.of("LISTEN_FDS", "2"), 42)).isEmpty();
        assertThat(SystemdSockets.descriptors(Map.of("LISTEN_PID", "41", "LISTEN_FDS", "2"), 42))
                .as("passed to the parent")
                .isEmpty();
        assertThat(SystemdSockets.descriptors(Map.of("LISTEN_PID", "42", "LISTEN_FDS", "2"), 42))
                .containsExactly(3, 4);
        assertThat(SystemdSockets.descriptors(Map.of("LISTEN_PID", "42", "LISTEN_FDS", "0"), 42))
                .isEmpty();
        assertThatThrownBy(() -> SystemdSockets.descriptors(Map.of("LISTEN_PID", "42", "LISTEN_FDS", "+1"), 42))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("LISTEN_FDS is no number: '+1'");
    }

    @Test
    void namesAnAbstractSocketAsSsDoes() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = arena.allocate(SocketAddresses.MAX_SIZE, Long.BYTES);
            byte[] name = "\0netpoll".getBytes(StandardCharsets.US_ASCII);
            SocketAddresses.writeUnix(address, name);
            assertThat(UnixAddresses.read(address, 2 + name.length).getPath()).hasToString("@netpoll");
            assertThat(UnixAddresses.read(address, 2).getPath()).hasToString("");
        }
    }
}
