package io.netpoll.architecture.bad.logging.http1;

/** Prints. */
final class BadConnection {

    void close() {
        System.err.println("closed");
    }
}
