package io.netpoll.boot.accesslog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.util.StringUtils;

/** Entries are written, in order, or counted as lost, and nobody who hands one over waits. */
@ExtendWith(OutputCaptureExtension.class)
class EntryWriterTest {

    private static final Duration SOON = Duration.ofSeconds(15);

    /** Keeps what it is given, when it is allowed to. */
    private static final class Kept implements EntrySink {

        private final List<String> lines = new CopyOnWriteArrayList<>();
        private final AtomicInteger flushes = new AtomicInteger();
        private final CountDownLatch open = new CountDownLatch(1);
        private volatile boolean broken;
        private volatile boolean closed;

        @Override
        public void write(String line) throws IOException {
            try {
                open.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            if (broken) {
                throw new IOException("No space left on device");
            }
            lines.add(line);
        }

        @Override
        public void flush() {
            flushes.incrementAndGet();
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    @Test
    void writesInOrderAndFlushesWhenNothingMoreComes() {
        Kept sink = new Kept();
        sink.open.countDown();
        try (EntryWriter writer = new EntryWriter(sink, "test", false)) {
            writer.offer(() -> "a");
            writer.offer(() -> "b");
            Awaitility.await().atMost(SOON).until(() -> sink.lines.size() == 2 && sink.flushes.get() > 0);
        }
        assertThat(sink.lines).containsExactly("a", "b");
        assertThat(sink.closed).isTrue();
    }

    @Test
    void flushesInTheEndEvenIfNothingMoreComes() {
        Kept sink = new Kept();
        sink.open.countDown();
        try (EntryWriter writer = new EntryWriter(sink, "test", true)) {
            writer.offer(() -> "a");
            Awaitility.await().atMost(SOON).until(() -> sink.flushes.get() > 0);
        }
    }

    @Test
    void countsWhatDoesNotFitAndBlocksNobody() {
        Kept sink = new Kept();
        int more = 100;
        try (EntryWriter writer = new EntryWriter(sink, "test", true)) {
            for (int i = 0; i < EntryWriter.CAPACITY + more; i++) {
                writer.offer(() -> "entry");
            }
            // One may have been taken from the queue meanwhile.
            assertThat(writer.dropped()).isBetween(more - 1L, (long) more);
            sink.open.countDown();
            long kept = EntryWriter.CAPACITY + more - writer.dropped();
            Awaitility.await().atMost(SOON).until(() -> sink.lines.size() == kept);
        }
    }

    @Test
    void saysOnceThatItCannotWriteAndGoesOnWhenItCan(CapturedOutput output) {
        Kept sink = new Kept();
        sink.open.countDown();
        sink.broken = true;
        try (EntryWriter writer = new EntryWriter(sink, "test", true)) {
            writer.offer(() -> "lost");
            writer.offer(() -> "lost");
            Awaitility.await().atMost(SOON).until(() -> writer.dropped() == 2);
            sink.broken = false;
            writer.offer(() -> "kept");
            Awaitility.await().atMost(SOON).until(() -> !sink.lines.isEmpty());
        }
        assertThat(sink.lines).containsExactly("kept");
        assertThat(StringUtils.countOccurrencesOf(output.toString(), "The access log cannot be written"))
                .isEqualTo(1);
        assertThat(output).contains("No space left on device");
    }

    @Test
    void manyThreadsLoseNothing() throws InterruptedException {
        Kept sink = new Kept();
        sink.open.countDown();
        int each = 2000;
        try (EntryWriter writer = new EntryWriter(sink, "test", true)) {
            Thread[] threads = new Thread[4];
            for (int i = 0; i < threads.length; i++) {
                threads[i] = Thread.ofPlatform().start(() -> {
                    for (int entry = 0; entry < each; entry++) {
                        writer.offer(() -> "entry");
                    }
                });
            }
            for (Thread thread : threads) {
                assertThat(thread.join(Duration.ofSeconds(TimeUnit.MINUTES.toSeconds(1))))
                        .isTrue();
            }
            assertThat(writer.dropped()).isZero();
        }
        assertThat(sink.lines).hasSize(4 * each);
    }
}
