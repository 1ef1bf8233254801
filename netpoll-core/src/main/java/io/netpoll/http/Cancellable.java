package io.netpoll.http;

/** Something that is going to happen and may still be called off. */
@FunctionalInterface
public interface Cancellable {

    /** Calls it off. Harmless if it has happened or been called off already; any thread may call this. */
    void cancel();
}
