package io.netpoll.boot;

import io.netpoll.server.ListenException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.GracefulShutdownCallback;
import org.springframework.boot.web.server.GracefulShutdownResult;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.Shutdown;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.WebServerException;

/**
 * A web server of a Spring Boot application. Each start listens with a new event loop, so that a stopped server holds no
 * descriptor and no thread but the one that keeps the process alive; the application behind it lives until
 * {@link #destroy}. Any thread may call any method.
 */
public final class NetpollWebServer implements WebServer {

    private static final Logger logger = LoggerFactory.getLogger(NetpollWebServer.class);

    private final Object monitor = new Object();
    private final HostedApplication application;
    private final ServerSettings settings;
    private final KeepAliveThread keepAlive;

    private WebServerState state = WebServerState.INITIALIZED;
    private boolean prepared;
    private volatile @Nullable RunningServer running;
    private @Nullable GracefulShutdown gracefulShutdown;

    NetpollWebServer(HostedApplication application, ServerSettings settings) {
        this.application = application;
        this.settings = settings;
        this.keepAlive = KeepAliveThread.start(settings.options().name());
    }

    @Override
    public void start() throws WebServerException {
        synchronized (monitor) {
            if (state.isRunning()) {
                return;
            }
            WebServerState next = state.to(WebServerState.STARTED);
            if (settings.listens()) {
                prepare();
                listen();
            }
            state = next;
        }
    }

    private void prepare() {
        if (prepared) {
            return;
        }
        try {
            application.beforeFirstStart();
            prepared = true;
        } catch (Exception e) {
            throw new WebServerException("Unable to start netpoll", e);
        }
    }

    private void listen() {
        try {
            RunningServer server = RunningServer.start(settings, application.handler());
            running = server;
            logger.info(
                    "netpoll started on {}{}, handler mode {}",
                    ListenDescription.of(server.localAddresses(), settings.schemes()),
                    application.startedSuffix(),
                    server.handlerMode().name().toLowerCase(Locale.ROOT));
        } catch (IOException e) {
            SocketAddress address = failedAddress(e);
            if (address instanceof InetSocketAddress inet) {
                PortInUseException.throwIfPortBindingException(e, inet::getPort);
            }
            throw new ServerStartException(address, e);
        }
    }

    private SocketAddress failedAddress(IOException failure) {
        SocketAddress address =
                failure instanceof ListenException e ? e.listenAddress().address() : null;
        return address != null ? address : settings.bindAddress();
    }

    @Override
    public void shutDownGracefully(GracefulShutdownCallback callback) {
        if (settings.shutdown() == Shutdown.IMMEDIATE) {
            callback.shutdownComplete(GracefulShutdownResult.IMMEDIATE);
        } else if (!drain(callback)) {
            callback.shutdownComplete(GracefulShutdownResult.IDLE);
        }
    }

    private boolean drain(GracefulShutdownCallback callback) {
        synchronized (monitor) {
            RunningServer server = running;
            if (server == null || state != WebServerState.STARTED) {
                return false;
            }
            state = state.to(WebServerState.DRAINING);
            gracefulShutdown = GracefulShutdown.begin(server, settings.options().name(), callback);
            return true;
        }
    }

    @Override
    public void stop() throws WebServerException {
        synchronized (monitor) {
            if (!state.isRunning()) {
                return;
            }
            state = state.to(WebServerState.STOPPED);
            if (gracefulShutdown != null) {
                gracefulShutdown.abort();
                gracefulShutdown = null;
            }
            if (running != null) {
                running.close();
                running = null;
            }
        }
    }

    @Override
    public void destroy() throws WebServerException {
        synchronized (monitor) {
            if (state == WebServerState.DESTROYED) {
                return;
            }
            try {
                stop();
            } finally {
                state = state.to(WebServerState.DESTROYED);
                keepAlive.end();
                application.close();
            }
        }
    }

    /** Whether no event loop of this server has ended with an error; also while the server is stopped. */
    public boolean isHealthy() {
        RunningServer server = running;
        return server == null || server.isHealthy();
    }

    /** The certificates that clients are shown; also while the server is stopped. */
    public TlsCertificates getCertificates() {
        return settings.certificates();
    }

    /** The port that is listened on; −1 while there is none. */
    @Override
    public int getPort() {
        RunningServer server = running;
        return server != null ? server.port() : -1;
    }
}
