package io.netpoll.net;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** An owner that finds nothing and is going to wait, against the edge that says there is something. */
final class ReadinessStress {

    private ReadinessStress() {}

    /** First: the owner waits. Second: the event resumed somebody. An edge is lost if the owner waits and nobody is resumed. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "The owner waited, and the event resumed it.")
    @Outcome(id = "false, false", expect = ACCEPTABLE, desc = "The event came first, and the owner calls again.")
    @Outcome(id = "true, false", expect = FORBIDDEN, desc = "The owner sleeps over the edge.")
    @Outcome(id = "false, true", expect = FORBIDDEN, desc = "Somebody is resumed who did not wait.")
    @State
    public static class AwaitAgainstSignal {
        private final Readiness readiness = new Readiness();

        @Actor
        public void owner(ZZ_Result result) {
            result.r1 = readiness.await();
        }

        @Actor
        public void loop(ZZ_Result result) {
            result.r2 = readiness.signal(false);
        }
    }

    /** The owner clears before its call; an edge during the call has to be there afterwards. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "The edge came after the clearing and is kept.")
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "The edge came before and was taken by the call.")
    @Outcome(id = "false, .*", expect = FORBIDDEN, desc = "It was ready from the start.")
    @State
    public static class TakeAgainstSignal {
        private final Readiness readiness = new Readiness();

        public TakeAgainstSignal() {
            readiness.signal(false);
        }

        @Actor
        public void owner(ZZ_Result result) {
            result.r1 = readiness.take();
        }

        @Actor
        public void loop() {
            readiness.signal(false);
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            result.r2 = readiness.isReady();
        }
    }

    /** The mark of the end survives whatever the owner does at the same time. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "Marked, and ready to be read to the end.")
    @Outcome(expect = FORBIDDEN, desc = "The mark or the readiness was lost.")
    @State
    public static class EndAgainstRestore {
        private final Readiness readiness = new Readiness();

        @Actor
        public void owner() {
            readiness.restore();
        }

        @Actor
        public void loop() {
            readiness.signal(true);
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            result.r1 = readiness.isEnding();
            result.r2 = readiness.isReady();
        }
    }

    /** A wait that is given up while an event ends it: the event is not lost. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "The event ended the wait, or came after it.")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "The wait was given up first.")
    @Outcome(expect = FORBIDDEN, desc = "The event is lost.")
    @State
    public static class CancelAgainstSignal {
        private final Readiness readiness = new Readiness();

        public CancelAgainstSignal() {
            readiness.await();
        }

        @Actor
        public void owner() {
            readiness.cancelWait();
        }

        @Actor
        public void loop(ZZ_Result result) {
            result.r1 = readiness.signal(false);
        }

        @Arbiter
        public void afterwards(ZZ_Result result) {
            result.r2 = readiness.isReady();
        }
    }
}
