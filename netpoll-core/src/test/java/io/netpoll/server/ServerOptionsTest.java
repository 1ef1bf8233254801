package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerOptionsTest {

    @Test
    void hasTheDefaultsOfTomcatWhereTomcatHasTheNotion() {
        ServerOptions options = ServerOptions.builder().build();
        assertThat(options.handlerMode()).isEqualTo(HandlerMode.VIRTUAL);
        assertThat(options.maxConnections()).isEqualTo(8192);
        assertThat(options.acceptBacklog()).isEqualTo(100);
        assertThat(options.platformThreads()).isEqualTo(200);
        assertThat(options.maxHeadSize()).isEqualTo(8192);
        assertThat(options.maxKeepAliveRequests()).isEqualTo(-1);
        assertThat(options.headTimeout()).hasSeconds(20);
        assertThat(options.bodyTimeout()).hasSeconds(20);
        assertThat(options.keepAliveTimeout()).hasSeconds(60);
        assertThat(options.writeTimeout()).hasSeconds(60);
    }

    @Test
    void limitsRequestsInFlightByMode() {
        assertThat(ServerOptions.builder().build().maxInFlight()).isEqualTo(10_000);
        ServerOptions.Builder platform = ServerOptions.builder().handlerMode(HandlerMode.PLATFORM);
        assertThat(platform.build().maxInFlight()).isEqualTo(200);
        assertThat(platform.maxInFlight(7).build().maxInFlight()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    void namesANumberThatCannotBe(int value) {
        refused("reactors", builder -> builder.reactors(value));
        refused("platformThreads", builder -> builder.platformThreads(value));
        refused("maxConnections", builder -> builder.maxConnections(value));
        refused("acceptBacklog", builder -> builder.acceptBacklog(value));
        refused("maxInFlight", builder -> builder.maxInFlight(value));
        refused("maxHeadSize", builder -> builder.maxHeadSize(value));
        refused("maxHeaderCount", builder -> builder.maxHeaderCount(value));
        refused("maxKeepAliveRequests", builder -> builder.maxKeepAliveRequests(2 * value));
        Duration duration = Duration.ofSeconds(value);
        refused("headTimeout", builder -> builder.headTimeout(duration));
        refused("bodyTimeout", builder -> builder.bodyTimeout(duration));
        refused("keepAliveTimeout", builder -> builder.keepAliveTimeout(duration));
        refused("writeTimeout", builder -> builder.writeTimeout(duration));
        refused("halfCloseGrace", builder -> builder.halfCloseGrace(duration));
    }

    @Test
    void refusesAServerFieldThatWouldBreakTheHead() {
        refused("serverHeader", builder -> builder.serverHeader("netpoll\r\nX: y"));
    }

    private static void refused(String name, UnaryOperator<ServerOptions.Builder> change) {
        assertThatThrownBy(() -> change.apply(ServerOptions.builder()).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(name);
    }
}
