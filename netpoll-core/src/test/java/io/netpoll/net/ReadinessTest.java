package io.netpoll.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Every interleaving of an owner's call with an event, step by step. */
class ReadinessTest {

    private final Readiness readiness = new Readiness();

    @Test
    void startsIdleSoThatNoCallIsWorthMaking() {
        assertThat(readiness.take()).isFalse();
        assertThat(readiness.isReady()).isFalse();
    }

    @Test
    void anEventBeforeTheCallIsUsedByTheCall() {
        assertThat(readiness.signal(false)).isFalse();
        assertThat(readiness.take()).isTrue();
        assertThat(readiness.take()).isFalse();
    }

    @Test
    void anEventDuringTheCallMakesTheOwnerCallAgain() {
        readiness.signal(false);
        assertThat(readiness.take()).isTrue();
        // The call is under way, finds nothing, and the edge comes before the owner can say that it waits.
        assertThat(readiness.signal(false)).isFalse();
        assertThat(readiness.await()).as("must not sleep over the edge").isFalse();
        assertThat(readiness.take()).isTrue();
    }

    @Test
    void anEventAfterTheOwnerWaitsResumesItOnce() {
        assertThat(readiness.await()).isTrue();
        assertThat(readiness.isWaiting()).isTrue();
        assertThat(readiness.signal(false)).isTrue();
        assertThat(readiness.signal(false)).isFalse();
        assertThat(readiness.take()).isTrue();
    }

    @Test
    void aFullCallLeavesTheDirectionReady() {
        readiness.signal(false);
        readiness.take();
        readiness.restore();
        assertThat(readiness.take()).isTrue();
    }

    @Test
    void aCancelledWaitKeepsAnEventThatEndedItBefore() {
        readiness.await();
        readiness.signal(false);
        readiness.cancelWait();
        assertThat(readiness.isReady()).isTrue();
    }

    @Test
    void aCancelledWaitResumesNobody() {
        readiness.await();
        readiness.cancelWait();
        assertThat(readiness.signal(false)).isFalse();
    }

    @Test
    void theMarkOfTheEndIsNeverLostAndNobodySleepsUnderIt() {
        readiness.signal(true);
        assertThat(readiness.isEnding()).isTrue();
        readiness.take();
        assertThat(readiness.isEnding()).isTrue();
        assertThat(readiness.await()).as("no further edge would come").isFalse();
        assertThat(readiness.isReady()).isTrue();
        readiness.take();
        readiness.restore();
        readiness.signal(false);
        assertThat(readiness.isEnding()).isTrue();
    }
}
