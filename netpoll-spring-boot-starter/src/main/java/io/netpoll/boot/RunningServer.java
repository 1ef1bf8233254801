package io.netpoll.boot;

import io.netpoll.boot.accesslog.AccessLog;
import io.netpoll.boot.accesslog.AccessLogSettings;
import io.netpoll.http.ExchangeListener;
import io.netpoll.http.Handler;
import io.netpoll.server.HandlerMode;
import io.netpoll.server.HttpServer;
import io.netpoll.server.ShutdownState;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** One run of a server, from its start to its stop. A server that starts again gets another. */
final class RunningServer {

    private final HttpServer server;
    private final @Nullable AccessLog accessLog;
    private final List<ServerObserver.Observation> observations = new ArrayList<>();

    private RunningServer(HttpServer server, @Nullable AccessLog accessLog) {
        this.server = server;
        this.accessLog = accessLog;
    }

    /**
     * Listens and serves.
     *
     * @throws IOException if the address cannot be had
     */
    static RunningServer start(ServerSettings settings, Handler handler) throws IOException {
        AccessLog accessLog = accessLog(settings);
        HttpServer server = HttpServer.builder()
                .handler(handler)
                .bind(settings.listenAddress())
                .tls(settings.tls())
                .options(settings.options())
                .exchangeListener(accessLog != null ? accessLog : ExchangeListener.NONE)
                .listener(new LoggingServerListener(settings.options().name()))
                .build();
        RunningServer running = new RunningServer(server, accessLog);
        try {
            server.start();
            running.observe(settings);
            return running;
        } catch (IOException | RuntimeException | Error e) {
            running.close();
            throw e;
        }
    }

    private static @Nullable AccessLog accessLog(ServerSettings settings) {
        AccessLogSettings log = settings.accessLog();
        if (!log.isEnabled()) {
            return null;
        }
        try {
            return AccessLog.open(log, settings.options().name());
        } catch (IOException e) {
            throw new InvalidConfigurationPropertyValueException(
                    "netpoll.server.accesslog.directory",
                    log.getDirectory(),
                    "The access log cannot be written there: " + e);
        }
    }

    private void observe(ServerSettings settings) {
        for (ServerObserver observer : settings.observers()) {
            observations.add(
                    observer.observe(settings.options(), server.statistics(), accessLog, settings.certificates()));
        }
    }

    int port() {
        return server.port();
    }

    /** Everything that is listened on, the port first. */
    List<SocketAddress> localAddresses() {
        return server.localAddresses();
    }

    /** Where requests are handled, which is not always as was asked for. */
    HandlerMode handlerMode() {
        return server.statistics().handlerMode();
    }

    /** Whether all event loops run. */
    boolean isHealthy() {
        return server.isHealthy();
    }

    /** Accepts no more, after the delay if there is one; completes when no request is left, or waited for. */
    CompletableFuture<Void> drain() {
        return server.drain();
    }

    /** Whether a drain has come to the end of its time with requests left. */
    boolean hasAborted() {
        return server.shutdownState() == ShutdownState.ABORTING;
    }

    /** Aborts what is open and ends the threads. */
    void close() {
        server.close();
        observations.forEach(ServerObserver.Observation::close);
        observations.clear();
        if (accessLog != null) {
            accessLog.close(); // when nothing more can end
        }
    }
}
