package io.netpoll.architecture.bad.threads.net;

/** Starts a thread. */
final class BadListener {

    Thread listen(Runnable task) {
        return Thread.ofVirtual().start(task);
    }
}
