package io.netpoll.net;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A writer and a reader who has something to answer. */
final class WriteTurnStress {

    private WriteTurnStress() {}

    /**
     * First: the reader answers itself. Second: the writer, leaving, is told to answer. Exactly one of them has to, or else
     * the answer is lost, or both make records at once.
     */
    @JCStressTest
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "The writer had left.")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "The writer answers on its way out.")
    @Outcome(expect = FORBIDDEN, desc = "Nobody answers, or both do.")
    @State
    public static class AnswerAgainstEndOfWrite {
        private final WriteTurn turn = new WriteTurn();

        public AnswerAgainstEndOfWrite() {
            turn.beginWrite();
        }

        @Actor
        public void reader(ZZ_Result result) {
            result.r1 = turn.beginAnswer();
        }

        @Actor
        public void writer(ZZ_Result result) {
            result.r2 = !turn.endWrite();
        }
    }

    /** First: the writer is in. Second: the reader, leaving, resumes it. A writer that is not in has to be resumed. */
    @JCStressTest
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "The reader had left.")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "The writer waits and is resumed.")
    @Outcome(expect = FORBIDDEN, desc = "The writer sleeps over the reader's end, or is resumed though it is in.")
    @State
    public static class WriteAgainstEndOfAnswer {
        private final WriteTurn turn = new WriteTurn();

        public WriteAgainstEndOfAnswer() {
            turn.beginAnswer();
        }

        @Actor
        public void writer(ZZ_Result result) {
            result.r1 = turn.beginWrite();
        }

        @Actor
        public void reader(ZZ_Result result) {
            result.r2 = turn.endAnswer();
        }
    }

    /** Both want in: one is, and the other knows how it goes on. */
    @JCStressTest
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "The writer is in and answers on its way out.")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "The reader is in and resumes the writer.")
    @Outcome(expect = FORBIDDEN, desc = "Both are in, or none is.")
    @State
    public static class WriteAgainstAnswer {
        private final WriteTurn turn = new WriteTurn();

        @Actor
        public void writer(ZZ_Result result) {
            result.r1 = turn.beginWrite();
        }

        @Actor
        public void reader(ZZ_Result result) {
            result.r2 = turn.beginAnswer();
        }
    }
}
