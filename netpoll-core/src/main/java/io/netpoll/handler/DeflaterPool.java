package io.netpoll.handler;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.zip.Deflater;

/**
 * Keeps a few deflaters for the next response: each has about 260 KiB of native memory, which costs more to get and clear
 * than a small response costs to compress. Not one for each thread, since virtual threads are too many. Whoever has taken a
 * deflater is alone with it, and gives it back or ends it.
 */
final class DeflaterPool {

    private final Supplier<Deflater> factory;
    private final int capacity;
    private final ConcurrentLinkedQueue<Deflater> idle = new ConcurrentLinkedQueue<>();
    private final AtomicInteger kept = new AtomicInteger();
    private volatile boolean closed;

    /**
     * An empty pool.
     *
     * @param factory makes deflaters of raw deflate data, without the header of zlib
     * @param capacity how many are kept at most
     */
    DeflaterPool(Supplier<Deflater> factory, int capacity) {
        this.factory = factory;
        this.capacity = capacity;
    }

    Deflater take() {
        Deflater deflater = idle.poll();
        if (deflater == null) {
            return factory.get();
        }
        kept.decrementAndGet();
        return deflater;
    }

    /** Takes a deflater back, wherever in its work it is. */
    void give(Deflater deflater) {
        if (kept.incrementAndGet() > capacity) {
            kept.decrementAndGet();
            deflater.end();
            return;
        }
        deflater.reset();
        idle.add(deflater);
        if (closed) {
            endIdle();
        }
    }

    /** Keeps none from now on. Harmless if it is closed. */
    void close() {
        closed = true;
        endIdle();
    }

    private void endIdle() {
        for (Deflater deflater = idle.poll(); deflater != null; deflater = idle.poll()) {
            deflater.end();
        }
    }
}
