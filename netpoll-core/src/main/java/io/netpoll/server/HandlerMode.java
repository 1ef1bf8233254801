package io.netpoll.server;

/** Where handlers run. A handler that declares itself non-blocking runs on its event loop in every mode. */
public enum HandlerMode {
    /** A virtual thread for each request, on the JDK's scheduler: for any code that blocks. */
    VIRTUAL,
    /** A bounded pool of platform threads: for code that cannot run on virtual threads. */
    PLATFORM,
    /**
     * A virtual thread for each request, carried by the connection's event loop itself: for many short requests. Code that
     * blocks parks it and the loop goes on; code that computes for long keeps the loop's thread, and the loop goes on with
     * another.
     * Needs {@code --add-opens java.base/java.lang=ALL-UNNAMED}; without it a server says so and runs in {@link #VIRTUAL}.
     */
    LOOP
}
