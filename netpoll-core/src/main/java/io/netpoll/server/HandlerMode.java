package io.netpoll.server;

/** Where handlers run. A handler that declares itself non-blocking runs on its event loop in every mode. */
public enum HandlerMode {
    /** A virtual thread for each request, on the JDK's scheduler: for any code that blocks. */
    VIRTUAL,
    /** A bounded pool of platform threads: for code that cannot run on virtual threads. */
    PLATFORM
}
