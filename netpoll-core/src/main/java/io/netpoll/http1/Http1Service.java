package io.netpoll.http1;

import io.netpoll.http.ExchangeListener;
import io.netpoll.http.ExchangeSummary;
import io.netpoll.http.Handler;
import io.netpoll.reactor.Clock;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What all connections of a server share. Any thread may use it. */
public final class Http1Service {

    private final Handler handler;
    private final boolean onLoop;
    private final Http1Options options;
    private final Dispatcher dispatcher;
    private final Http1Events events;
    private final ExchangeListener exchanges;
    private final boolean tellsExchanges;
    private final Clock clock;
    private final DateLine dateLine;
    private final Runnable onExchangeEnded;
    private final LongAdder pending = new LongAdder();

    /** That of connections on which nothing is to be sent. */
    private final Patience unused;

    private final AtomicLong connectionIds = new AtomicLong();
    private volatile boolean announcing;
    private volatile boolean draining;

    /**
     * Puts the parts together.
     *
     * @param exchanges is told how exchanges end
     * @param onExchangeEnded runs while the server is draining, after an exchange has ended, on any thread; must not block
     */
    public Http1Service(
            Handler handler,
            Http1Options options,
            Dispatcher dispatcher,
            Http1Events events,
            ExchangeListener exchanges,
            Clock clock,
            Runnable onExchangeEnded) {
        this.handler = handler;
        this.onLoop = handler.isNonBlocking();
        this.options = options;
        this.unused = Patience.writing(options);
        this.dispatcher = dispatcher;
        this.events = events;
        this.exchanges = exchanges;
        this.tellsExchanges = !exchanges.equals(ExchangeListener.NONE);
        this.clock = clock;
        this.dateLine = new DateLine(clock);
        this.onExchangeEnded = onExchangeEnded;
    }

    /** From now on every answer ends its connection; those that are idle stay. */
    public void startAnnouncing() {
        announcing = true;
    }

    /** From now on every answer ends its connection, and connections that are idle are closed. */
    public void startDraining() {
        announcing = true;
        draining = true;
    }

    /** How many octets of responses are kept because their clients do not take them. */
    public long pendingOctets() {
        return pending.sum();
    }

    Patience unusedPatience() {
        return unused;
    }

    void addPending(int octets) {
        pending.add(octets);
    }

    /** Whether the answer that is being made is the last on its connection. */
    boolean isAnnouncing() {
        return announcing;
    }

    boolean isDraining() {
        return draining;
    }

    Handler handler() {
        return handler;
    }

    boolean runsOnLoop() {
        return onLoop;
    }

    Http1Options options() {
        return options;
    }

    Dispatcher dispatcher() {
        return dispatcher;
    }

    Http1Events events() {
        return events;
    }

    /** A journal for an exchange whose request is complete; {@code null} if nobody wants to be told of its end. */
    @Nullable ExchangeJournal newJournal() {
        return tellsExchanges ? new ExchangeJournal(clock) : null;
    }

    boolean tellsExchanges() {
        return tellsExchanges;
    }

    /** Tells of an exchange's end. */
    @SuppressWarnings("CatchingUnchecked") // whatever a listener throws must not reach a loop or a connection
    void tellEnd(ExchangeSummary summary) {
        try {
            exchanges.exchangeEnded(summary);
        } catch (Throwable t) {
            events.connectionFailed(summary.connection().remoteAddress(), t);
        }
    }

    Clock clock() {
        return clock;
    }

    byte[] dateLine() {
        return dateLine.get();
    }

    long nextConnectionId() {
        return connectionIds.incrementAndGet();
    }

    /** An exchange has ended and its answer has left. */
    void exchangeEnded() {
        if (draining) {
            onExchangeEnded.run();
        }
    }
}
