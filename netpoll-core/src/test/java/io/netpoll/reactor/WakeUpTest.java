package io.netpoll.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class WakeUpTest {

    @Test
    void aWatcherIsUnparkedWhenTheLoopWorksAgain() throws Exception {
        try (WakeUp wakeUp = WakeUp.open()) {
            wakeUp.announceSleep();
            CountDownLatch woken = new CountDownLatch(1);
            Thread watcher = Thread.ofPlatform().start(() -> {
                if (wakeUp.unparkWhenAwake(Thread.currentThread())) {
                    LockSupport.park();
                    woken.countDown();
                }
            });
            Awaitility.await().until(() -> watcher.getState() == Thread.State.WAITING);
            wakeUp.awake();
            watcher.join(10_000);
            assertThat(woken.getCount()).isZero();
        }
    }

    @Test
    void aWatcherIsNotToParkWhileTheLoopWorks() throws Exception {
        try (WakeUp wakeUp = WakeUp.open()) {
            assertThat(wakeUp.unparkWhenAwake(Thread.currentThread())).isFalse();
            wakeUp.announceSleep();
            wakeUp.awake();
            assertThat(wakeUp.unparkWhenAwake(Thread.currentThread())).isFalse();
        }
    }
}
