package io.netpoll.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class GateTest {

    private final Gate gate = new Gate();

    @Test
    void letsOneInAtATime() {
        gate.enter();
        assertThatThrownBy(gate::enter).hasMessageContaining("Another thread");
        assertThat(gate.exit()).isFalse();
        gate.enter();
    }

    @Test
    void whoShutsItEmptyCleansUp() {
        assertThat(gate.shut()).isTrue();
        assertThat(gate.shut()).isFalse();
        assertThatThrownBy(gate::enter).hasMessageContaining("ended");
    }

    @Test
    void whoIsInsideCleansUpOnTheWayOut() {
        gate.enter();
        assertThat(gate.shut()).isFalse();
        assertThat(gate.shut()).isFalse();
        assertThatThrownBy(gate::enter).hasMessageContaining("ended");
        assertThat(gate.exit()).isTrue();
        assertThat(gate.shut()).isFalse();
    }
}
