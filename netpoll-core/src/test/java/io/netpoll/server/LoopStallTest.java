package io.netpoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.http.Exchange;
import io.netpoll.http.Handler;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Handlers that say they do not block, and keep their event loop all the same. */
class LoopStallTest extends ServerFixture {

    private boolean nonBlocking = true;

    @Override
    ServerOptions.Builder options() {
        return TestedMode.options().reactors(1);
    }

    @Override
    Handler handler(Handler handler) {
        return new Handler() {
            @Override
            public void handle(Exchange exchange) throws Exception {
                handler.handle(exchange);
            }

            @Override
            public boolean isNonBlocking() {
                return nonBlocking;
            }
        };
    }

    private long counted() {
        return server().statistics().loops().getFirst().stalls();
    }

    private static void computeUntil(BooleanSupplier condition) {
        computeUntil(condition, SOON);
    }

    private static void computeUntil(BooleanSupplier condition, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    /** The first that is told may be another, on a busy machine. */
    @Test
    void aCallThatKeepsTheLoopIsToldWithItsPosition() throws IOException {
        start(exchange -> {
            long before = counted();
            computeUntil(() -> counted() > before, Duration.ofSeconds(1)); // it may have been counted already
            hello(exchange);
        });
        Awaitility.await().atMost(SOON).untilAsserted(() -> {
            assertThat(exchange(LAST_GET)).contains("Hello");
            assertThat(stalls).anySatisfy(stalled -> {
                assertThat(stalled.reactor()).isZero();
                assertThat(stalled.severity()).isEqualTo(ServerEvent.Severity.WARN);
                assertThat(stalled.message()).startsWith("Event loop 0 ");
                assertThat(stalled.cause().getStackTrace())
                        .anyMatch(call -> call.getMethodName().equals("computeUntil"));
            });
        });
        assertThat(server().statistics().loops().getFirst().moves()).isZero();
    }

    /** Although it goes on for many times the threshold. */
    @Test
    void aCallIsCountedOnce() throws IOException {
        start(exchange -> {
            long before = counted();
            computeUntil(() -> counted() > before, Duration.ofSeconds(1));
            long until = System.nanoTime() + Duration.ofMillis(200).toNanos();
            computeUntil(() -> System.nanoTime() >= until);
            hello(exchange);
        });
        assertThat(exchange(LAST_GET)).contains("Hello");
        assertThat(counted()).isBetween(1L, 5L); // others may be slow on a busy machine
    }

    @Test
    void eachIsCountedButNotEachIsTold() throws IOException {
        AtomicInteger requests = new AtomicInteger();
        start(exchange -> {
            int number = requests.incrementAndGet();
            computeUntil(() -> counted() >= number);
            hello(exchange);
        });
        long begun = System.nanoTime();
        int count = 0;
        do {
            assertThat(exchange(LAST_GET)).contains("Hello");
            count++;
        } while (count < 20);
        long seconds = Duration.ofNanos(System.nanoTime() - begun).toSeconds();
        assertThat(counted()).isGreaterThanOrEqualTo(20);
        assertThat(stalls.size()).isLessThanOrEqualTo((int) seconds + 2);
    }

    @Test
    void nothingIsToldWithoutAThreshold() throws IOException {
        start(
                exchange -> {
                    long until = System.nanoTime() + Duration.ofMillis(100).toNanos();
                    computeUntil(() -> System.nanoTime() >= until);
                    hello(exchange);
                },
                options().stallThreshold(Duration.ZERO));
        assertThat(exchange(LAST_GET)).contains("Hello");
        assertThat(counted()).isZero();
    }

    /** Where nothing of the application's runs on loops, no thread looks at them. */
    @Test
    void handlersWithThreadsOfTheirOwnNeedNoWatching() throws IOException {
        nonBlocking = false;
        start(ServerFixture::hello, ServerOptions.builder().name("unwatched").handlerMode(HandlerMode.VIRTUAL));
        assertThat(exchange(LAST_GET)).contains("Hello");
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("netpoll-unwatched-watchdog")
                .contains("netpoll-unwatched-reactor-0");
    }

    @Test
    void theWatchdogSleepsWhileTheLoopDoes() throws IOException {
        start(ServerFixture::hello, options().name("calm"));
        Thread watchdog = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("netpoll-calm-watchdog"))
                .findFirst()
                .orElseThrow();
        for (int round = 0; round < 2; round++) {
            Awaitility.await().atMost(SOON).until(() -> watchdog.getState() == Thread.State.WAITING);
            assertThat(exchange(LAST_GET)).contains("Hello");
        }
    }
}
