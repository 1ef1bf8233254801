package io.netpoll.boot;

import java.util.concurrent.atomic.AtomicInteger;

/** Names servers after what users know them by: their port. */
final class ServerNames {

    private static final AtomicInteger withoutPort = new AtomicInteger();

    private ServerNames() {}

    /** {@code http-8080}, {@code https-8443}; a server that takes any port gets a number nobody else in this process has. */
    static String forPort(boolean tls, int port) {
        String scheme = tls ? "https" : "http";
        return scheme + (port > 0 ? "-" + port : "-auto-" + withoutPort.incrementAndGet());
    }
}
