package io.netpoll.reactor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** Tasks from several threads, against the loop that takes them and the end of the loop. */
final class InboxStress {

    private InboxStress() {}

    private static final class Nothing extends Task {
        @Override
        protected void run() {}
    }

    private static int length(Task first) {
        int length = 0;
        for (Task task = first; task != null; task = task.next) {
            length++;
        }
        return length;
    }

    /** First: taken while two threads pushed. Second: taken afterwards. Nothing is lost or taken twice. */
    @JCStressTest
    @Outcome(
            id = {"0, 2", "1, 1", "2, 0"},
            expect = ACCEPTABLE,
            desc = "Both tasks were taken, each once.")
    @Outcome(expect = FORBIDDEN, desc = "A task was lost or taken twice.")
    @State
    public static class PushAgainstTake {
        private final Inbox inbox = new Inbox();
        private final Task one = new Nothing();
        private final Task other = new Nothing();

        @Actor
        public void pushOne() {
            inbox.push(one, 0);
        }

        @Actor
        public void pushOther() {
            inbox.push(other, 0);
        }

        @Actor
        public void loop(II_Result result) {
            result.r1 = length(inbox.takeAll());
        }

        @Arbiter
        public void afterwards(II_Result result) {
            result.r2 = length(inbox.takeAll());
        }
    }

    /** First: the task was let in. Second: what the closing loop found. */
    @JCStressTest
    @Outcome(
            id = {"true, 1", "false, 0"},
            expect = ACCEPTABLE,
            desc = "Let in and run, or refused.")
    @Outcome(expect = FORBIDDEN, desc = "Let in and never run, or refused and run.")
    @State
    public static class PushAgainstClose {
        private final Inbox inbox = new Inbox();
        private final Task task = new Nothing();

        @Actor
        public void push(ZI_Result result) {
            result.r1 = inbox.push(task, 0);
        }

        @Actor
        public void loop(ZI_Result result) {
            result.r2 = length(inbox.close());
        }
    }
}
