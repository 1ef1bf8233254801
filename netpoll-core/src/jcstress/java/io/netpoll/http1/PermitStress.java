package io.netpoll.http1;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Callers of one direction, against each other and against the end of the exchange. */
final class PermitStress {

    private PermitStress() {}

    /** First: the one who ends the exchange goes on. Second: the caller does, on its way out. */
    @JCStressTest
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "Nobody was inside.")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "The caller was inside and finishes.")
    @Outcome(expect = FORBIDDEN, desc = "Finished twice, or never.")
    @State
    public static class EndAgainstCaller {
        private final Permit permit = new Permit();

        public EndAgainstCaller() {
            permit.begin(1);
        }

        @Actor
        public void end(ZZ_Result result) {
            result.r1 = permit.end(1);
        }

        @Actor
        public void caller(ZZ_Result result) {
            result.r2 = permit.enter(1) == Permit.Entry.GRANTED && permit.exit(1);
        }
    }

    /** Two callers that do not leave: at most one is inside. */
    @JCStressTest
    @Outcome(
            id = {"true, false", "false, true"},
            expect = ACCEPTABLE,
            desc = "One is inside.")
    @Outcome(expect = FORBIDDEN, desc = "Both are, or none.")
    @State
    public static class TwoCallers {
        private final Permit permit = new Permit();

        public TwoCallers() {
            permit.begin(1);
        }

        @Actor
        public void one(ZZ_Result result) {
            result.r1 = permit.enter(1) == Permit.Entry.GRANTED;
        }

        @Actor
        public void other(ZZ_Result result) {
            result.r2 = permit.enter(1) == Permit.Entry.GRANTED;
        }
    }

    /** A stray caller of exchange 1 while exchange 2 begins. */
    @JCStressTest
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "The stray is kept out, exchange 2 gets in.")
    @Outcome(expect = FORBIDDEN, desc = "The stray got in, or kept exchange 2 out.")
    @State
    public static class StrayCaller {
        private final Permit permit = new Permit();

        public StrayCaller() {
            permit.begin(1);
            permit.end(1);
        }

        @Actor
        public void stray(ZZ_Result result) {
            result.r1 = permit.enter(1) == Permit.Entry.GRANTED;
        }

        @Actor
        public void next(ZZ_Result result) {
            permit.begin(2);
            result.r2 = permit.enter(2) == Permit.Entry.GRANTED;
        }
    }
}
