package io.netpoll.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.net.ListeningSocket;
import io.netpoll.reactor.Descriptors;
import io.netpoll.reactor.EventLoop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EchoServerTest {

    private static final int MAX_CONNECTIONS = 4;
    private static final int PATIENCE_MILLIS = 20_000;

    private final Descriptors descriptors = Descriptors.counted();
    private EventLoop loop;
    private EchoServer server;
    private SocketAddress address;
    private int registeredBefore;
    private Thread thread;

    @BeforeEach
    void start() throws IOException {
        loop = EventLoop.open();
        ListeningSocket listener =
                ListeningSocket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        address = listener.localAddress();
        server = new EchoServer(loop, listener, MAX_CONNECTIONS);
        registeredBefore = loop.statistics().registeredDescriptors();
        thread = Thread.ofPlatform().start(this::run);
    }

    private void run() {
        try {
            loop.run();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterEach
    void stop() throws InterruptedException {
        loop.stop();
        thread.join();
        server.close();
        loop.close();
        descriptors.assertNoneLeft();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket();
        socket.connect(address);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
        return socket;
    }

    private void awaitConnections(int count) {
        Awaitility.await().until(() -> loop.statistics().registeredDescriptors() - registeredBefore == count);
    }

    private static void assertEchoes(Socket socket, byte[] octets) throws IOException {
        socket.getOutputStream().write(octets);
        assertThat(socket.getInputStream().readNBytes(octets.length)).isEqualTo(octets);
    }

    /** The answer to a connect that was refused: the end, or a reset if something had been sent. */
    private static boolean isRefused(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException e) {
            return true;
        }
    }

    @Test
    void echoesUntilItsClientEnds() throws Exception {
        byte[] octets = new byte[100_000];
        new Random(1).nextBytes(octets);
        try (Socket client = connect()) {
            Thread sender = Thread.ofPlatform().start(() -> send(client, octets));
            assertThat(client.getInputStream().readNBytes(octets.length)).isEqualTo(octets);
            assertThat(client.getInputStream().read())
                    .as("its end is answered by ours")
                    .isNegative();
            sender.join();
        }
        awaitConnections(0);
    }

    private static void send(Socket client, byte[] octets) {
        try {
            client.getOutputStream().write(octets);
            client.shutdownOutput();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void anIdleAKilledAndASlowClientStallNobody() throws IOException {
        try (Socket idle = connect();
                Socket killed = connect();
                SlowReader slow = new SlowReader(address);
                Socket fast = connect()) {
            awaitConnections(4);
            assertEchoes(killed, new byte[] {1});
            killed.getOutputStream().write(new byte[1000]);
            reset(killed);
            awaitConnections(3);
            slow.sendUntilNothingMoves();

            long waits = loop.statistics().waits();
            byte[] octets = new byte[5_000];
            for (int round = 0; round < 200; round++) {
                new Random(round).nextBytes(octets);
                assertEchoes(fast, octets);
            }
            assertThat(loop.statistics().waits() - waits)
                    .as("waits: a client that does not read costs none")
                    .isLessThan(1_000);

            slow.assertAllComesBack();
            assertEchoes(idle, octets);
        }
        awaitConnections(0);
    }

    @SuppressWarnings("try") // closed again at the end of its block, which does nothing
    private static void reset(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Test
    void aSlowReaderThatIsKilledIsNoticed() throws IOException {
        try (SlowReader slow = new SlowReader(address)) {
            slow.sendUntilNothingMoves();
            awaitConnections(1);
            slow.kill();
            awaitConnections(0);
        }
    }

    @Test
    void aFullTableRefusesAndGoesOn() throws IOException {
        Socket[] clients = new Socket[MAX_CONNECTIONS];
        for (int i = 0; i < clients.length; i++) {
            clients[i] = connect();
            assertEchoes(clients[i], new byte[] {42});
        }
        for (int i = 0; i < 50; i++) {
            try (Socket refused = connect()) {
                assertThat(isRefused(refused)).isTrue();
            }
        }
        clients[0].close();
        awaitConnections(MAX_CONNECTIONS - 1);
        try (Socket next = connect()) {
            assertEchoes(next, new byte[] {43});
        }
        for (Socket client : clients) {
            client.close();
        }
        awaitConnections(0);
    }

    /** Sends a sequence of octets, and reads only when it is told to. */
    private static final class SlowReader implements AutoCloseable {

        private final SocketChannel channel;
        private long sent;

        SlowReader(SocketAddress address) throws IOException {
            channel = SocketChannel.open(address);
            channel.configureBlocking(false);
        }

        void sendUntilNothingMoves() throws IOException {
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(20))
                    .during(Duration.ofMillis(300))
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> send() == 0);
        }

        private int send() throws IOException {
            ByteBuffer buffer = ByteBuffer.allocate(64 * 1024);
            for (long i = sent; buffer.hasRemaining(); i++) {
                buffer.put((byte) ((i * 31) >> 7));
            }
            int written = channel.write(buffer.flip());
            sent += written;
            return written;
        }

        void assertAllComesBack() throws IOException {
            channel.configureBlocking(true);
            ByteBuffer buffer = ByteBuffer.allocate(64 * 1024);
            for (long received = 0; received < sent; buffer.clear()) {
                assertThat(channel.read(buffer)).isPositive();
                for (buffer.flip(); buffer.hasRemaining(); received++) {
                    if (buffer.get() != (byte) ((received * 31) >> 7)) {
                        throw new AssertionError("Another octet came back at " + received);
                    }
                }
            }
        }

        void kill() throws IOException {
            channel.configureBlocking(true);
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            channel.close();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
