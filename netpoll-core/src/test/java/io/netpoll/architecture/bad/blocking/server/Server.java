package io.netpoll.architecture.bad.blocking.server;

/** A server's caller may wait for its loop. */
final class Server {

    void stop(Thread loop) throws InterruptedException {
        loop.join();
    }
}
