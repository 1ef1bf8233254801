package io.netpoll.boot.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.netpoll.boot.TlsCertificates;
import io.netpoll.boot.accesslog.AccessLog;
import io.netpoll.reactor.LoopStatistics;
import io.netpoll.server.ServerOptions;
import io.netpoll.server.ServerStatistics;
import io.netpoll.server.ShutdownState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The meters of one run of a server. They read counters that the server keeps anyway; nothing is recorded per request. Tags:
 * {@code name}, the server's name, and {@code reactor}, the index of an event loop.
 */
public final class NetpollServerMetrics implements MeterBinder, AutoCloseable {

    private final ServerOptions options;
    private final ServerStatistics statistics;
    private final @Nullable AccessLog accessLog;
    private final TlsCertificates certificates;
    private final List<Runnable> removals = new ArrayList<>();
    // Held, because registries hold what they read from only weakly.
    private final List<LoopMetrics> loops = new ArrayList<>();

    /**
     * Meters of a running server.
     *
     * @param options what the server was started with
     * @param statistics what the server tells of itself
     * @param accessLog its access log; {@code null} if it has none
     * @param certificates what it shows clients on TLS
     */
    public NetpollServerMetrics(
            ServerOptions options,
            ServerStatistics statistics,
            @Nullable AccessLog accessLog,
            TlsCertificates certificates) {
        this.accessLog = accessLog;
        this.options = options;
        this.statistics = statistics;
        this.certificates = certificates;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Tags tags = Tags.of("name", options.name());
        bindConnections(registry, tags);
        bindRequests(registry, tags);
        bindReasons(
                registry,
                "netpoll.requests.rejected",
                "requests",
                tags,
                ServerStatistics::rejectedRequests,
                "Requests refused because the client broke the protocol");
        bindReasons(
                registry,
                "netpoll.requests.refused",
                "requests",
                tags,
                ServerStatistics::refusedRequests,
                "Requests answered with 503, or reset, because the server had too much to do");
        bindAccessLog(registry, tags);
        bindReasons(
                registry,
                "netpoll.clients.expired",
                BaseUnits.EVENTS,
                tags,
                ServerStatistics::expiries,
                "How often the server lost its patience with a client");
        bindReasons(
                registry,
                "netpoll.proxy.headers.refused",
                BaseUnits.CONNECTIONS,
                tags,
                ServerStatistics::proxyHeaderFailures,
                "Connections reset because they did not begin with a header of the PROXY protocol");
        bindTls(registry, tags);
        bindData(registry, tags);
        bindShutdown(registry, tags);
        bindHandlers(registry, tags);
        List<LoopStatistics> loopStatistics = statistics.loops();
        for (int i = 0; i < loopStatistics.size(); i++) {
            int number = i;
            LoopMetrics loop = new LoopMetrics(
                    loopStatistics.get(i), () -> statistics.connectionsCurrent(number), System::nanoTime);
            loops.add(loop);
            loop.bind(tags.and("reactor", String.valueOf(i)), registry, meter -> remember(registry, meter));
        }
    }

    private void bindConnections(MeterRegistry registry, Tags tags) {
        gauge(
                registry,
                "netpoll.connections.current",
                BaseUnits.CONNECTIONS,
                tags,
                s -> s.connectionsCurrent(),
                "Open connections");
        gauge(
                registry,
                "netpoll.connections.config.max",
                BaseUnits.CONNECTIONS,
                tags,
                s -> options.maxConnections(),
                "Connections that may be open");
        counter(
                registry,
                "netpoll.connections.accepted",
                BaseUnits.CONNECTIONS,
                tags,
                ServerStatistics::connectionsAccepted,
                "Connections accepted");
        counter(
                registry,
                "netpoll.connections.rejected",
                BaseUnits.CONNECTIONS,
                tags,
                ServerStatistics::connectionsRejected,
                "Connections that failed before they could be accepted, or were refused because of their number");
    }

    private void bindRequests(MeterRegistry registry, Tags tags) {
        gauge(
                registry,
                "netpoll.requests.open",
                "requests",
                tags,
                s -> s.exchangesOpen(),
                "Requests whose response has not been handed over whole, asynchronous ones included");
        gauge(
                registry,
                "netpoll.requests.current",
                "requests",
                tags,
                s -> s.requestsInFlight(),
                "Requests with a thread inside their handler");
        gauge(
                registry,
                "netpoll.requests.waiting",
                "requests",
                tags,
                s -> s.requestsWaiting(),
                "Requests that wait until a handler is free");
        gauge(
                registry,
                "netpoll.requests.config.max",
                "requests",
                tags,
                s -> options.maxInFlight(),
                "Requests that may have a thread inside their handler");
    }

    private void bindHandlers(MeterRegistry registry, Tags tags) {
        String mode = statistics.handlerMode().name().toLowerCase(Locale.ROOT);
        gauge(
                registry,
                "netpoll.handler.mode",
                null,
                tags.and("mode", mode),
                s -> 1,
                "Always 1: the tag says where requests are handled");
        counter(
                registry,
                "netpoll.reactor.moves.refused",
                BaseUnits.OPERATIONS,
                tags,
                ServerStatistics::loopMovesRefused,
                "How often an event loop waited for a handler because no other thread could be had");
    }

    private void bindAccessLog(MeterRegistry registry, Tags tags) {
        if (accessLog != null) {
            remember(
                    registry,
                    FunctionCounter.builder("netpoll.accesslog.dropped", accessLog, AccessLog::dropped)
                            .baseUnit("entries")
                            .tags(tags)
                            .description("Entries of the access log that were lost")
                            .register(registry));
        }
    }

    /** One counter for each reason; the server has a fixed set of them, so a client cannot make more. */
    private void bindReasons(
            MeterRegistry registry,
            String name,
            String unit,
            Tags tags,
            Function<ServerStatistics, Map<String, Long>> counts,
            String description) {
        for (String reason : counts.apply(statistics).keySet()) {
            counter(
                    registry,
                    name,
                    unit,
                    tags.and("reason", reason.toLowerCase(Locale.ROOT)),
                    s -> counts.apply(s).getOrDefault(reason, 0L),
                    description);
        }
    }

    private void bindTls(MeterRegistry registry, Tags tags) {
        counter(
                registry,
                "netpoll.tls.handshakes",
                BaseUnits.EVENTS,
                tags,
                ServerStatistics::handshakesCompleted,
                "TLS handshakes that came to their end");
        bindReasons(
                registry,
                "netpoll.tls.handshakes.failed",
                BaseUnits.EVENTS,
                tags,
                ServerStatistics::handshakeFailures,
                "TLS handshakes that failed");
        for (String serverName : certificates.expiries().keySet()) {
            remember(
                    registry,
                    TimeGauge.builder(
                                    "netpoll.tls.certificate.expiry",
                                    certificates,
                                    TimeUnit.SECONDS,
                                    shown -> secondsLeft(shown, serverName))
                            .tags(tags.and("server.name", serverName))
                            .description("Time until the certificate ends; negative when it has")
                            .register(registry));
        }
    }

    private static double secondsLeft(TlsCertificates certificates, String serverName) {
        Instant expiry = certificates.expiries().get(serverName);
        return expiry == null
                ? Double.NaN
                : Duration.between(Instant.now(), expiry).toSeconds();
    }

    private void bindData(MeterRegistry registry, Tags tags) {
        counter(
                registry,
                "netpoll.data.received",
                BaseUnits.BYTES,
                tags,
                ServerStatistics::bytesReceived,
                "Bytes read from connections");
        counter(
                registry,
                "netpoll.data.sent",
                BaseUnits.BYTES,
                tags,
                ServerStatistics::bytesSent,
                "Bytes written to connections");
        gauge(
                registry,
                "netpoll.data.pending",
                BaseUnits.BYTES,
                tags,
                s -> s.bytesPending(),
                "Bytes kept in memory because clients do not take them");
    }

    /** A set of gauges of which one is 1, so that a state can be told without knowing its number. */
    private void bindShutdown(MeterRegistry registry, Tags tags) {
        for (ShutdownState state : ShutdownState.values()) {
            gauge(
                    registry,
                    "netpoll.shutdown.state",
                    null,
                    tags.and("state", state.name().toLowerCase(Locale.ROOT)),
                    s -> s.shutdownState() == state ? 1 : 0,
                    "Whether the shutdown of the server has come to this state");
        }
    }

    private void gauge(
            MeterRegistry registry,
            String name,
            @Nullable String unit,
            Tags tags,
            ToDoubleFunction<ServerStatistics> value,
            String description) {
        remember(
                registry,
                Gauge.builder(name, statistics, value)
                        .baseUnit(unit)
                        .tags(tags)
                        .description(description)
                        .register(registry));
    }

    private void counter(
            MeterRegistry registry,
            String name,
            String unit,
            Tags tags,
            ToDoubleFunction<ServerStatistics> value,
            String description) {
        remember(
                registry,
                FunctionCounter.builder(name, statistics, value)
                        .baseUnit(unit)
                        .tags(tags)
                        .description(description)
                        .register(registry));
    }

    private void remember(MeterRegistry registry, Meter meter) {
        removals.add(() -> registry.remove(meter));
    }

    /** Removes the meters from every registry they were bound to. */
    @Override
    public void close() {
        removals.forEach(Runnable::run);
        removals.clear();
        loops.clear();
    }
}
