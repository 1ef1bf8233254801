package io.netpoll.http1;

import io.netpoll.http.ExchangeListener;
import io.netpoll.http.Handler;
import io.netpoll.http1.codec.HeadLimits;
import io.netpoll.http1.codec.Violation;
import io.netpoll.net.HandshakeFailure;
import io.netpoll.net.ListeningSocket;
import io.netpoll.net.ProxyHeaderFailure;
import io.netpoll.net.SocketStream;
import io.netpoll.reactor.Clock;
import io.netpoll.reactor.EventLoop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The protocol on a loop that a test drives, pass by pass, with connections that it opens. */
final class DrivenByHand implements AutoCloseable {

    /** Octets of content nobody wanted that are read to find the next request. */
    static final long DISCARDABLE = 2 << 20;

    private static final RequestLimits NO_LIMITS = new RequestLimits(-1, DISCARDABLE, -1, 0, 0, List.of());

    private static final long LONG = Duration.ofSeconds(60).toNanos();
    private static final Duration NOT_AT_ALL = Duration.ZERO;

    private final EventLoop loop;
    private final ListeningSocket listener;
    private final Http1Reactor reactor;

    DrivenByHand(Handler handler, Dispatcher dispatcher) throws IOException {
        this(handler, dispatcher, Clock.system(), new Silence());
    }

    /**
     * With a clock of the test's.
     *
     * @param events is told what happens
     */
    DrivenByHand(Handler handler, Dispatcher dispatcher, Clock clock, Http1Events events) throws IOException {
        loop = EventLoop.open(clock);
        listener = ListeningSocket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        Http1Options options = new Http1Options(
                new HeadLimits(8_192, 100),
                -1,
                LONG,
                LONG,
                LONG,
                LONG,
                LONG,
                0,
                LONG,
                0,
                LONG,
                NO_LIMITS,
                new StreamTypes(List.of()),
                null);
        Http1Service service =
                new Http1Service(handler, options, dispatcher, events, ExchangeListener.NONE, loop.clock(), () -> {});
        reactor = new Http1Reactor(loop, service, new ConnectionLimit(100, false, () -> {}));
    }

    /** A new connection, which the loop works on from its next pass on. */
    Peer connect() throws IOException {
        SocketChannel channel = SocketChannel.open(listener.localAddress());
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true); // what is sent is there in the next pass
        SocketStream stream = listener.accept();
        if (stream == null) {
            throw new IOException("Nobody has connected");
        }
        reactor.open(stream, false);
        return new Peer(channel);
    }

    void pass() throws IOException {
        loop.waitOnce(NOT_AT_ALL);
    }

    /** How many passes there have been, the current one not counted. */
    long passes() {
        return loop.statistics().waits();
    }

    Http1Reactor reactor() {
        return reactor;
    }

    @Override
    public void close() {
        reactor.stop();
        listener.close();
        loop.close();
    }

    /** The client's end of a connection; nothing it does waits. */
    static final class Peer implements AutoCloseable {

        private final SocketChannel channel;
        private final ByteBuffer buffer = ByteBuffer.allocate(256 * 1024);
        private final StringBuilder received = new StringBuilder();
        private boolean ended;

        Peer(SocketChannel channel) {
            this.channel = channel;
        }

        /** Sends what the connection takes of some text; answers how many octets that were. */
        int send(String text) throws IOException {
            return channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
        }

        /** Sends as much of an endless repetition of octets as the connection takes. */
        void flood(ByteBuffer repeated) throws IOException {
            while (true) {
                if (!repeated.hasRemaining()) {
                    repeated.rewind();
                }
                if (channel.write(repeated) == 0) {
                    return;
                }
            }
        }

        /** Everything received so far. */
        String received() throws IOException {
            buffer.clear();
            for (int read = channel.read(buffer); read > 0; read = channel.read(buffer.clear())) {
                received.append(StandardCharsets.ISO_8859_1.decode(buffer.flip()));
            }
            return received.toString();
        }

        /** Forgets what has been received. */
        void drop() throws IOException {
            while (channel.read(buffer.clear()) > 0) {
                received.setLength(0);
            }
        }

        /** Whether the server has closed its side, or the connection. */
        boolean hasEnded() throws IOException {
            try {
                ended = ended || channel.read(buffer.clear()) < 0;
            } catch (java.net.SocketException e) {
                ended = true;
            }
            return ended;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /** Nobody is told. */
    static class Silence implements Http1Events {
        @Override
        public void requestRefused(Refusal reason) {}

        @Override
        public void requestRejected(SocketAddress client, Violation violation) {}

        @Override
        public void expired(SocketAddress client, Expiry expiry) {}

        @Override
        public void handshakeCompleted() {}

        @Override
        public void handshakeFailed(SocketAddress client, HandshakeFailure reason, @Nullable IOException failure) {}

        @Override
        public void proxyHeaderRefused(SocketAddress peer, ProxyHeaderFailure reason) {}

        @Override
        public void handlerFailed(String method, String path, Throwable failure, boolean committed) {}

        @Override
        public void connectionFailed(SocketAddress client, Throwable failure) {}

        @Override
        public void connectionLimitReached(int max, boolean refused) {}

        @Override
        public void acceptExhausted() {}
    }
}
