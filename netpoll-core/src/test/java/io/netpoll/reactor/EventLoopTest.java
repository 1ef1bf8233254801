package io.netpoll.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EventLoopTest {

    private static final Duration NOT_AT_ALL = Duration.ZERO;
    private static final Duration LONG = Duration.ofSeconds(10);

    private final Descriptors descriptors = Descriptors.counted();
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

    @Test
    void reportsAnEventfdThatWasWrittenWithItsToken() throws IOException {
        try (EventFd eventFd = EventFd.open()) {
            List<Token> reported = new ArrayList<>();
            Token token = loop.register(eventFd.fd(), Interest.READABLE.edge(), event -> {
                assertThat(event.isReadable()).isTrue();
                reported.add(event.token());
            });
            eventFd.signal();

            assertThat(loop.waitOnce(LONG)).isEqualTo(1);
            assertThat(reported).containsExactly(token);
            assertThat(eventFd.take()).isEqualTo(1);
            assertThat(eventFd.take()).isZero();
        }
    }

    @Test
    void reportsATimerfdThatExpiresWithinTheWait() throws IOException {
        try (TimerFd timerFd = TimerFd.open()) {
            AtomicInteger expired = new AtomicInteger();
            loop.register(timerFd.fd(), Interest.READABLE, event -> expired.addAndGet((int) timerFd.takeExpirations()));
            timerFd.armOnce(Duration.ofMillis(100));

            assertThat(loop.waitOnce(Duration.ofMillis(500))).isEqualTo(1);
            assertThat(expired).hasValue(1);
            assertThat(loop.waitOnce(NOT_AT_ALL)).isZero();
        }
    }

    @Test
    void reportsAStateAgainAndAnEdgeOnce() throws IOException {
        try (EventFd level = EventFd.open();
                EventFd edge = EventFd.open()) {
            loop.register(level.fd(), Interest.READABLE, event -> {});
            loop.register(edge.fd(), Interest.READABLE.edge(), event -> {});
            level.signal();
            edge.signal();

            assertThat(loop.waitOnce(LONG)).isEqualTo(2);
            assertThat(loop.waitOnce(LONG)).isEqualTo(1);
            edge.signal();
            assertThat(loop.waitOnce(LONG)).isEqualTo(2);
        }
    }

    @Test
    void reportsOnceUntilItIsAskedAgain() throws IOException {
        try (EventFd eventFd = EventFd.open()) {
            Token token = loop.register(eventFd.fd(), Interest.READABLE.once(), event -> {});
            eventFd.signal();

            assertThat(loop.waitOnce(LONG)).isEqualTo(1);
            assertThat(loop.waitOnce(NOT_AT_ALL)).isZero();
            loop.modify(token, Interest.READABLE.once());
            assertThat(loop.waitOnce(LONG)).isEqualTo(1);
        }
    }

    @Test
    void dropsTheEventOfADescriptorThatWasReplacedWithinTheBatch() throws IOException {
        List<String> told = new ArrayList<>();
        EventFd second = EventFd.open();
        EventFd[] replacement = new EventFd[1];
        try (EventFd first = EventFd.open()) {
            Token[] tokens = new Token[2];
            tokens[0] = loop.register(first.fd(), Interest.READABLE, event -> {
                told.add("first");
                loop.deregister(tokens[0]);
                loop.deregister(tokens[1]);
                int number = second.fd();
                second.close();
                replacement[0] = EventFd.open();
                assertThat(replacement[0].fd()).as("the number came back").isEqualTo(number);
                loop.register(number, Interest.READABLE, again -> told.add("replacement"));
            });
            tokens[1] = loop.register(second.fd(), Interest.READABLE, event -> told.add("second"));
            first.signal();
            second.signal();
            loop.waitOnce(LONG);
            loop.waitOnce(NOT_AT_ALL);
        } finally {
            replacement[0].close();
        }
        assertThat(told).containsExactly("first");
    }

    @Test
    void goesOnAfterAHandlerThatThrows() throws IOException {
        try (EventFd eventFd = EventFd.open()) {
            List<Exception> failures = new ArrayList<>();
            loop.register(eventFd.fd(), Interest.READABLE, new EventHandler() {
                @Override
                public void onEvent(Event event) {
                    throw new IllegalStateException("on purpose");
                }

                @Override
                public void onFailure(Exception failure) {
                    failures.add(failure);
                }
            });
            eventFd.signal();
            loop.waitOnce(LONG);
            loop.waitOnce(LONG);
            assertThat(failures).hasSize(2);
        }
    }

    @Test
    void goesOnAfterATimerATaskAndACloseActionThatThrow() throws IOException {
        List<String> uncaught = new ArrayList<>();
        List<String> ran = new ArrayList<>();
        loop.onUncaught(failure -> {
            uncaught.add(failure.getMessage());
            throw new IllegalStateException("the listener, too");
        });
        loop.schedule(Duration.ZERO, () -> fail("timer"));
        loop.schedule(Duration.ZERO, () -> ran.add("timer"));
        loop.execute(() -> fail("task"));
        loop.execute(() -> ran.add("task"));
        loop.closeLater(() -> fail("close"));
        loop.closeLater(() -> ran.add("close"));
        loop.runLater(new Task() {
            @Override
            protected void run() {
                fail("queued");
            }

            @Override
            protected void onFailure(Exception failure) {
                throw new IllegalStateException("told of " + failure.getMessage());
            }
        });
        loop.waitOnce(LONG);
        assertThat(ran).containsExactly("timer", "task", "close");
        assertThat(uncaught).containsExactly("timer", "task", "told of queued", "close");
    }

    private static void fail(String what) {
        throw new IllegalStateException(what);
    }

    @Test
    void anErrorEndsTheLoopInOrder() {
        List<String> ran = new ArrayList<>();
        loop.execute(() -> {
            throw new AssertionError("on purpose");
        });
        loop.execute(() -> ran.add("task"));
        loop.closeLater(() -> fail("close"));
        loop.closeLater(() -> ran.add("close"));
        assertThatThrownBy(loop::run).isInstanceOf(AssertionError.class).hasMessage("on purpose");
        loop.close();
        assertThat(ran).as("what was taken before the error").containsExactly("task", "close");
    }

    @Test
    void runsWhatAPassHasLeftOverBeforeItEnds() throws IOException {
        AtomicInteger ran = new AtomicInteger();
        for (int i = 0; i < 3_000; i++) {
            loop.execute(ran::incrementAndGet);
        }
        loop.waitOnce(NOT_AT_ALL);
        assertThat(ran).as("bounded").hasValueLessThan(3_000);
        loop.close();
        assertThat(ran).hasValue(3_000);
    }

    @Test
    void refusesToRegisterWhatTheKernelCannotWatch() {
        assertThatThrownBy(() -> loop.register(999_999, Interest.READABLE, event -> {}))
                .isInstanceOf(SystemCallException.class)
                .hasMessage("epoll_ctl: Bad file descriptor");
        assertThat(loop.statistics().registeredDescriptors()).isZero();
    }

    @Test
    void firesTimersInOrderAndNotEarly() throws IOException {
        List<String> fired = new ArrayList<>();
        long start = System.nanoTime();
        loop.schedule(Duration.ofMillis(60), () -> fired.add("second"));
        loop.schedule(Duration.ofMillis(20), () -> fired.add("first"));
        Timer cancelled = loop.schedule(Duration.ofMillis(30), () -> fired.add("cancelled"));
        cancelled.cancel();
        int passes = 0;
        while (fired.size() < 2) {
            loop.waitOnce(LONG);
            passes++;
        }
        assertThat(fired).containsExactly("first", "second");
        assertThat(System.nanoTime() - start)
                .isGreaterThanOrEqualTo(Duration.ofMillis(60).toNanos());
        assertThat(passes).as("no spinning").isLessThanOrEqualTo(4);
    }

    @Test
    void losesNoTaskAndNoWakeUp() throws Exception {
        int threads = 4;
        int rounds = 5_000;
        AtomicInteger ran = new AtomicInteger();
        Thread driver = Thread.ofPlatform().start(() -> {
            try {
                loop.run();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        CountDownLatch done = new CountDownLatch(threads);
        for (int t = 0; t < threads; t++) {
            Thread.ofPlatform().start(() -> {
                for (int i = 0; i < rounds; i++) {
                    CountDownLatch round = new CountDownLatch(1);
                    loop.execute(() -> {
                        ran.incrementAndGet();
                        round.countDown();
                    });
                    awaitQuietly(round);
                }
                done.countDown();
            });
        }
        assertThat(done.await(60, TimeUnit.SECONDS)).as("every task ran").isTrue();
        loop.stop();
        driver.join(10_000);
        assertThat(driver.isAlive()).isFalse();
        assertThat(ran).hasValue(threads * rounds);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void runsTheTasksThatWereTakenInAndRefusesLaterOnes() {
        List<String> ran = new ArrayList<>();
        assertThat(loop.execute(() -> ran.add("in time"))).isTrue();
        loop.close();
        assertThat(loop.execute(() -> ran.add("too late"))).isFalse();
        assertThat(ran).containsExactly("in time");
    }

    @Test
    void countsWhatItDoes() throws IOException {
        try (EventFd eventFd = EventFd.open()) {
            loop.register(eventFd.fd(), Interest.READABLE, event -> eventFd.take());
            eventFd.signal();
            loop.execute(() -> {});
            loop.waitOnce(LONG);
            LoopStatistics statistics = loop.statistics();
            assertThat(statistics.waits()).isEqualTo(1);
            assertThat(statistics.readyDescriptors()).isEqualTo(1);
            assertThat(statistics.readyMax()).isEqualTo(1);
            assertThat(statistics.tasksRun()).isEqualTo(1);
            assertThat(statistics.lagCount()).isEqualTo(1);
            assertThat(statistics.lagNanos()).isPositive();
            assertThat(statistics.busyNanos()).isPositive();
            assertThat(statistics.busyMaxNanos()).isLessThanOrEqualTo(statistics.busyNanos());
        }
    }

    @Test
    void waitsWithoutWakingWhileNothingHappens() throws IOException {
        long before = loop.statistics().waits();
        loop.waitOnce(Duration.ofMillis(200));
        assertThat(loop.statistics().waits() - before).isEqualTo(1);
    }
}
