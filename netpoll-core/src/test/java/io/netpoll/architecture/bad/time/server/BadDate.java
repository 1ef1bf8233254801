package io.netpoll.architecture.bad.time.server;

import java.time.Instant;
import java.util.function.Supplier;

/** Reads the time through a reference to a method. */
final class BadDate {

    private final Supplier<Instant> now = Instant::now;

    Instant get() {
        return now.get();
    }
}
