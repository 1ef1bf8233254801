package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.http1.Dispatcher;
import io.netpoll.reactor.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HandlerDispatcherTest {

    /** Jobs come and go at the limit, where giving a place back and asking for one meet all the time. */
    @Test
    void runsEveryJobAtTheLimit() throws InterruptedException {
        int rounds = 50_000;
        AtomicInteger ran = new AtomicInteger();
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
            HandlerDispatcher dispatcher = new HandlerDispatcher((work, job) -> executor.execute(work), 1, cause -> {});
            Thread[] dispatching = new Thread[2];
            for (int i = 0; i < dispatching.length; i++) {
                dispatching[i] = Thread.ofPlatform().start(() -> {
                    for (int round = 0; round < rounds; round++) {
                        dispatcher.dispatch(new Job(() -> {
                            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                            ran.incrementAndGet();
                            inside.decrementAndGet();
                        }));
                    }
                });
            }
            for (Thread thread : dispatching) {
                thread.join();
            }
            Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(ran)
                    .hasValue(2 * rounds));
            Awaitility.await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertThat(dispatcher.inFlight())
                    .isZero());
            assertThat(most).hasValue(1);
        }
    }

    /** A job that notes what it was refused for. */
    private static final class Job implements Dispatcher.Job {
        private final Runnable action;
        private @Nullable Throwable refusal;

        Job(Runnable action) {
            this.action = action;
        }

        @Override
        public EventLoop loop() {
            throw new UnsupportedOperationException("The dispatcher has nothing to do with loops");
        }

        @Override
        public void run() {
            action.run();
        }

        @Override
        public void refused(Throwable cause) {
            refusal = cause;
        }
    }

    @ParameterizedTest
    @MethodSource("failures")
    void refusesAJobThatTheExecutorDoesNotTakeAndKeepsNoPlaceForIt(Throwable failure) {
        List<Throwable> told = new ArrayList<>();
        AtomicBoolean failing = new AtomicBoolean(true);
        HandlerDispatcher dispatcher = new HandlerDispatcher(failingWhile(failing, failure), 1, told::add);
        Job refused = new Job(() -> {});
        dispatcher.dispatch(refused);
        assertThat(refused.refusal).isSameAs(failure);
        assertThat(told).containsExactly(failure);
        assertThat(dispatcher.inFlight()).isZero();

        failing.set(false);
        AtomicInteger ran = new AtomicInteger();
        dispatcher.dispatch(new Job(ran::incrementAndGet));
        assertThat(ran).hasValue(1);
    }

    static Stream<Throwable> failures() {
        return Stream.of(
                new RejectedExecutionException("full"), new OutOfMemoryError("unable to create native thread"));
    }

    private static HandlerDispatcher.Launcher failingWhile(AtomicBoolean failing, Throwable failure) {
        return (work, job) -> {
            if (!failing.get()) {
                work.run();
            } else if (failure instanceof Error error) {
                throw error;
            } else {
                throw (RuntimeException) failure;
            }
        };
    }

    @Test
    void refusesEveryJobThatWaitsWhenThreadsRunOut() {
        int count = 100_000;
        AtomicBoolean failing = new AtomicBoolean();
        AtomicInteger told = new AtomicInteger();
        HandlerDispatcher.Launcher launcher =
                failingWhile(failing, new OutOfMemoryError("unable to create native thread"));
        HandlerDispatcher dispatcher = new HandlerDispatcher(launcher, 1, cause -> told.incrementAndGet());
        dispatcher.dispatch(new Job(() -> {
            failing.set(true);
            for (int i = 0; i < count; i++) {
                dispatcher.dispatch(new Job(() -> {}));
            }
        }));
        assertThat(told).as("without a frame of the stack for each").hasValue(count);
        assertThat(dispatcher.inFlight()).isZero();
    }
}
