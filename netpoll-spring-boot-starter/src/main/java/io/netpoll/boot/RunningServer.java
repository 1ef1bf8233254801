package io.netpoll.boot;

import io.netpoll.http.Handler;
import io.netpoll.server.HttpServer;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** One run of a server, from its start to its stop. A server that starts again gets another. */
final class RunningServer {

    private final HttpServer server;
    private final List<ServerObserver.Observation> observations = new ArrayList<>();

    private RunningServer(HttpServer server) {
        this.server = server;
    }

    /**
     * Listens and serves.
     *
     * @throws IOException if the address cannot be had
     */
    static RunningServer start(ServerSettings settings, Handler handler) throws IOException {
        HttpServer server = HttpServer.builder()
                .handler(handler)
                .bind(settings.bindAddress())
                .options(settings.options())
                .listener(new LoggingServerListener(settings.options().name()))
                .build();
        RunningServer running = new RunningServer(server);
        try {
            server.start();
            running.observe(settings);
            return running;
        } catch (IOException | RuntimeException | Error e) {
            running.close();
            throw e;
        }
    }

    private void observe(ServerSettings settings) {
        for (ServerObserver observer : settings.observers()) {
            observations.add(observer.observe(settings.options(), server.statistics()));
        }
    }

    int port() {
        return server.port();
    }

    /** Everything that is listened on, the port first. */
    List<SocketAddress> localAddresses() {
        return server.localAddresses();
    }

    /** Whether all event loops run. */
    boolean isHealthy() {
        return server.isHealthy();
    }

    /** Accepts no more; completes when no request is left. */
    CompletableFuture<Void> drain() {
        return server.drain();
    }

    /** Aborts what is open and ends the threads. */
    void close() {
        server.close();
        observations.forEach(ServerObserver.Observation::close);
        observations.clear();
    }
}
