package io.netpoll.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class BlockingWorkTest {

    private final AtomicInteger visits = new AtomicInteger();

    /** A thread of its own for each piece of work. */
    private final Executor helpers = work -> {
        visits.incrementAndGet();
        Thread.ofPlatform().daemon().name("helper").start(work);
    };

    private static String here() {
        return Thread.currentThread().getName();
    }

    private interface Body {
        void run() throws Exception;
    }

    private static void carried(Executor helpers, Body body) {
        AtomicBoolean done = new AtomicBoolean();
        BlockingWork.carried(helpers, () -> {
            try {
                body.run();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            done.set(true);
        });
        assertThat(done).isTrue();
    }

    @Test
    void isDoneHereUnlessALoopCarriesTheThread() {
        String own = here();
        assertThat(BlockingWork.isCarried()).isFalse();
        assertThat(BlockingWork.<String, RuntimeException>call(BlockingWorkTest::here))
                .isEqualTo(own);
        carried(helpers, () -> {
            assertThat(BlockingWork.isCarried()).isTrue();
            assertThat(BlockingWork.<String, RuntimeException>call(BlockingWorkTest::here))
                    .isEqualTo("helper");
        });
        assertThat(BlockingWork.isCarried()).isFalse();
    }

    /** They are not the loop's. */
    @Test
    void isDoneHereByThreadsThatACarriedOneStarts() {
        carried(helpers, () -> {
            AtomicReference<String> seen = new AtomicReference<>();
            Thread started = Thread.ofPlatform()
                    .name("started")
                    .start(() -> seen.set(BlockingWork.<String, RuntimeException>call(BlockingWorkTest::here)));
            started.join();
            assertThat(seen).hasValue("started");
        });
    }

    @Test
    void workWithinWorkIsDoneByTheSameHelper() {
        carried(helpers, () -> assertThat(BlockingWork.<String, RuntimeException>call(
                        () -> BlockingWork.<String, RuntimeException>call(BlockingWorkTest::here)))
                .isEqualTo("helper"));
        assertThat(visits).hasValue(1);
    }

    @Test
    void whatItThrowsPasses() {
        carried(helpers, () -> {
            assertThatThrownBy(() -> BlockingWork.<IOException>run(() -> {
                        throw new FileNotFoundException("checked");
                    }))
                    .isInstanceOf(FileNotFoundException.class);
            assertThatThrownBy(() -> BlockingWork.run(() -> {
                        throw new AssertionError("an error");
                    }))
                    .isInstanceOf(AssertionError.class);
        });
    }

    @Test
    void isDoneHereIfNoThreadCanBeHad() {
        String own = here();
        List<Throwable> refusals = List.of(new RejectedExecutionException(), new OutOfMemoryError("no thread"));
        for (Throwable refusal : refusals) {
            carried(
                    work -> {
                        if (refusal instanceof Error e) {
                            throw e;
                        }
                        throw (RuntimeException) refusal;
                    },
                    () -> assertThat(BlockingWork.<String, RuntimeException>call(BlockingWorkTest::here))
                            .isEqualTo(own));
        }
    }

    /** The work goes on using what its caller gave it. */
    @Test
    void anInterruptedCallerWaitsAndIsInterruptedAfterwards() {
        CountDownLatch release = new CountDownLatch(1);
        Executor late = work -> Thread.ofPlatform().start(() -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            work.run();
        });
        carried(late, () -> {
            Thread caller = Thread.currentThread();
            caller.interrupt();
            Thread.ofPlatform().start(() -> {
                while (caller.isInterrupted()) { // until it has seen it, and waits again
                    Thread.onSpinWait();
                }
                release.countDown();
            });
            assertThat(BlockingWork.<Integer, RuntimeException>call(() -> 1)).isEqualTo(1);
            assertThat(Thread.interrupted()).isTrue();
        });
    }

    @Test
    void streamsAreReadInBlocksByHelpers() {
        List<String> threads = new ArrayList<>();
        carried(helpers, () -> {
            try (InputStream in = BlockingWork.input(() -> recorded(new byte[40_000], threads))) {
                for (int i = 0; i < 20_000; i++) {
                    assertThat(in.read()).isZero();
                }
                assertThat(in.readAllBytes()).hasSize(20_000);
            }
        });
        assertThat(threads).isNotEmpty().hasSizeLessThan(10).allMatch("helper"::equals);
    }

    private static InputStream recorded(byte[] content, List<String> threads) {
        threads.add(here());
        return new ByteArrayInputStream(content) {
            @Override
            public synchronized int read(byte[] target, int offset, int length) {
                threads.add(here());
                return super.read(target, offset, length);
            }

            @Override
            public void close() {
                threads.add(here());
            }
        };
    }

    @Test
    void streamsAreWrittenInBlocksByHelpers() {
        List<String> threads = new ArrayList<>();
        ByteArrayOutputStream target = new ByteArrayOutputStream() {
            @Override
            public synchronized void write(byte[] content, int offset, int length) {
                threads.add(here());
                super.write(content, offset, length);
            }

            @Override
            public void close() {
                threads.add(here());
            }
        };
        carried(helpers, () -> {
            try (OutputStream out = BlockingWork.output(() -> target)) {
                for (int i = 0; i < 20_000; i++) {
                    out.write(7);
                }
            }
        });
        assertThat(target.size()).isEqualTo(20_000);
        assertThat(threads).isNotEmpty().hasSizeLessThan(10).allMatch("helper"::equals);
    }
}
