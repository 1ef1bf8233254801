package io.netpoll.boot;

import io.netpoll.boot.accesslog.AccessLog;
import io.netpoll.server.ServerOptions;
import io.netpoll.server.ServerStatistics;
import org.jspecify.annotations.Nullable;

/**
 * Watches servers while they run: is called each time one has started, and what it returned is closed each time that server
 * stops. Called on the thread that starts or stops the server, never on an event loop.
 */
@FunctionalInterface
public interface ServerObserver {

    /**
     * Begins to watch a server that accepts connections from now on.
     *
     * @param options what the server was started with; its name tells servers of one process apart
     * @param statistics a live view that is cheap to read from any thread, until the observation is closed
     * @return is closed once, when the server has stopped
     */
    Observation observe(ServerOptions options, ServerStatistics statistics);

    /**
     * Like {@link #observe(ServerOptions, ServerStatistics)}, with what else there may be; this is what is called.
     *
     * @param accessLog the server's access log; {@code null} if it has none
     * @param certificates none if the server does not speak TLS
     */
    default Observation observe(
            ServerOptions options,
            ServerStatistics statistics,
            @Nullable AccessLog accessLog,
            TlsCertificates certificates) {
        return observe(options, statistics);
    }

    /** What lasts while a server runs. */
    @FunctionalInterface
    interface Observation extends AutoCloseable {

        /** Ends the observation. */
        @Override
        void close();
    }
}
