package io.netpoll.architecture.bad.threads.server;

/** A place to create threads. */
final class HandlerThreads {

    Thread handle(Runnable task) {
        return Thread.ofVirtual().start(task);
    }
}
