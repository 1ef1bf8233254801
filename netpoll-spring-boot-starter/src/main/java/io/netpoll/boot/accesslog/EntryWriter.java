package io.netpoll.boot.accesslog;

import java.io.IOException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings entries to their sink on a thread of its own. Handing one over neither blocks nor locks; what does not fit into the
 * queue is dropped and counted, so a slow disk costs entries and never a request.
 */
final class EntryWriter implements AutoCloseable {

    /** Some seconds of a busy server, and a few megabytes at most. */
    static final int CAPACITY = 16 * 1024;

    private static final long FLUSH_NANOS = 1_000_000_000L;
    private static final long LAST_WORDS_MILLIS = 5000;

    private static final Logger logger = LoggerFactory.getLogger(EntryWriter.class);

    private final EntrySink sink;
    private final boolean buffered;
    private final Thread thread;
    private final ConcurrentLinkedQueue<Supplier<String>> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final LongAdder dropped = new LongAdder();
    private volatile boolean asleep;
    private volatile boolean stopping;
    private boolean failing;

    /**
     * Starts to write.
     *
     * @param name names the thread
     * @param buffered whether entries may wait for up to a second before they can be read
     */
    EntryWriter(EntrySink sink, String name, boolean buffered) {
        this.sink = sink;
        this.buffered = buffered;
        this.thread = Thread.ofPlatform().daemon().name(name).start(this::run);
    }

    /**
     * Hands an entry over. Any thread.
     *
     * @param entry asked once, on the thread that writes
     */
    void offer(Supplier<String> entry) {
        if (size.incrementAndGet() > CAPACITY) {
            size.decrementAndGet();
            dropped.increment();
            return;
        }
        queue.add(entry);
        if (asleep) {
            LockSupport.unpark(thread);
        }
    }

    /** How many entries were lost. Any thread. */
    long dropped() {
        return dropped.sum();
    }

    private void run() {
        boolean unflushed = false;
        long flushDue = 0;
        while (true) {
            Supplier<String> entry = queue.poll();
            if (entry != null) {
                size.decrementAndGet();
                write(entry);
                if (!unflushed) {
                    unflushed = true;
                    flushDue = System.nanoTime() + FLUSH_NANOS;
                }
            }
            boolean idle = entry == null;
            boolean flushNow = idle && (!buffered || stopping);
            if (unflushed && (flushNow || System.nanoTime() - flushDue >= 0)) {
                flush();
                unflushed = false;
            }
            if (idle && stopping) {
                break;
            }
            if (idle) {
                sleep(unflushed, flushDue);
            }
        }
        close(sink);
    }

    /** Announces itself asleep, looks once more, and only then sleeps: so no entry is left lying. */
    private void sleep(boolean unflushed, long flushDue) {
        asleep = true;
        if (queue.isEmpty() && !stopping) {
            if (unflushed) {
                LockSupport.parkNanos(this, Math.max(1, flushDue - System.nanoTime()));
            } else {
                LockSupport.park(this);
            }
        }
        asleep = false;
    }

    @SuppressWarnings("CatchingUnchecked") // an appender that fails must not end the thread
    private void write(Supplier<String> entry) {
        try {
            sink.write(entry.get());
            failing = false;
        } catch (IOException | RuntimeException e) {
            dropped.increment();
            warn(e);
        }
    }

    @SuppressWarnings("CatchingUnchecked") // as above
    private void flush() {
        try {
            sink.flush();
        } catch (IOException | RuntimeException e) {
            warn(e);
        }
    }

    private void warn(Exception e) {
        if (!failing) {
            failing = true; // once, until it works again
            logger.warn("The access log cannot be written: {}", e.toString());
        }
    }

    private void close(EntrySink last) {
        try {
            last.close();
        } catch (IOException e) {
            warn(e);
        }
    }

    /** Writes what is there, waiting a few seconds for it at most, and ends. */
    @Override
    public void close() {
        stopping = true;
        LockSupport.unpark(thread);
        try {
            if (!thread.join(java.time.Duration.ofMillis(LAST_WORDS_MILLIS))) {
                logger.warn("The access log has not been written to its end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // it ends without being waited for
        }
    }
}
