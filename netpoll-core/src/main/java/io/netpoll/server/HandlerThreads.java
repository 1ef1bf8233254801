package io.netpoll.server;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads that run handlers, by mode. */
final class HandlerThreads implements Executor, AutoCloseable {

    private static final long IDLE_SECONDS = 60;
    private static final long LAST_IDLE_MILLIS = 100;

    private final Executor executor;
    private final Runnable shutdown;

    private HandlerThreads(Executor executor, Runnable shutdown) {
        this.executor = executor;
        this.shutdown = shutdown;
    }

    static HandlerThreads of(ServerOptions options) {
        return switch (options.handlerMode()) {
            case VIRTUAL -> virtual(options.name());
            case PLATFORM -> platform(options.name(), options.platformThreads());
        };
    }

    /** A thread for each job; one name for all, since there are too many to count. */
    private static HandlerThreads virtual(String name) {
        ThreadFactory factory =
                Thread.ofVirtual().name("netpoll-" + name + "-handler").factory();
        return new HandlerThreads(job -> factory.newThread(job).start(), () -> {});
    }

    /** A pool; its queue is bounded by the limit on requests in flight, which is applied before. */
    private static HandlerThreads platform(String name, int size) {
        ThreadFactory factory = Thread.ofPlatform()
                .daemon()
                .name("netpoll-" + name + "-handler-", 0)
                .factory();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                size, size, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        pool.allowCoreThreadTimeOut(true);
        // Not shut down: jobs that wait for their turn when the server stops still have to end their exchanges.
        return new HandlerThreads(pool, () -> pool.setKeepAliveTime(LAST_IDLE_MILLIS, TimeUnit.MILLISECONDS));
    }

    @Override
    public void execute(Runnable job) {
        executor.execute(job);
    }

    /** Lets the threads end with the jobs they have. */
    @Override
    public void close() {
        shutdown.run();
    }
}
