package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class HandlerDispatcherTest {

    /** Jobs come and go at the limit, where giving a place back and asking for one meet all the time. */
    @Test
    void runsEveryJobAtTheLimitAndTellsWhenItIsIdle() throws InterruptedException {
        int rounds = 50_000;
        AtomicInteger ran = new AtomicInteger();
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger idle = new AtomicInteger();
        try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
            HandlerDispatcher dispatcher = new HandlerDispatcher(executor, 1, idle::incrementAndGet);
            Thread[] dispatching = new Thread[2];
            for (int i = 0; i < dispatching.length; i++) {
                dispatching[i] = Thread.ofPlatform().start(() -> {
                    for (int round = 0; round < rounds; round++) {
                        dispatcher.dispatch(() -> {
                            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                            ran.incrementAndGet();
                            inside.decrementAndGet();
                        });
                    }
                });
            }
            for (Thread thread : dispatching) {
                thread.join();
            }
            Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(ran)
                    .hasValue(2 * rounds));
            Awaitility.await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertThat(dispatcher.open())
                    .isZero());
            assertThat(most).hasValue(1);
            assertThat(idle).hasPositiveValue();
        }
    }
}
