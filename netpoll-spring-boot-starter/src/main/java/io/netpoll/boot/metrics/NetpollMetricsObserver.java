package io.netpoll.boot.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.netpoll.boot.ServerObserver;
import io.netpoll.boot.TlsCertificates;
import io.netpoll.boot.accesslog.AccessLog;
import io.netpoll.server.ServerOptions;
import io.netpoll.server.ServerStatistics;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Publishes the meters of each server while it runs. */
public final class NetpollMetricsObserver implements ServerObserver {

    private final Supplier<MeterRegistry> registry;

    /**
     * An observer that publishes to one registry.
     *
     * @param registry is asked each time a server starts, not earlier
     */
    public NetpollMetricsObserver(Supplier<MeterRegistry> registry) {
        this.registry = registry;
    }

    @Override
    public Observation observe(ServerOptions options, ServerStatistics statistics) {
        return observe(options, statistics, null, TlsCertificates.NONE);
    }

    @Override
    public Observation observe(
            ServerOptions options,
            ServerStatistics statistics,
            @Nullable AccessLog accessLog,
            TlsCertificates certificates) {
        NetpollServerMetrics metrics = new NetpollServerMetrics(options, statistics, accessLog, certificates);
        metrics.bindTo(registry.get());
        return metrics::close;
    }
}
