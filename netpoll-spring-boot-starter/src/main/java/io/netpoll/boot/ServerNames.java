package io.netpoll.boot;

import java.util.concurrent.atomic.AtomicInteger;

/** Names servers after what users know them by: their port. */
final class ServerNames {

    private static final AtomicInteger withoutPort = new AtomicInteger();

    private ServerNames() {}

    /** {@code http-8080}; a server that takes any port gets a number nobody else in this process has. */
    static String forPort(int port) {
        return port > 0 ? "http-" + port : "http-auto-" + withoutPort.incrementAndGet();
    }
}
