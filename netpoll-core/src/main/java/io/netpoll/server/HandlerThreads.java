package io.netpoll.server;

import io.netpoll.http.BlockingWork;
import io.netpoll.http1.Dispatcher;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads that run handlers, by mode. */
final class HandlerThreads implements HandlerDispatcher.Launcher, AutoCloseable {

    private static final long IDLE_SECONDS = 60;
    private static final long LAST_IDLE_MILLIS = 100;

    private final HandlerMode mode;
    private final HandlerDispatcher.Launcher launcher;
    private final Runnable shutdown;

    private HandlerThreads(HandlerMode mode, HandlerDispatcher.Launcher launcher, Runnable shutdown) {
        this.mode = mode;
        this.launcher = launcher;
        this.shutdown = shutdown;
    }

    /**
     * Threads as the options say.
     *
     * @param helpers do what would keep a loop that carries a handler
     */
    static HandlerThreads of(ServerOptions options, Executor helpers) {
        return switch (options.handlerMode()) {
            case VIRTUAL -> virtual(options.name());
            case PLATFORM -> platform(options.name(), options.platformThreads());
            case LOOP -> carried(options.name(), helpers);
        };
    }

    /** Threads that the loops carry; where this JVM has none, those of {@link HandlerMode#VIRTUAL}. */
    private static HandlerThreads carried(String name, Executor helpers) {
        LoopCarrier carrier = LoopCarrier.named(threadName(name));
        return carrier == null
                ? virtual(name)
                : new HandlerThreads(
                        HandlerMode.LOOP,
                        (work, job) -> carrier.start(() -> BlockingWork.carried(helpers, work), job.loop()),
                        () -> {});
    }

    private static String threadName(String name) {
        return "netpoll-" + name + "-handler";
    }

    /** A thread for each job; one name for all, since there are too many to count. */
    private static HandlerThreads virtual(String name) {
        ThreadFactory factory = Thread.ofVirtual()
                .name(threadName(name))
                .inheritInheritableThreadLocals(false) // it may be another request's thread that starts this one
                .factory();
        return new HandlerThreads(
                HandlerMode.VIRTUAL, (work, job) -> factory.newThread(work).start(), () -> {});
    }

    /** A pool; its queue is bounded by the limit on requests in flight, which is applied before. */
    private static HandlerThreads platform(String name, int size) {
        ThreadFactory factory = Thread.ofPlatform()
                .daemon()
                .name(threadName(name) + "-", 0)
                .inheritInheritableThreadLocals(false) // it may be a request's thread that needs another
                .factory();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                size, size, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        pool.allowCoreThreadTimeOut(true);
        // Not shut down: jobs that wait for their turn when the server stops still have to end their exchanges.
        return new HandlerThreads(
                HandlerMode.PLATFORM,
                (work, job) -> pool.execute(work),
                () -> pool.setKeepAliveTime(LAST_IDLE_MILLIS, TimeUnit.MILLISECONDS));
    }

    @Override
    public void launch(Runnable work, Dispatcher.Job job) {
        launcher.launch(work, job);
    }

    /** Whose threads these are: not always as was asked for. */
    HandlerMode mode() {
        return mode;
    }

    /** Lets the threads end with the jobs they have. */
    @Override
    public void close() {
        shutdown.run();
    }
}
