package io.netpoll.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WriteTurnTest {

    private final WriteTurn turn = new WriteTurn();

    @Test
    void theWriterComesAndGoes() {
        assertThat(turn.isFree()).isTrue();
        assertThat(turn.beginWrite()).isTrue();
        assertThat(turn.isFree()).isFalse();
        assertThat(turn.endWrite()).isTrue();
        assertThat(turn.isFree()).isTrue();
    }

    @Test
    void anAnswerWaitsForTheWriterWhoGivesItOnHisWayOut() {
        assertThat(turn.beginWrite()).isTrue();
        assertThat(turn.beginAnswer()).isFalse();
        assertThat(turn.beginAnswer()).as("asked for once more").isFalse();
        assertThat(turn.endWrite()).isFalse();
        assertThat(turn.beginAnswer()).as("meanwhile there is another").isFalse();
        assertThat(turn.endWrite()).isFalse();
        assertThat(turn.endWrite()).isTrue();
    }

    @Test
    void aWriterWhoFailsLeavesWhateverIsDue() {
        assertThat(turn.beginWrite()).isTrue();
        assertThat(turn.beginAnswer()).isFalse();
        turn.leaveWrite();
        assertThat(turn.isFree()).isTrue();
        assertThat(turn.beginWrite()).isTrue();
        assertThat(turn.endWrite()).isTrue();
    }

    @Test
    void aWriterWaitsForTheAnswerAndIsResumed() {
        assertThat(turn.beginAnswer()).isTrue();
        assertThat(turn.beginWrite()).isFalse();
        assertThat(turn.beginWrite()).as("asked for once more").isFalse();
        assertThat(turn.endAnswer()).isTrue();
        assertThat(turn.beginWrite()).isTrue();
    }

    @Test
    void anAnswerNobodyWaitsForResumesNobody() {
        assertThat(turn.beginAnswer()).isTrue();
        assertThat(turn.endAnswer()).isFalse();
    }
}
