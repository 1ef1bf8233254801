package io.netpoll.examples;

import io.netpoll.net.ListeningSocket;
import io.netpoll.net.SocketStream;
import io.netpoll.net.Stream;
import io.netpoll.reactor.Event;
import io.netpoll.reactor.EventHandler;
import io.netpoll.reactor.EventLoop;
import io.netpoll.reactor.Interest;
import io.netpoll.reactor.Token;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** Sends back what it receives: one thread, any number of connections up to a maximum, and none waits for another. */
public final class EchoServer implements AutoCloseable {

    private final EventLoop loop;
    private final ListeningSocket listener;
    private final int maxConnections;
    private final Token token;
    private final Set<Echo> open = new HashSet<>();

    /** Serves the connections of a listener while somebody {@linkplain EventLoop#run runs} the loop. */
    public EchoServer(EventLoop loop, ListeningSocket listener, int maxConnections) throws IOException {
        this.loop = loop;
        this.listener = listener;
        this.maxConnections = maxConnections;
        this.token = loop.register(listener.fd(), Interest.READABLE.once(), event -> accept());
    }

    /** Accepts one connection and asks to be told of the next, which leaves the open ones their turn. */
    private void accept() throws IOException {
        SocketStream stream = listener.accept();
        if (stream == null && listener.refusal() == ListeningSocket.Refusal.EXHAUSTED) {
            loop.schedule(Duration.ofMillis(100), this::acceptNext); // no descriptors: asking at once would spin
            return;
        }
        if (stream != null && open.size() < maxConnections) {
            open.add(new Echo(stream));
        } else if (stream != null) {
            stream.close(); // the table is full: refuse this one, go on with the others
        }
        acceptNext();
    }

    private void acceptNext() {
        try {
            loop.modify(token, Interest.READABLE.once());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One connection: waits for octets or, while it has some that its peer does not take, for room. */
    private final class Echo implements EventHandler {
        private final byte[] buffer = new byte[16 * 1024];
        private final SocketStream stream;
        private final Token token;
        private int from;
        private int to;

        Echo(SocketStream stream) throws IOException {
            this.stream = stream;
            this.token = loop.register(stream.fd(), Interest.READABLE, this);
        }

        /** At most one buffer a pass, so that a fast sender keeps nobody waiting. */
        @Override
        public void onEvent(Event event) throws IOException {
            boolean waitedForRoom = from < to;
            stream.input().signal(false);
            stream.output().signal(false);
            if (!waitedForRoom) {
                from = 0;
                to = stream.read(buffer, 0, buffer.length);
            }
            if (to == Stream.EOF) {
                close();
            } else if (to > 0) { // otherwise the report was not true
                from += Math.max(0, stream.write(buffer, from, to - from, false));
                if (waitedForRoom != from < to) {
                    loop.modify(token, from < to ? Interest.WRITABLE : Interest.READABLE);
                }
            }
        }

        @Override
        public void onFailure(Exception failure) {
            close(); // the peer has reset the connection or does not take any more
        }

        void close() {
            open.remove(this);
            loop.forget(token);
            stream.close();
        }
    }

    /** Ends all connections. Called when the loop does not run any more. */
    @Override
    public void close() {
        Set.copyOf(open).forEach(Echo::close);
        loop.forget(token);
        listener.close();
    }
}
