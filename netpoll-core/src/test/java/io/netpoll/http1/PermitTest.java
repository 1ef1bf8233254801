package io.netpoll.http1;

import static io.netpoll.http1.Permit.Entry.BUSY;
import static io.netpoll.http1.Permit.Entry.ENDED;
import static io.netpoll.http1.Permit.Entry.GRANTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Callers, the end of the exchange, and every order in which they can meet. */
class PermitTest {

    private final Permit permit = new Permit();

    @Test
    void letsNobodyInBeforeTheFirstExchange() {
        assertThat(permit.enter(0)).isEqualTo(ENDED);
        assertThat(permit.enter(1)).isEqualTo(ENDED);
    }

    @Test
    void letsOneInAtATime() {
        permit.begin(1);
        assertThat(permit.enter(1)).isEqualTo(GRANTED);
        assertThat(permit.enter(1)).isEqualTo(BUSY);
        assertThat(permit.exit(1)).isFalse();
        assertThat(permit.enter(1)).isEqualTo(GRANTED);
    }

    @Test
    void endsAtOnceWithNobodyInside() {
        permit.begin(1);
        assertThat(permit.end(1)).isTrue();
        assertThat(permit.enter(1)).isEqualTo(ENDED);
    }

    @Test
    void leavesTheEndToTheOneInside() {
        permit.begin(1);
        permit.enter(1);
        assertThat(permit.end(1)).isFalse();
        assertThat(permit.enter(1)).isEqualTo(ENDED);
        assertThat(permit.exit(1)).as("the one inside finishes").isTrue();
        assertThat(permit.enter(1)).isEqualTo(ENDED);
    }

    @Test
    void keepsAStrayCallerOfAnEarlierExchangeOut() {
        permit.begin(1);
        permit.end(1);
        permit.begin(2);
        assertThat(permit.enter(1)).isEqualTo(ENDED);
        assertThat(permit.enter(2)).isEqualTo(GRANTED);
        assertThat(permit.enter(1)).isEqualTo(ENDED);
    }

    @Test
    void noticesAnExitWithoutAnEntry() {
        permit.begin(1);
        assertThatThrownBy(() -> permit.exit(1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void isFinishedExactlyOnceWhoeverComesLast() throws InterruptedException {
        int rounds = 200_000;
        AtomicLong current = new AtomicLong();
        AtomicLong finished = new AtomicLong();
        Thread stray = Thread.ofPlatform().start(() -> {
            for (long number = 0; number <= rounds; number = current.get()) {
                if (permit.enter(number) == GRANTED && permit.exit(number)) {
                    finished.incrementAndGet();
                }
            }
        });
        for (int number = 1; number <= rounds; number++) {
            permit.begin(number);
            current.set(number);
            if (permit.end(number)) {
                finished.incrementAndGet();
            }
            while (finished.get() < number) {
                Thread.onSpinWait();
            }
            assertThat(finished.get()).isEqualTo(number);
        }
        current.set(rounds + 1L);
        stray.join();
        assertThat(finished).hasValue(rounds);
    }
}
