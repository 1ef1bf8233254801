package io.netpoll.architecture.bad.blocking.http1;

/** Waits for whoever is inside. */
final class BadConnection {

    private int requests;

    synchronized int count() {
        return ++requests;
    }
}
