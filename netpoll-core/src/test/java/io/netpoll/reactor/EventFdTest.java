package io.netpoll.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventFdTest {

    private final Descriptors descriptors = Descriptors.counted();

    @AfterEach
    void leavesNothing() {
        descriptors.assertNoneLeft();
    }

    @Test
    void aCounterGivesAllAtOnce() throws IOException {
        try (EventFd counter = EventFd.open()) {
            assertThat(counter.take()).isZero();
            counter.signal();
            counter.signal();
            counter.signal();
            assertThat(counter.take()).isEqualTo(3);
            assertThat(counter.take()).isZero();
        }
    }

    @Test
    void aSemaphoreGivesOneAtATime() throws IOException {
        try (EventFd semaphore = EventFd.openSemaphore()) {
            semaphore.signal();
            semaphore.signal();
            assertThat(semaphore.take()).isEqualTo(1);
            assertThat(semaphore.take()).isEqualTo(1);
            assertThat(semaphore.take()).isZero();
        }
    }

    @Test
    void aSemaphoreIsReadableWhileThereIsSomethingToTake() throws IOException {
        try (EventLoop loop = EventLoop.open();
                EventFd semaphore = EventFd.openSemaphore()) {
            List<Long> taken = new ArrayList<>();
            loop.register(semaphore.fd(), Interest.READABLE, event -> taken.add(semaphore.take()));
            semaphore.signal();
            semaphore.signal();
            assertThat(loop.waitOnce(Duration.ZERO)).isEqualTo(1);
            assertThat(loop.waitOnce(Duration.ZERO)).isEqualTo(1);
            assertThat(loop.waitOnce(Duration.ZERO)).isZero();
            assertThat(taken).containsExactly(1L, 1L);
        }
    }

    @Test
    void losesNoSignalOfSeveralThreads() throws Exception {
        try (EventFd counter = EventFd.open()) {
            int rounds = 2_000;
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                threads.add(Thread.ofPlatform().start(() -> signal(counter, rounds)));
            }
            long taken = 0;
            for (Thread thread : threads) {
                taken += counter.take();
                thread.join();
            }
            assertThat(taken + counter.take()).isEqualTo(4L * rounds);
        }
    }

    private static void signal(EventFd counter, int rounds) {
        try {
            for (int i = 0; i < rounds; i++) {
                counter.signal();
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void answersNothingAfterTheEndAndReachesNobodyElse() throws IOException {
        EventFd closed = EventFd.open();
        closed.close();
        try (EventFd successor = EventFd.open()) {
            assertThat(successor.fd()).as("the number came back").isEqualTo(closed.fd());
            closed.signal();
            closed.close();
            assertThat(closed.take()).isZero();
            assertThat(successor.take()).isZero();
            successor.signal();
            assertThat(successor.take()).isEqualTo(1);
        }
    }
}
