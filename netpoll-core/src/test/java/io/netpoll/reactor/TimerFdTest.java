package io.netpoll.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimerFdTest {

    private static final Duration LONG = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofDays(100_000);

    private final Descriptors descriptors = Descriptors.counted();
    private final AtomicLong expired = new AtomicLong();
    private EventLoop loop;
    private TimerFd timer;

    @BeforeEach
    void open() throws IOException {
        loop = EventLoop.open();
        timer = TimerFd.open();
        loop.register(timer.fd(), Interest.READABLE, event -> expired.addAndGet(timer.takeExpirations()));
    }

    @AfterEach
    void close() {
        timer.close();
        loop.close();
        descriptors.assertNoneLeft();
    }

    @ParameterizedTest
    @ValueSource(longs = {300_000, 1_000_000, 2_500_001, 30_000_000})
    void expiresOnceNotEarlyAndWithoutSpinning(long nanos) throws IOException {
        long started = System.nanoTime();
        timer.armOnce(Duration.ofNanos(nanos));
        assertThat(loop.waitOnce(LONG)).isEqualTo(1);
        assertThat(System.nanoTime() - started).isGreaterThanOrEqualTo(nanos);
        assertThat(expired).hasValue(1);
        assertThat(loop.waitOnce(Duration.ofMillis(20))).as("only once").isZero();
        assertThat(loop.statistics().waits()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(longs = {300_000, 1_000_000, 7_000_000})
    void expiresPeriodicallyNotEarlyAndWithoutSpinning(long nanos) throws IOException {
        Duration period = Duration.ofNanos(nanos);
        long started = System.nanoTime();
        timer.armPeriodic(period, period);
        while (expired.get() < 30) {
            assertThat(loop.waitOnce(LONG)).isEqualTo(1);
        }
        assertThat(System.nanoTime() - started).isGreaterThanOrEqualTo(expired.get() * nanos);
        assertThat(loop.statistics().waits()).isLessThanOrEqualTo(expired.get());
    }

    @Test
    void theFirstExpiryHasATimeOfItsOwn() throws IOException {
        timer.armPeriodic(Duration.ZERO, LONGEST);
        assertThat(loop.waitOnce(LONG)).isEqualTo(1);
        assertThat(expired).hasValue(1);
        assertThat(armedFor("it_interval")).isEqualTo(LONGEST);
    }

    @Test
    void aTimerForCenturiesIsQuiet() throws IOException {
        timer.armOnce(LONGEST);
        assertThat(armedFor("it_value")).isBetween(LONGEST.minusMinutes(1), LONGEST);
        assertThat(armedFor("it_interval")).isZero();
        assertThat(loop.waitOnce(Duration.ofMillis(50))).isZero();
        assertThat(loop.statistics().waits()).isEqualTo(1);
        assertThat(timer.takeExpirations()).isZero();
    }

    @Test
    void theLongestDurationOfAllIsAsGoodAsNever() throws IOException {
        timer.armPeriodic(Duration.ofSeconds(Long.MAX_VALUE), Duration.ofSeconds(Long.MAX_VALUE, 999_999_999));
        assertThat(armedFor("it_value")).isGreaterThan(LONGEST);
        assertThat(loop.waitOnce(Duration.ofMillis(20))).isZero();
    }

    @Test
    void zeroExpiresAtOnceInsteadOfDisarming() throws IOException {
        timer.armOnce(Duration.ZERO);
        assertThat(loop.waitOnce(LONG)).isEqualTo(1);
        assertThat(expired).hasValue(1);
    }

    @Test
    void armingAgainReplacesAndDisarmingTakesBack() throws IOException {
        timer.armOnce(Duration.ofMillis(1));
        timer.armOnce(LONGEST);
        assertThat(loop.waitOnce(Duration.ofMillis(20))).isZero();
        timer.armPeriodic(Duration.ofMillis(1), Duration.ofMillis(1));
        timer.disarm();
        assertThat(loop.waitOnce(Duration.ofMillis(20))).isZero();
        assertThat(expired).hasValue(0);
    }

    @Test
    void refusesWhatCannotBe() {
        assertThatThrownBy(() -> timer.armOnce(Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT-0.000000001S");
        assertThatThrownBy(() -> timer.armPeriodic(Duration.ZERO, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT0S");
    }

    /** What the kernel says the timer is armed for (proc_pid_fdinfo(5)). */
    private Duration armedFor(String field) throws IOException {
        String info = Files.readString(Path.of("/proc/self/fdinfo/" + timer.fd()));
        Matcher value = Pattern.compile(field + ": \\((\\d+), (\\d+)\\)").matcher(info);
        assertThat(value.find()).as(info).isTrue();
        return Duration.ofSeconds(Long.parseLong(value.group(1)), Long.parseLong(value.group(2)));
    }
}
