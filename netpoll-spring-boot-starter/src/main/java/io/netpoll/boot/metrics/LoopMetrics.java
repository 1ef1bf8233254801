package io.netpoll.boot.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.netpoll.reactor.LoopStatistics;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/** The meters of one event loop. */
final class LoopMetrics {

    private final LoopStatistics statistics;
    private final IntSupplier connections;
    private final BusyShare busyShare;

    LoopMetrics(LoopStatistics statistics, IntSupplier connections, LongSupplier nanoTime) {
        this.statistics = statistics;
        this.connections = connections;
        this.busyShare = new BusyShare(statistics::busyNanos, nanoTime);
    }

    void bind(Tags tags, MeterRegistry registry, Consumer<Meter> bound) {
        for (Meter meter : List.of(
                connections(tags).register(registry),
                files(tags).register(registry),
                ready(tags).register(registry),
                readyMax(tags).register(registry),
                polls(tags).register(registry),
                tasks(tags).register(registry),
                lag(tags).register(registry),
                lagMax(tags).register(registry),
                busy(tags).register(registry),
                busyMax(tags).register(registry),
                moves(tags).register(registry),
                stalls(tags).register(registry),
                share(tags).register(registry))) {
            bound.accept(meter);
        }
    }

    private Gauge.Builder<IntSupplier> connections(Tags tags) {
        return Gauge.builder("netpoll.reactor.connections", connections, IntSupplier::getAsInt)
                .baseUnit(BaseUnits.CONNECTIONS)
                .tags(tags)
                .description("Open connections of the loop");
    }

    private Gauge.Builder<LoopStatistics> files(Tags tags) {
        return Gauge.builder("netpoll.reactor.files.registered", statistics, LoopStatistics::registeredDescriptors)
                .baseUnit(BaseUnits.FILES)
                .tags(tags)
                .description("Descriptors the loop watches");
    }

    private FunctionCounter.Builder<LoopStatistics> ready(Tags tags) {
        return FunctionCounter.builder("netpoll.reactor.files.ready", statistics, LoopStatistics::readyDescriptors)
                .baseUnit(BaseUnits.FILES)
                .tags(tags)
                .description(
                        "Descriptors reported ready; divided by netpoll.reactor.polls, ready descriptors per wait");
    }

    private Gauge.Builder<LoopStatistics> readyMax(Tags tags) {
        return Gauge.builder("netpoll.reactor.files.ready.max", statistics, LoopStatistics::readyMax)
                .baseUnit(BaseUnits.FILES)
                .tags(tags)
                .description("The most descriptors that one wait has reported ready");
    }

    private FunctionCounter.Builder<LoopStatistics> polls(Tags tags) {
        return FunctionCounter.builder("netpoll.reactor.polls", statistics, LoopStatistics::waits)
                .baseUnit(BaseUnits.OPERATIONS)
                .tags(tags)
                .description("How often the loop asked for ready descriptors");
    }

    private Gauge.Builder<LoopStatistics> tasks(Tags tags) {
        return Gauge.builder("netpoll.reactor.tasks.pending", statistics, LoopStatistics::pendingTasks)
                .baseUnit(BaseUnits.TASKS)
                .tags(tags)
                .description("Work left for the next pass of the loop");
    }

    private FunctionTimer.Builder<LoopStatistics> lag(Tags tags) {
        return FunctionTimer.builder(
                        "netpoll.reactor.lag",
                        statistics,
                        LoopStatistics::lagCount,
                        LoopStatistics::lagNanos,
                        TimeUnit.NANOSECONDS)
                .tags(tags)
                .description("How late timers and tasks run");
    }

    private TimeGauge.Builder<LoopStatistics> lagMax(Tags tags) {
        return TimeGauge.builder(
                        "netpoll.reactor.lag.max", statistics, TimeUnit.NANOSECONDS, LoopStatistics::lagMaxNanos)
                .tags(tags)
                .description("The latest that a timer or task has run");
    }

    private FunctionTimer.Builder<LoopStatistics> busy(Tags tags) {
        return FunctionTimer.builder(
                        "netpoll.reactor.busy",
                        statistics,
                        LoopStatistics::waits,
                        LoopStatistics::busyNanos,
                        TimeUnit.NANOSECONDS)
                .tags(tags)
                .description("Time of a pass of the loop without the wait");
    }

    private TimeGauge.Builder<LoopStatistics> busyMax(Tags tags) {
        return TimeGauge.builder(
                        "netpoll.reactor.busy.max", statistics, TimeUnit.NANOSECONDS, LoopStatistics::busyMaxNanos)
                .tags(tags)
                .description("The longest pass of the loop without the wait");
    }

    private FunctionCounter.Builder<LoopStatistics> moves(Tags tags) {
        return FunctionCounter.builder("netpoll.reactor.moves", statistics, LoopStatistics::moves)
                .baseUnit(BaseUnits.OPERATIONS)
                .tags(tags)
                .description("How often the loop went on with another thread because a handler kept the one it had");
    }

    private FunctionCounter.Builder<LoopStatistics> stalls(Tags tags) {
        return FunctionCounter.builder("netpoll.reactor.stalls", statistics, LoopStatistics::stalls)
                .baseUnit(BaseUnits.OPERATIONS)
                .tags(tags)
                .description("How often the loop was in one call for too long, which no other thread could take over");
    }

    private Gauge.Builder<BusyShare> share(Tags tags) {
        return Gauge.builder("netpoll.reactor.busy.share", busyShare, BusyShare::value)
                .tags(tags)
                .description("Share of time the loop was busy, from 0 to 1, between the last readings");
    }
}
