package io.netpoll.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Timers of a loop, from fractions of a millisecond to centuries, and very many of them. */
class LoopTimerTest {

    private static final Duration LONG = Duration.ofSeconds(10);

    private final Descriptors descriptors = Descriptors.counted();
    private EventLoop loop;

    @BeforeEach
    void open() throws IOException {
        loop = EventLoop.open();
    }

    @AfterEach
    void close() {
        loop.close();
        descriptors.assertNoneLeft();
    }

    @ParameterizedTest
    @CsvSource({
        "-1, -1",
        "0, 0",
        "1, 1",
        "300000, 1",
        "1000000, 1",
        "1000001, 2",
        "2147483646999999, 2147483647",
        "9223372036854775807, 2147483647"
    })
    void aWaitIsRoundedUpToWhatTheKernelCanMeasure(long nanos, int millis) {
        assertThat(NetpollEpoll.milliseconds(nanos)).isEqualTo(millis);
    }

    @ParameterizedTest
    @ValueSource(longs = {300_000, 1_000_000, 2_500_001})
    void aShortTimerIsNeitherEarlyNorSpunFor(long nanos) throws IOException {
        for (int round = 0; round < 20; round++) {
            AtomicInteger fired = new AtomicInteger();
            long waits = loop.statistics().waits();
            long started = System.nanoTime();
            loop.schedule(Duration.ofNanos(nanos), fired::incrementAndGet);
            while (fired.get() == 0) {
                loop.waitOnce(LONG);
            }
            assertThat(System.nanoTime() - started).isGreaterThanOrEqualTo(nanos);
            assertThat(loop.statistics().waits() - waits).as("waits").isLessThanOrEqualTo(1);
        }
    }

    @Test
    void aTimerForCenturiesIsQuiet() throws IOException {
        Timer timer = loop.schedule(Duration.ofDays(100_000), () -> {});
        loop.schedule(Duration.ofSeconds(Long.MAX_VALUE), () -> {});
        loop.waitOnce(Duration.ofMillis(20));
        assertThat(loop.statistics().waits()).isEqualTo(1);
        assertThat(loop.statistics().lagCount()).as("nothing fired").isZero();
        assertThat(timer.isArmed()).isTrue();
    }

    @Test
    void aHundredThousandTimersThatWereCancelledLeaveNothing() throws IOException {
        List<Timer> timers = new ArrayList<>();
        AtomicInteger fired = new AtomicInteger();
        for (int i = 0; i < 100_000; i++) {
            timers.add(loop.schedule(Duration.ofNanos(i * 7919L % 1_000_003), fired::incrementAndGet));
        }
        timers.forEach(Timer::cancel);
        // If one were left the wait would end early and run it.
        long started = System.nanoTime();
        loop.waitOnce(Duration.ofMillis(50));
        assertThat(System.nanoTime() - started).isGreaterThanOrEqualTo(50_000_000);
        assertThat(fired).hasValue(0);
        assertThat(timers).noneMatch(Timer::isArmed);
        assertThat(loop.statistics().waits()).isEqualTo(1);
    }

    @Test
    void aHundredThousandDueTimersFireInOrderAndLetTasksThroughBetween() throws IOException {
        int count = 100_000;
        List<Integer> fired = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            loop.timer(() -> fired.add(number)).armAt(loop.now() - count + i);
        }
        List<Integer> firedBeforeTask = new ArrayList<>();
        loop.execute(() -> firedBeforeTask.add(fired.size()));
        while (fired.size() < count) {
            loop.waitOnce(Duration.ZERO);
        }
        assertThat(fired).isSorted().doesNotHaveDuplicates();
        assertThat(firedBeforeTask).singleElement().satisfies(size -> assertThat(size)
                .isLessThan(count / 10));
    }
}
