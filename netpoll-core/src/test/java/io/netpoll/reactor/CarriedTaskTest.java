package io.netpoll.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CarriedTaskTest {

    private static final Duration NOT_AT_ALL = Duration.ZERO;

    private final Descriptors descriptors = Descriptors.counted();
    private final List<String> done = new ArrayList<>();
    private EventLoop loop;

    @BeforeEach
    void open() throws IOException {
        loop = EventLoop.open();
    }

    @AfterEach
    void close() {
        loop.close();
        descriptors.assertNoneLeft();
    }

    /** Runs an action, on the loop or elsewhere. */
    private final class Work extends CarriedTask {
        private final String name;
        private final Runnable action;

        Work(String name, Runnable action) {
            super(loop);
            this.name = name;
            this.action = action;
        }

        @Override
        protected void carry() {
            action.run();
            done.add(name);
        }

        @Override
        protected void carryElsewhere() {
            done.add(name + " elsewhere");
        }

        @Override
        protected StackTraceElement[] position() {
            return new StackTraceElement[] {new StackTraceElement("Work", name, null, -1)};
        }
    }

    @Test
    void runsBehindTheInboxAndTheRunQueueOfTheSamePass() throws IOException {
        new Work("carried", () -> {}).submit();
        loop.execute(() -> done.add("task"));
        loop.waitOnce(NOT_AT_ALL);
        assertThat(done).containsExactly("task", "carried");
        assertThat(loop.carriedTasks().begun()).isEqualTo(1);
    }

    /** A task that is submitted again while it runs has its next turn in the next pass: others come in between. */
    @Test
    void aTaskThatGoesOnAndOnLeavesTheLoopToOthers() throws IOException {
        AtomicReference<Work> again = new AtomicReference<>();
        Work work = new Work("again", () -> again.get().submit());
        again.set(work);
        work.submit();
        loop.execute(() -> loop.execute(() -> done.add("task")));
        loop.waitOnce(NOT_AT_ALL);
        loop.waitOnce(NOT_AT_ALL);
        loop.waitOnce(NOT_AT_ALL);
        assertThat(done).containsExactly("again", "task", "again", "again");
    }

    @Test
    void runsElsewhereOnceTheLoopHasEnded() {
        new Work("in time", () -> {}).submit();
        loop.close();
        new Work("late", () -> {}).submit();
        assertThat(done).containsExactly("in time elsewhere", "late elsewhere");
    }

    @Test
    void aLoopThatIsTakenGoesOnWithAnotherThreadAndTheFirstReturns() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        new Work("long", () -> {
                    entered.countDown();
                    await(release);
                })
                .submit();
        CountDownLatch second = new CountDownLatch(1);
        new Work("second", second::countDown).submit();
        CompletableFuture<Boolean> first = driving();
        await(entered);
        assertThat(loop.carriedTasks().position()[0].getMethodName()).isEqualTo("long");
        assertThat(loop.carriedTasks().take(loop.carriedTasks().running())).isTrue();

        CompletableFuture<Boolean> next = driving();
        await(second);
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .until(() -> loop.statistics().moves() == 1);
        assertThat(first).as("is with the task").isNotDone();
        release.countDown();
        assertThat(first.get(10, TimeUnit.SECONDS)).as("has stopped the loop").isFalse();
        loop.stop();
        assertThat(next.get(10, TimeUnit.SECONDS)).isTrue();
    }

    /** What a pass was to close when its loop was taken is closed without waiting for an event. */
    @Test
    void theNextThreadEndsThePass() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        loop.execute(() -> loop.closeLater(closed::countDown));
        new Work("long", () -> {
                    entered.countDown();
                    await(release);
                })
                .submit();
        CompletableFuture<Boolean> first = driving();
        await(entered);
        long passes = loop.statistics().waits();
        assertThat(loop.carriedTasks().take(loop.carriedTasks().running())).isTrue();
        CompletableFuture<Boolean> next = driving();
        await(closed);
        Awaitility.await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertThat(
                        loop.statistics().waits())
                .as("the pass that was taken counts")
                .isEqualTo(passes + 1));
        release.countDown();
        assertThat(first.get(10, TimeUnit.SECONDS)).isFalse();
        loop.stop();
        assertThat(next.get(10, TimeUnit.SECONDS)).isTrue();
    }

    /** What a task throws after the loop was taken from its thread is that thread's, not the loop's. */
    @Test
    void anErrorOnAThreadThatHasLostTheLoopDoesNotEndIt() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        new Work("long", () -> {
                    entered.countDown();
                    await(release);
                    throw new AssertionError("thrown for the test");
                })
                .submit();
        AtomicReference<Throwable> uncaught = new AtomicReference<>();
        loop.onUncaught(uncaught::set);
        CompletableFuture<Boolean> first = driving();
        await(entered);
        loop.carriedTasks().take(loop.carriedTasks().running());
        CompletableFuture<Boolean> next = driving();
        release.countDown();
        assertThat(first.get(10, TimeUnit.SECONDS)).isFalse();
        assertThat(uncaught.get()).hasRootCauseMessage("thrown for the test");
        loop.stop();
        assertThat(next.get(10, TimeUnit.SECONDS)).isTrue();
    }

    /** One thread takes the loop whenever it can while tasks come and go: each runs once, and one thread at a time drives. */
    @Test
    void nothingIsLostHoweverOftenTheLoopIsTaken() throws Exception {
        int count = 20_000;
        CountDownLatch ran = new CountDownLatch(count);
        int[] unguarded = new int[1];
        CompletableFuture<Boolean> driver = driving();
        Thread submitting = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < count; i++) {
                boolean untilTaken = i % 1_000 == 0;
                new CarriedTask(loop) {
                    @Override
                    protected void carry() {
                        long number = loop.carriedTasks().running();
                        do {
                            Thread.onSpinWait();
                        } while (untilTaken
                                && number != 0
                                && loop.carriedTasks().running() == number);
                        loop.execute(() -> {
                            unguarded[0]++;
                            ran.countDown();
                        });
                    }

                    @Override
                    protected void carryElsewhere() {}

                    @Override
                    protected StackTraceElement[] position() {
                        return new StackTraceElement[0];
                    }
                }.submit();
            }
        });
        int taken = 0;
        while (ran.getCount() > 0) {
            long task = loop.carriedTasks().running();
            if (task != 0 && loop.carriedTasks().take(task)) {
                taken++;
                driver = driving();
            }
        }
        submitting.join();
        loop.stop();
        assertThat(driver.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(unguarded[0]).isEqualTo(count);
        assertThat(loop.statistics().moves()).isEqualTo(taken).isGreaterThanOrEqualTo(count / 1_000);
    }

    private CompletableFuture<Boolean> driving() {
        CompletableFuture<Boolean> result = new CompletableFuture<>();
        Thread.ofPlatform().start(() -> result.complete(drive()));
        return result;
    }

    private boolean drive() {
        try {
            return loop.run();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
