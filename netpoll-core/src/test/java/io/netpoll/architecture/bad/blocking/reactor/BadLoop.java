package io.netpoll.architecture.bad.blocking.reactor;

import java.util.concurrent.locks.ReentrantLock;

/** Waits for whoever holds its lock. */
final class BadLoop {

    private final ReentrantLock lock = new ReentrantLock();

    void run(Runnable task) {
        lock.lock();
        try {
            task.run();
        } finally {
            lock.unlock();
        }
    }
}
