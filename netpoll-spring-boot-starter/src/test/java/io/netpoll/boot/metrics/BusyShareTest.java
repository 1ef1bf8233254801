package io.netpoll.boot.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BusyShareTest {

    private long now = -5;
    private long busy = 1_000;
    private final BusyShare share = new BusyShare(() -> busy, () -> now);

    @Test
    void isNothingBeforeTheFirstInterval() {
        pass(Duration.ofMillis(500), Duration.ofMillis(900));
        assertThat(share.value()).isZero();
    }

    @Test
    void isTheShareOfTheTimeBetweenReadings() {
        pass(Duration.ofMillis(500), Duration.ofSeconds(2));
        assertThat(share.value()).isEqualTo(0.25);
        pass(Duration.ofSeconds(3), Duration.ofSeconds(4));
        assertThat(share.value()).isEqualTo(0.75);
    }

    @Test
    void isTheSameForReadersWithinASecond() {
        pass(Duration.ofSeconds(1), Duration.ofSeconds(2));
        assertThat(share.value()).isEqualTo(0.5);
        pass(Duration.ofMillis(900), Duration.ofMillis(999));
        assertThat(share.value()).isEqualTo(0.5);
    }

    @Test
    void fallsToNothingWhenTheLoopIsIdle() {
        pass(Duration.ofSeconds(1), Duration.ofSeconds(1));
        assertThat(share.value()).isEqualTo(1);
        pass(Duration.ZERO, Duration.ofSeconds(60));
        assertThat(share.value()).isZero();
    }

    @Test
    void isNeverMoreThanTheWhole() {
        pass(Duration.ofSeconds(9), Duration.ofSeconds(1));
        assertThat(share.value()).isEqualTo(1);
    }

    private void pass(Duration busyTime, Duration time) {
        busy += busyTime.toNanos();
        now += time.toNanos();
    }
}
