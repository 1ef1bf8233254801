package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShutdownOptionsTest {

    @Test
    void namesADurationThatCannotBe() {
        Duration negative = Duration.ofNanos(-1);
        refused("delay", builder -> builder.delay(negative));
        refused("slowRequestAfter", builder -> builder.slowRequestAfter(negative));
        refused("streamTimeout", builder -> builder.streamTimeout(negative));
        refused("timeout", builder -> builder.timeout(negative));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "text", "text/event-stream; charset=utf-8", " text/plain", "a/b/c"})
    void namesAMediaTypeThatCannotBe(String type) {
        refused("streamTypes", builder -> builder.streamTypes(List.of(type)));
    }

    private static void refused(String name, UnaryOperator<ShutdownOptions.Builder> change) {
        assertThatThrownBy(() -> change.apply(ShutdownOptions.builder()).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(name);
    }

    /** No state comes twice, so that every shutdown ends. */
    @ParameterizedTest
    @EnumSource(ShutdownState.class)
    void aStateLeadsOnlyToLaterOnes(ShutdownState state) {
        Set<ShutdownState> earlier = EnumSet.range(ShutdownState.SERVING, state);
        assertThat(earlier).noneMatch(state::mayBecome);
        assertThat(state.mayBecome(ShutdownState.STOPPED)).isEqualTo(state != ShutdownState.STOPPED);
    }
}
