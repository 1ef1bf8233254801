package io.netpoll.server;

import io.netpoll.http.ExchangeListener;
import io.netpoll.http.Handler;
import io.netpoll.http1.ConnectionLimit;
import io.netpoll.http1.Http1Acceptor;
import io.netpoll.http1.Http1Options;
import io.netpoll.http1.Http1Reactor;
import io.netpoll.http1.Http1Service;
import io.netpoll.http1.RequestLimits;
import io.netpoll.http1.StreamTypes;
import io.netpoll.http1.codec.HeadLimits;
import io.netpoll.net.ListeningSocket;
import io.netpoll.net.Stream;
import io.netpoll.net.TlsContexts;
import io.netpoll.net.TlsStreams;
import io.netpoll.reactor.Clock;
import io.netpoll.reactor.EventLoop;
import io.netpoll.reactor.LoopStatistics;
import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A server between its start and its end: everything that exists only then. */
final class RunningServer implements ServerStatistics {

    /** What it is made from. */
    record Settings(
            Handler handler,
            ListenAddress address,
            @Nullable TlsContexts tls,
            ServerOptions options,
            ServerListener listener,
            ExchangeListener exchanges,
            @Nullable ThreadFactory threads) {}

    /** How long {@link #close} waits for the loops: they finish a pass, which never blocks. */
    private static final Duration LOOP_END = Duration.ofSeconds(5);

    /** What can be agreed on by ALPN (RFC 7301 §6). */
    private static final List<String> APPLICATION_PROTOCOLS = List.of("http/1.1");

    private final EventPump events;
    private final Handlers handlers;
    private final HandlerThreads handlerThreads;
    private final HelperThreads helperThreads;
    private final UnaryOperator<Stream> security;
    private final HandlerDispatcher dispatcher;
    private final Http1Service service;
    private final ConnectionLimit limit;
    private final List<EventLoop> loops = new ArrayList<>();
    private final List<Http1Reactor> reactors = new ArrayList<>();
    private final LoopThreads threads;
    private final ServerOptions options;
    private final ShutdownSequence shutdown;
    private final AtomicBoolean failed = new AtomicBoolean();
    private final List<Http1Acceptor> acceptors = new ArrayList<>();
    private final AtomicInteger turn = new AtomicInteger();

    private RunningServer(Settings settings, Runnable onDrained) throws IOException {
        this.options = settings.options();
        this.events = new EventPump(settings.listener(), "netpoll-" + options.name() + "-events");
        this.handlers = Handlers.around(settings.handler(), options);
        this.helperThreads = new HelperThreads(options.name());
        this.handlerThreads = HandlerThreads.of(options, helperThreads);
        this.security = security(settings.tls());
        this.dispatcher = new HandlerDispatcher(handlerThreads, options.maxInFlight(), events::handlerRefused);
        this.service = new Http1Service(
                handlers,
                http1(options),
                dispatcher,
                events,
                settings.exchanges(),
                Clock.system(),
                this::exchangeEnded);
        this.limit = new ConnectionLimit(options.maxConnections(), options.rejectWhenFull(), this::roomForConnections);
        try {
            openLoops(options);
            this.threads = new LoopThreads(loops, threadFactory(settings), this::loopFailed);
            this.shutdown = new ShutdownSequence(
                    options.shutdown(), service, List.copyOf(reactors), this::closeAcceptors, events, onDrained);
            listen(settings.address(), options.acceptBacklog());
            for (ListenAddress further : options.listeners()) {
                listen(further, options.acceptBacklog());
            }
        } catch (IOException | RuntimeException e) {
            giveUp();
            throw e;
        }
    }

    private UnaryOperator<Stream> security(@Nullable TlsContexts tls) {
        return tls == null
                ? UnaryOperator.identity()
                : new TlsStreams(tls, APPLICATION_PROTOCOLS, helperThreads)::secure;
    }

    private void openLoops(ServerOptions options) throws IOException {
        for (int i = 0; i < options.reactors(); i++) {
            EventLoop loop = EventLoop.open();
            int number = i;
            loop.onUncaught(failure -> events.tell(new ServerEvent.CallbackFailed(number, failure)));
            loops.add(loop);
            reactors.add(new Http1Reactor(loop, service, limit));
        }
    }

    private void listen(ListenAddress address, int backlog) throws IOException {
        ListeningSocket socket = address.open(backlog);
        Http1Acceptor acceptor = new Http1Acceptor(
                loops.getFirst(), socket, List.copyOf(reactors), address.streams(security), limit, events);
        acceptors.add(acceptor);
        acceptor.start();
    }

    /** Nothing has run yet: takes back what has been opened. */
    private void giveUp() {
        acceptors.forEach(Http1Acceptor::close);
        loops.forEach(EventLoop::close);
        handlerThreads.close();
        helperThreads.close();
    }

    private static Http1Options http1(ServerOptions options) {
        return new Http1Options(
                new HeadLimits(options.maxHeadSize(), options.maxHeaderCount()),
                options.maxKeepAliveRequests(),
                EventLoop.nanos(options.handshakeTimeout()),
                EventLoop.nanos(options.headTimeout()),
                EventLoop.nanos(options.bodyTimeout()),
                EventLoop.nanos(options.keepAliveTimeout()),
                EventLoop.nanos(options.writeTimeout()),
                options.minimumRate(),
                EventLoop.nanos(options.minimumRateGrace()),
                EventLoop.nanos(options.maxConnectionAge()),
                EventLoop.nanos(options.halfCloseGrace()),
                new RequestLimits(
                        options.maxRequestBodySize(),
                        options.maxSwallowSize(),
                        options.maxWaitingRequests(),
                        EventLoop.nanos(options.maxRequestWait()),
                        EventLoop.nanos(options.requestTimeout()),
                        options.exemptPaths()),
                new StreamTypes(options.shutdown().streamTypes()),
                Http1Options.serverLine(options.serverHeader()));
    }

    static RunningServer start(Settings settings, Runnable onDrained) throws IOException {
        RunningServer server = new RunningServer(settings, onDrained);
        server.startThreads();
        return server;
    }

    private void startThreads() {
        events.start();
        String obstacle = LoopCarrier.obstacle();
        if (options.handlerMode() == HandlerMode.LOOP && obstacle != null) {
            events.tell(new ServerEvent.LoopModeUnavailable(obstacle));
        }
        boolean handlersOnLoops = handlers.isNonBlocking() || handlerThreads.mode() == HandlerMode.LOOP;
        if (handlersOnLoops && options.stallThreshold().isPositive()) {
            threads.watch(options.stallThreshold(), "netpoll-" + options.name() + "-watchdog", events);
        }
        threads.start();
    }

    private void loopFailed(Throwable cause, int number) {
        failed.set(true);
        try {
            reactors.get(number).stop();
        } finally {
            closeAcceptors(); // whatever else fails: clients are refused rather than left waiting
            events.tell(new ServerEvent.LoopFailed(number, cause));
        }
    }

    private static ThreadFactory threadFactory(Settings settings) {
        ThreadFactory given = settings.threads();
        return given != null
                ? given
                : Thread.ofPlatform()
                        .name("netpoll-" + settings.options().name() + "-reactor-", 0)
                        .factory();
    }

    /** Connections wait at one listener or several: each time another is the first to take what room there is. */
    private void roomForConnections() {
        int first = turn.getAndIncrement();
        for (int i = 0; i < acceptors.size(); i++) {
            acceptors.get(Math.floorMod(first + i, acceptors.size())).goOn();
        }
    }

    SocketAddress localAddress() {
        return localAddresses().getFirst();
    }

    List<SocketAddress> localAddresses() {
        return acceptors.stream()
                .map(acceptor -> acceptor.socket().localAddress())
                .toList();
    }

    boolean hasFailed() {
        return failed.get();
    }

    void drain() {
        shutdown.begin();
    }

    /** Told only while the server drains. */
    private void exchangeEnded() {
        shutdown.exchangeEnded();
    }

    /** The acceptors belong to the first loop; if that has ended, to nobody. Connects are refused when this returns. */
    private void closeAcceptors() {
        CountDownLatch done = new CountDownLatch(1);
        boolean posted = loops.getFirst().execute(() -> {
            acceptors.forEach(Http1Acceptor::close);
            done.countDown();
        });
        if (!posted) {
            acceptors.forEach(Http1Acceptor::close);
        } else if (!threads.areCurrent()) {
            await(done);
        }
    }

    private static void await(CountDownLatch done) {
        try {
            boolean inTime = done.await(LOOP_END.toMillis(), TimeUnit.MILLISECONDS);
            assert inTime : "a loop's pass takes longer than " + LOOP_END;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the loop closes the socket without being watched
        }
    }

    void close() {
        shutdown.stopped();
        service.startDraining();
        closeAcceptors();
        for (int i = 0; i < loops.size(); i++) {
            EventLoop loop = loops.get(i);
            Http1Reactor reactor = reactors.get(i);
            loop.execute(() -> {
                reactor.stop();
                loop.stop();
            });
        }
        threads.join(LOOP_END);
        handlerThreads.close();
        helperThreads.close();
        handlers.close();
        events.stop();
    }

    @Override
    public long connectionsAccepted() {
        return acceptors.stream().mapToLong(Http1Acceptor::accepted).sum();
    }

    @Override
    public long connectionsRejected() {
        return acceptors.stream().mapToLong(Http1Acceptor::rejected).sum();
    }

    @Override
    public int connectionsCurrent() {
        return reactors.stream().mapToInt(Http1Reactor::connectionCount).sum();
    }

    @Override
    public int connectionsCurrent(int loop) {
        return reactors.get(loop).connectionCount();
    }

    @Override
    public int requestsInFlight() {
        return dispatcher.inFlight();
    }

    @Override
    public int requestsWaiting() {
        return dispatcher.waiting();
    }

    @Override
    public int exchangesOpen() {
        return reactors.stream().mapToInt(Http1Reactor::exchangesOpen).sum();
    }

    @Override
    public long bytesReceived() {
        return reactors.stream().mapToLong(Http1Reactor::octetsReceived).sum();
    }

    @Override
    public long bytesSent() {
        return reactors.stream().mapToLong(Http1Reactor::octetsSent).sum();
    }

    @Override
    public long bytesPending() {
        return service.pendingOctets();
    }

    @Override
    public Map<String, Long> rejectedRequests() {
        return events.rejections();
    }

    @Override
    public Map<String, Long> refusedRequests() {
        return events.refusals();
    }

    @Override
    public Map<String, Long> expiries() {
        return events.expiries();
    }

    @Override
    public long handshakesCompleted() {
        return events.handshakes();
    }

    @Override
    public Map<String, Long> handshakeFailures() {
        return events.handshakeFailures();
    }

    @Override
    public HandlerMode handlerMode() {
        return handlerThreads.mode();
    }

    @Override
    public long loopMovesRefused() {
        return threads.movesRefused();
    }

    @Override
    public Map<String, Long> proxyHeaderFailures() {
        return events.proxyHeaderFailures();
    }

    @Override
    public ShutdownState shutdownState() {
        return shutdown.state();
    }

    @Override
    public List<LoopStatistics> loops() {
        return loops.stream().map(EventLoop::statistics).toList();
    }
}
