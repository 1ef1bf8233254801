package io.netpoll.server;

import io.netpoll.http1.Http1Reactor;
import io.netpoll.http1.Http1Service;
import io.netpoll.http1.OpenExchange;
import io.netpoll.reactor.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes a running server through its shutdown: the one place where {@link ShutdownState} changes. Timers of the first loop
 * that has not ended lead from one phase to the next; if there is none, the delay is left out. Any thread may call its
 * methods.
 */
final class ShutdownSequence {

    /** How many requests one report names: a line of a log stays readable. */
    static final int MAX_NAMED = 10;

    /** How often it is looked for streams that have begun after streams were told to end, ns. */
    private static final long LOOK_FOR_STREAMS = 1_000_000_000L;

    private final ShutdownOptions options;
    private final Http1Service service;
    private final List<Http1Reactor> reactors;
    private final Runnable closeListeners;
    private final EventPump events;
    private final Runnable onDrained;
    private final AtomicReference<ShutdownState> state = new AtomicReference<>(ShutdownState.SERVING);

    /** How long draining has taken when the next report is due, ns. */
    private volatile long nextReport;

    /**
     * A shutdown that has not begun.
     *
     * @param reactors at least one
     * @param closeListeners closes all listeners; when it returns on another thread than a loop's, connects are refused
     * @param onDrained runs when no exchange is open, or is waited for, any more; perhaps more than once
     */
    ShutdownSequence(
            ShutdownOptions options,
            Http1Service service,
            List<Http1Reactor> reactors,
            Runnable closeListeners,
            EventPump events,
            Runnable onDrained) {
        this.options = options;
        this.service = service;
        this.reactors = reactors;
        this.closeListeners = closeListeners;
        this.events = events;
        this.onDrained = onDrained;
    }

    ShutdownState state() {
        return state.get();
    }

    private boolean advance(ShutdownState next) {
        ShutdownState now = state.get();
        while (now.mayBecome(next)) {
            if (state.compareAndSet(now, next)) {
                return true;
            }
            now = state.get();
        }
        return false;
    }

    /** The server is to stop, in order. */
    void begin() {
        if (options.delay().isZero()) {
            drain();
        } else if (advance(ShutdownState.ANNOUNCING)) {
            service.startAnnouncing();
            tell(ShutdownState.ANNOUNCING);
            if (!after(EventLoop.nanos(options.delay()), this::drain)) {
                drain();
            }
        }
    }

    private void drain() {
        if (!advance(ShutdownState.DRAINING)) {
            return;
        }
        service.startDraining();
        closeListeners.run();
        tell(ShutdownState.DRAINING);
        reactors.forEach(Http1Reactor::drain);
        after(EventLoop.nanos(options.streamTimeout()), this::endStreams);
        if (!options.slowRequestAfter().isZero()) {
            nextReport = EventLoop.nanos(options.slowRequestAfter());
            after(nextReport, this::report);
        }
        if (!options.timeout().isZero()) {
            after(EventLoop.nanos(options.timeout()), this::abort);
        }
        exchangeEnded();
    }

    /** An exchange has ended. */
    void exchangeEnded() {
        if (state.get().isDraining() && exchangesOpen() == 0) {
            onDrained.run();
        }
    }

    private int exchangesOpen() {
        return reactors.stream().mapToInt(Http1Reactor::exchangesOpen).sum();
    }

    private void endStreams() {
        if (advance(ShutdownState.ENDING_STREAMS)) {
            tell(ShutdownState.ENDING_STREAMS);
        }
        if (state.get() == ShutdownState.ENDING_STREAMS) {
            reactors.forEach(Http1Reactor::endStreams);
            after(LOOK_FOR_STREAMS, this::endStreams);
        }
    }

    private void abort() {
        if (!advance(ShutdownState.ABORTING)) {
            return;
        }
        tell(ShutdownState.ABORTING);
        AtomicInteger left = new AtomicInteger(reactors.size());
        for (Http1Reactor reactor : reactors) {
            onLoop(reactor, () -> {
                reactor.abort();
                countDown(left, onDrained);
            });
        }
    }

    /** The server is closed: no phase begins any more. */
    void stopped() {
        advance(ShutdownState.STOPPED);
    }

    // Who is waited for.

    private void report() {
        if (!state.get().isDraining() || exchangesOpen() == 0) {
            return;
        }
        long waited = nextReport;
        collect(open -> {
            if (!open.isEmpty()) {
                events.tell(stillOpen(waited, open));
            }
        });
        nextReport = 2 * waited;
        after(waited, this::report);
    }

    private void collect(Consumer<List<OpenExchange>> whole) {
        ConcurrentLinkedQueue<OpenExchange> open = new ConcurrentLinkedQueue<>();
        AtomicInteger left = new AtomicInteger(reactors.size());
        for (Http1Reactor reactor : reactors) {
            onLoop(reactor, () -> {
                open.addAll(reactor.openExchanges());
                countDown(left, () -> whole.accept(List.copyOf(open)));
            });
        }
    }

    private static ServerEvent stillOpen(long waited, List<OpenExchange> open) {
        List<OpenExchange> oldestFirst = new ArrayList<>(open);
        oldestFirst.sort(Comparator.comparingLong(OpenExchange::age).reversed());
        List<ServerEvent.OpenRequest> named = oldestFirst.stream()
                .limit(MAX_NAMED)
                .map(one -> new ServerEvent.OpenRequest(
                        one.method(), one.path(), Duration.ofNanos(one.age()), one.isStream(), threadOf(one)))
                .toList();
        return new ServerEvent.ShutdownWaits(Duration.ofNanos(waited), open.size(), named);
    }

    /** Virtual threads all have the same name; by their number they are found in a dump. */
    private static @Nullable String threadOf(OpenExchange exchange) {
        Thread thread = exchange.thread();
        return thread == null ? null : thread.getName() + " #" + thread.threadId();
    }

    private void tell(ShutdownState next) {
        events.tell(new ServerEvent.ShutdownAdvanced(next, exchangesOpen()));
    }

    // Loops.

    /** What a loop that has ended would have done is done at once: nobody else has its connections. */
    private static void onLoop(Http1Reactor reactor, Runnable action) {
        if (!reactor.loop().execute(action)) {
            action.run();
        }
    }

    private static void countDown(AtomicInteger left, Runnable last) {
        if (left.decrementAndGet() == 0) {
            last.run();
        }
    }

    /** Whether the action will run, if the loop that times it goes on until then. */
    private boolean after(long nanos, Runnable action) {
        for (Http1Reactor reactor : reactors) {
            EventLoop loop = reactor.loop();
            long due = loop.clock().nanoTime() + nanos;
            if (loop.execute(() -> loop.timer(action).armAt(due))) {
                return true;
            }
        }
        return false;
    }
}
