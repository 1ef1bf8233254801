package io.netpoll.http1;

import io.netpoll.net.ListeningSocket;
import io.netpoll.net.Stream;
import io.netpoll.reactor.Event;
import io.netpoll.reactor.EventHandler;
import io.netpoll.reactor.EventLoop;
import io.netpoll.reactor.Interest;
import io.netpoll.reactor.Task;
import io.netpoll.reactor.Timer;
import io.netpoll.reactor.Token;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Accepts connections on one loop and deals each to the reactor with the fewest. Edge-triggered: what it does not accept, it
 * remembers, and goes on when there is a reason to.
 */
public final class Http1Acceptor implements EventHandler {

    /** Connections accepted in one pass: those that are open already have their turn between. */
    private static final int MAX_ACCEPTS_PER_PASS = 64;

    /** How long to wait for descriptors to become free, or after a failure. */
    private static final long RETRY_NANOS = 200_000_000L;

    /** How often at most it is said that there are none. */
    private static final long SAY_NANOS = 1_000_000_000L;

    private final EventLoop loop;
    private final ListeningSocket socket;
    private final List<Http1Reactor> reactors;
    private final UnaryOperator<Stream> secure;
    private final ConnectionLimit limit;
    private final Http1Events events;
    private final Timer retry;
    private final Task goOn = new GoOn();
    private final Turn turn;
    private @Nullable Token token;
    private long accepted;
    private long failed;
    private long refused;
    private boolean closed;
    private boolean exhausted;
    private boolean saidBefore;
    private long saidAt;
    private boolean full;

    /**
     * An acceptor that is not started.
     *
     * @param secure makes of an accepted stream the one that requests come on, for TLS and behind proxies
     */
    public Http1Acceptor(
            EventLoop loop,
            ListeningSocket socket,
            List<Http1Reactor> reactors,
            UnaryOperator<Stream> secure,
            ConnectionLimit limit,
            Http1Events events) {
        this.loop = loop;
        this.socket = socket;
        this.reactors = reactors;
        this.secure = secure;
        this.limit = limit;
        this.events = events;
        this.retry = loop.timer(this::accept);
        this.turn = new Turn(loop, this::accept, this::onFailure);
    }

    /** Starts to accept. Called on the loop, or before it runs. */
    public void start() throws IOException {
        token = loop.register(socket.fd(), Interest.READABLE.edge(), this);
    }

    @Override
    public void onEvent(Event event) {
        accept();
    }

    private void accept() {
        try {
            for (int i = 0; i < MAX_ACCEPTS_PER_PASS; i++) {
                if (!acceptOne()) {
                    return;
                }
            }
            turn.ask();
        } catch (IOException e) {
            events.connectionFailed(socket.localAddress(), e);
            close();
        }
    }

    /** Not the listener's doing: it goes on, but not at once, for it may happen again. */
    @Override
    public void onFailure(Exception failure) {
        events.connectionFailed(socket.localAddress(), failure);
        if (!closed) {
            retry.armAt(loop.now() + RETRY_NANOS);
        }
    }

    /** Answers whether to go on. */
    private boolean acceptOne() throws IOException {
        if (closed) {
            return false;
        }
        ConnectionLimit.Admission admission = limit.next();
        noteLimit(admission);
        if (admission == ConnectionLimit.Admission.WAIT) {
            return false;
        }
        Stream stream = socket.accept();
        if (stream != null) {
            exhausted = false;
            deal(secure.apply(stream), admission == ConnectionLimit.Admission.REFUSE);
            return true;
        }
        return switch (socket.refusal()) {
            case NONE_WAITING -> false;
            case ABORTED -> {
                failed++;
                yield true;
            }
            case EXHAUSTED -> {
                sayExhausted();
                retry.armAt(loop.now() + RETRY_NANOS);
                yield false;
            }
        };
    }

    /** Once until it is over, not with every retry; and not every time that a single descriptor becomes free meanwhile. */
    private void sayExhausted() {
        if (!exhausted && (!saidBefore || loop.now() - saidAt >= SAY_NANOS)) {
            exhausted = true;
            saidBefore = true;
            saidAt = loop.now();
            events.acceptExhausted();
        }
    }

    /** Said once until there is room again, not with every connection. */
    private void noteLimit(ConnectionLimit.Admission admission) {
        boolean reached = admission != ConnectionLimit.Admission.SERVE;
        if (reached && !full) {
            events.connectionLimitReached(limit.max(), limit.refuses());
        }
        full = reached;
    }

    private void deal(Stream stream, boolean refusing) {
        limit.opened(refusing);
        if (refusing) {
            refused++;
        } else {
            accepted++;
        }
        Http1Reactor fewest = reactors.getFirst();
        for (Http1Reactor reactor : reactors) {
            if (reactor.load() < fewest.load()) {
                fewest = reactor;
            }
        }
        if (fewest.loop() == loop) {
            fewest.open(stream, refusing);
        } else {
            fewest.adopt(stream, refusing);
        }
    }

    /** There may be room for a connection that waits. Any thread. */
    public void goOn() {
        loop.post(goOn);
    }

    /** Stops to accept; connections in the backlog are refused. Called on the loop, or after it has ended. */
    public void close() {
        if (!closed) {
            closed = true;
            retry.cancel();
            Token registered = token;
            if (registered != null) {
                loop.forget(registered);
            }
            socket.close();
        }
    }

    /** Where connections are accepted. */
    public ListeningSocket socket() {
        return socket;
    }

    /** How many connections have been accepted to be served. Any thread. */
    public long accepted() {
        return accepted;
    }

    /** How many connections failed before they could be accepted, or were refused because of the limit. Any thread. */
    public long rejected() {
        return failed + refused;
    }

    /** Goes on accepting because a connection has ended. */
    private final class GoOn extends Task {
        @Override
        protected void run() {
            accept();
        }

        @Override
        protected void onFailure(Exception failure) {
            Http1Acceptor.this.onFailure(failure);
        }
    }
}
