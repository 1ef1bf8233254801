package io.netpoll.http1;

import static io.netpoll.http1.ConnectionWord.State.ABORTING;
import static io.netpoll.http1.ConnectionWord.State.CLOSED;
import static io.netpoll.http1.ConnectionWord.State.HOME;
import static io.netpoll.http1.ConnectionWord.State.NOTED;
import static io.netpoll.http1.ConnectionWord.State.OUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Every legal transition, and the races they decide. */
class ConnectionWordTest {

    private final ConnectionWord word = new ConnectionWord();

    @Test
    void anOrdinaryExchangeGoesOutAndComesHomeWithoutTheLoop() {
        assertThat(word.state()).isEqualTo(HOME);
        word.handOut(1);
        assertThat(word.state()).isEqualTo(OUT);
        assertThat(word.returnHome(1)).isTrue();
        assertThat(word.state()).isEqualTo(HOME);
        assertThat(word.number()).isEqualTo(1);
    }

    @Test
    void anEventAtHomeIsTheLoopsToDealWith() {
        assertThat(word.note()).isFalse();
    }

    @Test
    void anEventWhileOutKeepsTheOwnerFromReturningQuietly() {
        word.handOut(1);
        assertThat(word.note()).isTrue();
        assertThat(word.note()).isTrue();
        assertThat(word.state()).isEqualTo(NOTED);
        assertThat(word.returnHome(1)).isFalse();
        assertThat(word.comeHome(1)).isEqualTo(NOTED);
        assertThat(word.state()).isEqualTo(HOME);
    }

    @Test
    void anEventAfterTheReturnIsDealtWithAtOnce() {
        word.handOut(1);
        word.returnHome(1);
        assertThat(word.note()).isFalse();
    }

    @Test
    void anAbortNeverHitsTheNextExchange() {
        word.handOut(1);
        word.returnHome(1);
        word.handOut(2);
        assertThat(word.abort(1)).isFalse();
        assertThat(word.state()).isEqualTo(OUT);
        assertThat(word.abort(2)).isTrue();
        assertThat(word.abort(2)).as("once").isFalse();
    }

    @Test
    void anAbortedExchangeComesHomeThroughTheLoopOnly() {
        word.handOut(1);
        word.note();
        assertThat(word.abort(1)).isTrue();
        assertThat(word.note()).isTrue();
        assertThat(word.returnHome(1)).isFalse();
        assertThat(word.comeHome(1)).isEqualTo(ABORTING);
        assertThat(word.state()).isEqualTo(HOME);
    }

    @Test
    void comingHomeTwiceChangesNothing() {
        word.handOut(1);
        word.returnHome(1);
        assertThat(word.comeHome(1)).isEqualTo(HOME);
        word.handOut(2);
        assertThat(word.comeHome(1)).as("a late message about exchange 1").isEqualTo(OUT);
        assertThat(word.state()).isEqualTo(OUT);
    }

    @Test
    void onlyOneClosesADescriptor() {
        assertThat(word.close()).isTrue();
        assertThat(word.close()).isFalse();
        assertThat(word.state()).isEqualTo(CLOSED);
        assertThat(word.closeAfterLoop(0)).isFalse();
        assertThatThrownBy(() -> word.handOut(1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aConnectionThatIsOutIsNotClosedByTheLoop() {
        word.handOut(1);
        assertThat(word.close()).isFalse();
        word.note();
        assertThat(word.close()).isFalse();
    }

    @Test
    void theLastHolderClosesWhenTheLoopHasEnded() {
        word.handOut(1);
        word.abort(1);
        assertThat(word.closeAfterLoop(1)).isTrue();
        assertThat(word.closeAfterLoop(1)).isFalse();
    }

    @Test
    void whoReturnedQuietlyAfterTheLoopEndedClosesToo() {
        word.handOut(1);
        word.returnHome(1);
        assertThat(word.closeAfterLoop(1)).isTrue();
        assertThat(word.close()).isFalse();
    }
}
