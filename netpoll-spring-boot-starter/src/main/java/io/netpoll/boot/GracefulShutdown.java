package io.netpoll.boot;

import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.GracefulShutdownCallback;
import org.springframework.boot.web.server.GracefulShutdownResult;

/**
 * Lets the requests of a running server end, asynchronous ones included, and tells when they have, or that they were aborted
 * when their time was over, or that the server was stopped before. The first of them decides.
 */
final class GracefulShutdown {

    private static final Logger logger = LoggerFactory.getLogger(GracefulShutdown.class);

    private final CompletableFuture<GracefulShutdownResult> result;

    private GracefulShutdown(CompletableFuture<GracefulShutdownResult> result) {
        this.result = result;
    }

    /**
     * Begins and returns at once.
     *
     * @param server accepts no connection from now on, or after the delay it was given
     * @param callback is called once, on a thread of its own
     */
    static GracefulShutdown begin(RunningServer server, String serverName, GracefulShutdownCallback callback) {
        logger.info("Commencing graceful shutdown. Waiting for active requests to complete");
        GracefulShutdown shutdown = new GracefulShutdown(server.drain()
                .handle((ended, failure) -> failure == null && !server.hasAborted()
                        ? GracefulShutdownResult.IDLE
                        : GracefulShutdownResult.REQUESTS_ACTIVE));
        // Not as a dependent of the future: that would run the callback on the event loop.
        Thread.ofPlatform()
                .name("netpoll-" + serverName + "-shutdown")
                .daemon(true)
                .start(() -> callback.shutdownComplete(shutdown.await()));
        return shutdown;
    }

    /** The server stops now: requests that still run are not waited for any longer. */
    void abort() {
        result.complete(GracefulShutdownResult.REQUESTS_ACTIVE);
    }

    private GracefulShutdownResult await() {
        GracefulShutdownResult outcome = result.join();
        if (outcome == GracefulShutdownResult.IDLE) {
            logger.info("Graceful shutdown complete");
        } else {
            logger.info("Graceful shutdown aborted with one or more requests still active");
        }
        return outcome;
    }
}
