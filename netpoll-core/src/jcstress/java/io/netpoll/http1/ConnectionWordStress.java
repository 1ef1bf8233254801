package io.netpoll.http1;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** The owner coming home, against everything the loop may want at the same moment. */
final class ConnectionWordStress {

    private ConnectionWordStress() {}

    /** First: the owner returned quietly. Second: the loop leaves the event to the owner. */
    @JCStressTest
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "Home first: the loop deals with the event.")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "Noted first: the owner tells the loop.")
    @Outcome(id = "true, true", expect = FORBIDDEN, desc = "Nobody deals with the event.")
    @Outcome(id = "false, false", expect = FORBIDDEN, desc = "Both do.")
    @State
    public static class ReturnAgainstNote {
        private final ConnectionWord word = new ConnectionWord();

        public ReturnAgainstNote() {
            word.handOut(1);
        }

        @Actor
        public void owner(ZZ_Result result) {
            result.r1 = word.returnHome(1);
        }

        @Actor
        public void loop(ZZ_Result result) {
            result.r2 = word.note();
        }
    }

    /** What the owner wrote before it came home is seen by the loop that finds the connection there. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "At home, and everything is visible.")
    @Outcome(id = "false, .*", expect = ACCEPTABLE, desc = "Not at home yet.")
    @Outcome(id = "true, false", expect = FORBIDDEN, desc = "At home, and the owner's writes are not visible.")
    @State
    public static class ReturnPublishes {
        private final ConnectionWord word = new ConnectionWord();
        private int plain;

        public ReturnPublishes() {
            word.handOut(1);
        }

        @Actor
        public void owner() {
            plain = 42;
            word.returnHome(1);
        }

        @Actor
        public void loop(ZZ_Result result) {
            result.r1 = word.isHome();
            result.r2 = plain == 42;
        }
    }

    /** First: the owner returned quietly. Second: the abort won. Third: the connection is at home. */
    @JCStressTest
    @Outcome(id = "true, false, true", expect = ACCEPTABLE, desc = "Home first: there is nothing to abort.")
    @Outcome(id = "false, true, false", expect = ACCEPTABLE, desc = "Aborted first: the owner tells the loop.")
    @Outcome(expect = FORBIDDEN, desc = "An abort hit a connection that had come home, or nobody knows of it.")
    @State
    public static class ReturnAgainstAbort {
        private final ConnectionWord word = new ConnectionWord();

        public ReturnAgainstAbort() {
            word.handOut(1);
        }

        @Actor
        public void owner(ZZZ_Result result) {
            result.r1 = word.returnHome(1);
        }

        @Actor
        public void loop(ZZZ_Result result) {
            result.r2 = word.abort(1);
        }

        @Arbiter
        public void afterwards(ZZZ_Result result) {
            result.r3 = word.isHome();
        }
    }

    /** An abort that is meant for exchange 1 while the connection goes on to exchange 2. */
    @JCStressTest
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "Exchange 2 is out, untouched.")
    @Outcome(expect = FORBIDDEN, desc = "The abort hit the next exchange.")
    @State
    public static class LateAbort {
        private final ConnectionWord word = new ConnectionWord();

        public LateAbort() {
            word.handOut(1);
            word.returnHome(1);
        }

        @Actor
        public void loop() {
            word.handOut(2);
        }

        @Actor
        public void late(ZZ_Result result) {
            result.r1 = word.abort(1);
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            result.r2 = word.state() == ConnectionWord.State.OUT && word.number() == 2;
        }
    }

    /** The loop ends while the last owner leaves: exactly one of them closes the descriptor. */
    @JCStressTest
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "The loop closed it.")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "The last holder closed it.")
    @Outcome(expect = FORBIDDEN, desc = "Closed twice, or not at all.")
    @State
    public static class CloseOnce {
        private final ConnectionWord word = new ConnectionWord();

        public CloseOnce() {
            word.handOut(1);
        }

        @Actor
        public void loop(ZZ_Result result) {
            result.r1 = word.close();
        }

        @Actor
        public void owner(ZZ_Result result) {
            word.returnHome(1);
            result.r2 = word.closeAfterLoop(1);
        }
    }
}
