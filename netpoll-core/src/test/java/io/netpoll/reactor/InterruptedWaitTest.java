package io.netpoll.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.sys.Signals;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/** A signal that is caught interrupts epoll_wait(2) whatever SA_RESTART says (signal(7)). The loop's times must not care. */
class InterruptedWaitTest {

    private static final Duration WAIT = Duration.ofMillis(500);
    private static final Signal SIGNAL = new Signal("URG");

    private final Descriptors descriptors = Descriptors.counted();
    private final AtomicInteger caught = new AtomicInteger();
    private final ScheduledExecutorService sender = Executors.newSingleThreadScheduledExecutor();
    private SignalHandler before;
    private EventLoop loop;
    private ScheduledFuture<?> sending;

    @BeforeEach
    void sendSignals() throws IOException {
        loop = EventLoop.open();
        before = Signal.handle(SIGNAL, signal -> caught.incrementAndGet());
        int thread = ThreadSignals.gettid();
        // It gives up in the end, so that a wait that begins anew with each signal fails the test instead of hanging
        // it.
        AtomicInteger left = new AtomicInteger(200);
        sending = sender.scheduleAtFixedRate(
                () -> {
                    if (left.decrementAndGet() >= 0) {
                        ThreadSignals.send(thread, Signals.SIGURG);
                    }
                },
                20,
                20,
                TimeUnit.MILLISECONDS);
    }

    @AfterEach
    void stopSending() throws InterruptedException {
        assertThat(sending.state()).as("the sender has not failed").isEqualTo(Future.State.RUNNING);
        sender.shutdown();
        assertThat(sender.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        Signal.handle(SIGNAL, before);
        loop.close();
        descriptors.assertNoneLeft();
    }

    private void assertUndisturbed(long started) {
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isBetween(WAIT, WAIT.plusSeconds(2));
        assertThat(caught).as("signals that were caught").hasValueGreaterThan(3);
    }

    @Test
    void aWaitTakesItsTime() throws IOException {
        long started = System.nanoTime();
        assertThat(loop.waitOnce(WAIT)).isZero();
        assertUndisturbed(started);
        assertThat(loop.statistics().waits()).isEqualTo(1);
    }

    @Test
    void aTimerIsDueInTime() throws IOException {
        AtomicInteger fired = new AtomicInteger();
        long started = System.nanoTime();
        loop.schedule(WAIT, fired::incrementAndGet);
        loop.waitOnce(Duration.ofDays(1));
        assertThat(fired).hasValue(1);
        assertUndisturbed(started);
        assertThat(loop.statistics().waits()).isEqualTo(1);
    }
}
