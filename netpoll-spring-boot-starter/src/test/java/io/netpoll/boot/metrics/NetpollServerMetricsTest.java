package io.netpoll.boot.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netpoll.boot.TlsCertificates;
import io.netpoll.reactor.LoopStatistics;
import io.netpoll.server.HandlerMode;
import io.netpoll.server.ServerOptions;
import io.netpoll.server.ServerStatistics;
import io.netpoll.server.ShutdownState;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NetpollServerMetricsTest {

    private final ServerOptions options =
            ServerOptions.builder().name("http-1").maxConnections(7).build();

    @Test
    void valuesAreThoseOfTheServer() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        new NetpollServerMetrics(options, new Statistics(), null, TlsCertificates.NONE).bindTo(registry);
        assertThat(registry.get("netpoll.connections.accepted")
                        .tag("name", "http-1")
                        .functionCounter()
                        .count())
                .isEqualTo(11);
        assertThat(registry.get("netpoll.connections.rejected")
                        .functionCounter()
                        .count())
                .isEqualTo(12);
        assertThat(registry.get("netpoll.connections.current").gauge().value()).isEqualTo(13);
        assertThat(registry.get("netpoll.connections.config.max").gauge().value())
                .isEqualTo(7);
        assertThat(registry.get("netpoll.requests.open").gauge().value()).isEqualTo(14);
        assertThat(registry.get("netpoll.requests.current").gauge().value()).isEqualTo(15);
        assertThat(registry.get("netpoll.data.received").functionCounter().count())
                .isEqualTo(16);
        assertThat(registry.get("netpoll.data.sent").functionCounter().count()).isEqualTo(17);
        assertThat(registry.get("netpoll.data.pending").gauge().value()).isEqualTo(18);
        assertThat(registry.get("netpoll.handler.mode")
                        .tag("mode", "loop")
                        .gauge()
                        .value())
                .isEqualTo(1);
        assertThat(registry.get("netpoll.reactor.moves.refused")
                        .functionCounter()
                        .count())
                .isEqualTo(21);
        assertThat(registry.get("netpoll.shutdown.state").gauges())
                .hasSize(ShutdownState.values().length)
                .filteredOn(gauge -> gauge.value() == 1)
                .singleElement()
                .satisfies(gauge -> assertThat(gauge.getId().getTag("state")).isEqualTo("draining"));
    }

    @Test
    void closeRemovesWhatWasBoundAndNothingElse() {
        SimpleMeterRegistry first = new SimpleMeterRegistry();
        CompositeMeterRegistry all = new CompositeMeterRegistry();
        all.add(first);
        all.add(new SimpleMeterRegistry());
        all.counter("other").increment();
        NetpollServerMetrics other = new NetpollServerMetrics(
                ServerOptions.builder().name("http-2").build(), new Statistics(), null, TlsCertificates.NONE);
        other.bindTo(all);
        int before = all.getMeters().size();

        NetpollServerMetrics metrics = new NetpollServerMetrics(options, new Statistics(), null, TlsCertificates.NONE);
        metrics.bindTo(all);
        assertThat(all.getMeters()).hasSizeGreaterThan(before);
        metrics.close();
        metrics.close();

        assertThat(all.getMeters()).hasSize(before);
        assertThat(first.getMeters()).hasSize(before);
    }

    private record Statistics() implements ServerStatistics {

        @Override
        public Map<String, Long> rejectedRequests() {
            return Map.of();
        }

        @Override
        public Map<String, Long> expiries() {
            return Map.of();
        }

        @Override
        public HandlerMode handlerMode() {
            return HandlerMode.LOOP;
        }

        @Override
        public long loopMovesRefused() {
            return 21;
        }

        @Override
        public long connectionsAccepted() {
            return 11;
        }

        @Override
        public long connectionsRejected() {
            return 12;
        }

        @Override
        public int connectionsCurrent() {
            return 13;
        }

        @Override
        public int connectionsCurrent(int loop) {
            return loop;
        }

        @Override
        public int requestsWaiting() {
            return 3;
        }

        @Override
        public Map<String, Long> refusedRequests() {
            return Map.of("QUEUE_FULL", 6L);
        }

        @Override
        public int exchangesOpen() {
            return 14;
        }

        @Override
        public int requestsInFlight() {
            return 15;
        }

        @Override
        public long bytesReceived() {
            return 16;
        }

        @Override
        public long bytesSent() {
            return 17;
        }

        @Override
        public long bytesPending() {
            return 18;
        }

        @Override
        public long handshakesCompleted() {
            return 18;
        }

        @Override
        public Map<String, Long> handshakeFailures() {
            return Map.of("TIMEOUT", 19L);
        }

        @Override
        public Map<String, Long> proxyHeaderFailures() {
            return Map.of("NO_HEADER", 20L);
        }

        @Override
        public ShutdownState shutdownState() {
            return ShutdownState.DRAINING;
        }

        @Override
        public List<LoopStatistics> loops() {
            return List.of();
        }
    }
}
