package io.netpoll.http1;

import io.netpoll.http1.codec.OctetBuffer;
import io.netpoll.net.Stream;
import io.netpoll.reactor.EventLoop;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one loop, and the buffers they share while the loop works on one of them. Everything here belongs to the
 * loop's thread, except {@link #adopt}, {@link #drain}, {@link #stop} and the numbers, which any thread may ask for.
 */
public final class Http1Reactor {

    /** Answers to pipelined requests that may gather before they are sent: a full receive buffer of most clients. */
    static final int MAX_GATHERED = 64 * 1024;

    private static final int BUFFER_SIZE = 64 * 1024;
    private static final int SCRATCH_SIZE = 16 * 1024;
    private static final int GATHER_CAPACITY = 4 * 1024;
    private static final int INITIAL_CAPACITY = 64;

    private final EventLoop loop;
    private final Http1Service service;
    private final ConnectionLimit limit;
    private final byte[] buffer = new byte[BUFFER_SIZE];
    private final byte[] scratch = new byte[SCRATCH_SIZE];
    private final OctetBuffer gathered = new OctetBuffer(GATHER_CAPACITY);
    private @Nullable Http1Connection[] connections = new @Nullable Http1Connection[INITIAL_CAPACITY];
    private final AtomicInteger assigned = new AtomicInteger();
    private final AtomicInteger exchanges = new AtomicInteger();
    private boolean stopped;
    private volatile int connectionCount;
    private long octetsReceived;
    private long octetsSent;

    /**
     * No connections yet.
     *
     * @param limit is told when a connection has ended
     */
    public Http1Reactor(EventLoop loop, Http1Service service, ConnectionLimit limit) {
        this.loop = loop;
        this.service = service;
        this.limit = limit;
    }

    /**
     * Takes a stream that was accepted and works on it from now on. Any thread.
     *
     * @param refusing whether its first request is answered with 503 (Service Unavailable), and nothing else done
     */
    public void adopt(Stream stream, boolean refusing) {
        assigned.incrementAndGet();
        if (!loop.execute(() -> openAssigned(stream, refusing))) {
            stream.close();
            assigned.decrementAndGet();
            limit.closed(refusing);
        }
    }

    /** Like {@link #adopt}, called on this loop. */
    public void open(Stream stream, boolean refusing) {
        assigned.incrementAndGet();
        openAssigned(stream, refusing);
    }

    private void openAssigned(Stream stream, boolean refusing) {
        Http1Connection connection = new Http1Connection(this, stream, refusing);
        add(connection);
        try {
            connection.open();
        } catch (IOException e) {
            service.events().connectionFailed(stream.remoteAddress(), e);
            connection.close(false);
        }
        if (stopped) {
            connection.close(true);
        }
    }

    /** Ends idle connections now and the others with their next answer. Any thread; after {@link Http1Service#startDraining}. */
    public void drain() {
        loop.execute(() -> snapshot().forEach(Http1Connection::drain));
    }

    /** Tells detached exchanges whose responses have no end to end them, each once. Any thread. */
    public void endStreams() {
        loop.execute(() -> snapshot().forEach(Http1Connection::endStream));
    }

    /** The exchanges that somebody works on, or nobody just now. Called on the loop. */
    public List<OpenExchange> openExchanges() {
        return snapshot().stream()
                .map(Http1Connection::openExchange)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Ends all connections now. Called on the loop. */
    public void abort() {
        snapshot().forEach(Http1Connection::stop);
    }

    /** Ends all connections now, and those that come later. Called on the loop. */
    public void stop() {
        stopped = true;
        abort();
    }

    private List<Http1Connection> snapshot() {
        List<Http1Connection> all = new ArrayList<>(connectionCount);
        for (Http1Connection connection : connections) {
            if (connection != null) {
                all.add(connection);
            }
        }
        return all;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // only the loop writes it
    private void add(Http1Connection connection) {
        if (connectionCount == connections.length) {
            connections = Arrays.copyOf(connections, connectionCount * 2);
        }
        connection.index(connectionCount);
        connections[connectionCount++] = connection;
    }

    /** The last one takes its place. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // only the loop writes it
    private void remove(Http1Connection connection) {
        Http1Connection last = connections[--connectionCount];
        connections[connectionCount] = null;
        if (last != null && last.index() != connection.index()) {
            last.index(connection.index());
            connections[connection.index()] = last;
        }
    }

    /** How many connections are open or on their way here. Any thread. */
    int load() {
        return assigned.get();
    }

    /** How many connections are open. Any thread. */
    public int connectionCount() {
        return connectionCount;
    }

    /**
     * How many exchanges are open: those that wait for a thread, have one, or are detached, and those whose answer has not
     * left yet. Any thread.
     */
    public int exchangesOpen() {
        return exchanges.get();
    }

    /** The octets received on connections, as far as the loop knows. Any thread. */
    public long octetsReceived() {
        return octetsReceived;
    }

    /** The octets sent on connections, as far as the loop knows. Any thread. */
    public long octetsSent() {
        return octetsSent;
    }

    /** The loop. */
    public EventLoop loop() {
        return loop;
    }

    Http1Service service() {
        return service;
    }

    boolean isStopped() {
        return stopped;
    }

    byte[] buffer() {
        return buffer;
    }

    byte[] scratch() {
        return scratch;
    }

    OctetBuffer gathered() {
        return gathered;
    }

    void exchangeStarted() {
        exchanges.incrementAndGet();
    }

    /** Exchanges have ended and their answers have left, or never will. Any thread. */
    void exchangesEnded(int count) {
        exchanges.addAndGet(-count);
        service.exchangeEnded();
    }

    void addReceived(long octets) {
        octetsReceived += octets;
    }

    void addSent(long octets) {
        octetsSent += octets;
    }

    void closed(Http1Connection connection, boolean refusing) {
        remove(connection);
        assigned.decrementAndGet();
        limit.closed(refusing);
    }
}
