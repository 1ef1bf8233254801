package io.netpoll.architecture.bad.threads.server;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** Starts threads by and by. */
final class BadPool {

    private final Executor threads = Executors.newCachedThreadPool();

    void run(Runnable task) {
        threads.execute(task);
    }
}
