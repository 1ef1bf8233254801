package io.netpoll.server;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A few threads for what would hold a loop up: it computes, or waits for a disk. What waits in the queue belongs to a connection
 * each, so the queue is bounded by them. Threads exist while there is work.
 */
final class HelperThreads implements Executor, AutoCloseable {

    private static final long IDLE_SECONDS = 10;
    private static final long LAST_IDLE_MILLIS = 100;

    private final ThreadPoolExecutor pool;

    HelperThreads(String name) {
        int size = Math.max(2, Runtime.getRuntime().availableProcessors());
        pool = new ThreadPoolExecutor(
                size,
                size,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform()
                        .daemon()
                        .name("netpoll-" + name + "-helper-", 0)
                        .factory());
        pool.allowCoreThreadTimeOut(true);
    }

    @Override
    public void execute(Runnable job) {
        pool.execute(job);
    }

    /** Lets the threads end with the jobs they have. Not a shutdown: a loop may be about to give another. */
    @Override
    public void close() {
        pool.setKeepAliveTime(LAST_IDLE_MILLIS, TimeUnit.MILLISECONDS);
    }
}
