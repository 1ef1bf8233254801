package io.netpoll.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimerQueueTest {

    private final TimerQueue queue = new TimerQueue();

    @Test
    void keepsNothingOfTimersThatWereCancelled() {
        List<Timer> timers = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            Timer timer = new Timer(queue, () -> {});
            timer.armAt(i * 7919L % 100_003);
            timers.add(timer);
        }
        timers.forEach(Timer::cancel);
        assertThat(queue.size()).isZero();
        assertThat(queue.first()).isNull();
        assertThat(timers).noneMatch(Timer::isArmed);
    }

    @Test
    void answersTheEarliestWhateverWasArmedMovedAndCancelled() {
        Random random = new Random(42);
        List<Timer> armed = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            if (armed.isEmpty() || random.nextInt(3) > 0) {
                Timer timer = new Timer(queue, () -> {});
                timer.armAt(random.nextInt(1_000));
                armed.add(timer);
            } else if (random.nextBoolean()) {
                armed.get(random.nextInt(armed.size())).armAt(random.nextInt(1_000));
            } else {
                armed.remove(random.nextInt(armed.size())).cancel();
            }
            if (step % 100 == 0 && !armed.isEmpty()) {
                long earliest = armed.stream()
                        .min(Comparator.comparingLong(Timer::deadline))
                        .orElseThrow()
                        .deadline();
                assertThat(queue.first())
                        .isNotNull()
                        .extracting(Timer::deadline)
                        .isEqualTo(earliest);
                assertThat(queue.size()).isEqualTo(armed.size());
            }
        }
    }

    @Test
    void comparesAcrossTheOverflowOfTheClock() {
        Timer beforeOverflow = new Timer(queue, () -> {});
        Timer afterOverflow = new Timer(queue, () -> {});
        afterOverflow.armAt(Long.MIN_VALUE + 5);
        beforeOverflow.armAt(Long.MAX_VALUE - 5);
        assertThat(queue.first()).isSameAs(beforeOverflow);
    }
}
