package io.netpoll.architecture.bad.blocking.http1.codec;

/** Sleeps. */
final class BadDecoder {

    void decode() throws InterruptedException {
        Thread.sleep(1);
    }
}
