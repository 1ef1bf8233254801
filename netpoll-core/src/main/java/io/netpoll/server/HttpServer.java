package io.netpoll.server;

import io.netpoll.http.ExchangeListener;
import io.netpoll.http.Handler;
import io.netpoll.net.ListeningSocket;
import io.netpoll.net.SystemdSockets;
import io.netpoll.net.TlsContexts;
import io.netpoll.reactor.UnsupportedPlatformException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/1.1 server: event loops, a listener, and threads for handlers. It runs once: {@link #start}, perhaps
 * {@link #drain}, {@link #close}. Any thread may call its methods.
 *
 * <pre>{@code
 * try (HttpServer server = HttpServer.builder()
 *         .bind(new InetSocketAddress(8080))
 *         .handler(exchange -> {
 *             byte[] text = "Hello, world!".getBytes(StandardCharsets.UTF_8);
 *             exchange.response().send(new ResponseHead(200).with("Content-Type", "text/plain"), text, 0, text.length);
 *         })
 *         .build()) {
 *     server.start();
 *     Thread.currentThread().join();
 * }
 * }</pre>
 */
public final class HttpServer implements AutoCloseable {

    private enum State {
        NEW,
        RUNNING,
        DRAINING,
        CLOSED
    }

    private final Builder settings;
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private final Object lock = new Object();
    private volatile State state = State.NEW;
    private volatile @Nullable RunningServer running;

    private HttpServer(Builder settings) {
        this.settings = settings;
    }

    /** A builder; {@link Builder#handler} has to be set. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Binds, listens, and starts to serve.
     *
     * @throws ListenException if an address is in use, not ours, or not permitted; its text says which
     * @throws IOException if the system refuses something else
     * @throws UnsupportedPlatformException if netpoll cannot run here
     * @throws IllegalStateException if the server has been started before
     */
    public void start() throws IOException {
        synchronized (lock) {
            if (state != State.NEW) {
                throw new IllegalStateException("A server starts once; this one is " + state);
            }
            running = RunningServer.start(settings.snapshot(), () -> drained.complete(null));
            state = State.RUNNING;
        }
    }

    /** The port that is bound; −1 while the server does not run, or listens on a Unix-domain socket. */
    public int port() {
        return localAddress() instanceof InetSocketAddress inet ? inet.getPort() : -1;
    }

    /**
     * The address that is bound: an {@link InetSocketAddress} or a {@link UnixDomainSocketAddress}; {@code null} while the
     * server does not run.
     */
    public @Nullable SocketAddress localAddress() {
        RunningServer server = running;
        return server == null ? null : server.localAddress();
    }

    /**
     * All addresses that are bound, {@link #localAddress} first, then those of {@link ServerOptions#listeners} in their order;
     * empty while the server does not run.
     */
    public List<SocketAddress> localAddresses() {
        RunningServer server = running;
        return server == null ? List.of() : server.localAddresses();
    }

    /** Whether the server runs and all its loops do. */
    public boolean isHealthy() {
        RunningServer server = running;
        return server != null && !server.hasFailed();
    }

    /**
     * Lets running requests end, as {@link ServerOptions#shutdown} says: connects are refused when this returns, unless there
     * is a delay, idle connections are closed, and every answer ends its connection. The server is still to be closed
     * afterwards.
     *
     * @return completes when no exchange is open, asynchronous ones and those whose clients are still to take the rest of
     *     their answer included, or what was open has been aborted because the time is over, or the server is closed
     */
    public CompletableFuture<Void> drain() {
        synchronized (lock) {
            RunningServer server = running;
            if (state == State.RUNNING && server != null) {
                state = State.DRAINING;
                server.drain();
            } else if (state != State.DRAINING) {
                drained.complete(null);
            }
            return drained.copy();
        }
    }

    /**
     * Ends the server: what is open is reset, loops and threads end. Returns although handlers may still run; what they do
     * to their exchanges fails. Harmless if the server is closed or was never started.
     */
    @Override
    public void close() {
        RunningServer server;
        synchronized (lock) {
            state = State.CLOSED;
            server = running;
            running = null;
        }
        if (server != null) {
            server.close();
        }
        drained.complete(null);
    }

    /** How far the shutdown has come; {@link ShutdownState#SERVING} also before the start. */
    public ShutdownState shutdownState() {
        RunningServer server = running; // without the lock: whoever drains may wait for a loop that asks this
        if (server != null) {
            return server.shutdownState();
        }
        return state == State.CLOSED ? ShutdownState.STOPPED : ShutdownState.SERVING;
    }

    /**
     * What the server does; after {@link #close}, what it has done can no longer be asked.
     *
     * @throws IllegalStateException while the server does not run
     */
    public ServerStatistics statistics() {
        RunningServer server = running;
        if (server == null) {
            throw new IllegalStateException("The server does not run");
        }
        return server;
    }

    /** Collects what a server needs. Not safe for use by several threads. */
    public static final class Builder {

        private @Nullable Handler handler;
        private ListenAddress address = ListenAddress.of(new InetSocketAddress(8080));
        private ServerOptions options = ServerOptions.builder().build();
        private ServerListener listener = ServerListener.NONE;
        private ExchangeListener exchanges = ExchangeListener.NONE;
        private @Nullable ThreadFactory threads;
        private @Nullable TlsContexts tls;

        private Builder() {}

        /** Sets what answers requests; required. */
        public Builder handler(Handler handler) {
            this.handler = handler;
            return this;
        }

        /**
         * Sets where to listen, besides {@link ServerOptions#listeners}; default port 8080 of all addresses. Port 0 means any free port. {@link ListeningSocket#bind}
         * says what it does with a Unix-domain address.
         *
         * @param address an {@link InetSocketAddress} or a {@link UnixDomainSocketAddress}
         */
        public Builder bind(SocketAddress address) {
            this.address = ListenAddress.of(address);
            return this;
        }

        /** Sets where to listen, besides {@link ServerOptions#listeners}, and what is spoken there. */
        public Builder bind(ListenAddress address) {
            this.address = address;
            return this;
        }

        /** Sets to listen at a path, whose file gets a mode: a client needs write permission to connect. */
        public Builder bind(UnixDomainSocketAddress address, Set<PosixFilePermission> permissions) {
            this.address = ListenAddress.of(address, permissions);
            return this;
        }

        /**
         * Sets to listen on a descriptor that somebody else has opened, bound and made listen: {@link SystemdSockets}. Its
         * backlog stays as it is. The server closes it; so it serves for one start.
         */
        public Builder adopt(int fd) {
            this.address = ListenAddress.adopted(fd);
            return this;
        }

        /**
         * Sets to speak TLS wherever the server listens, but for {@link ListenAddress#inTheClear}, with the keys of a context;
         * default is not to.
         *
         * @param context has at least one key with a certificate
         */
        public Builder tls(SSLContext context) {
            return tls(TlsContexts.of(context));
        }

        /** Sets to speak TLS, and how that is chosen for each connection; {@code null}, the default, for no TLS. */
        public Builder tls(@Nullable TlsContexts contexts) {
            this.tls = contexts;
            return this;
        }

        /** Sets the options; default {@link ServerOptions#builder()} unchanged. */
        public Builder options(ServerOptions options) {
            this.options = options;
            return this;
        }

        /** Sets who is told what happens; default nobody. */
        public Builder listener(ServerListener listener) {
            this.listener = listener;
            return this;
        }

        /** Sets who is told how exchanges end; default nobody, and then nothing is measured for it. */
        public Builder exchangeListener(ExchangeListener exchanges) {
            this.exchanges = exchanges;
            return this;
        }

        /** Sets what makes the loops' threads; default platform threads named after the server and the loop's number. */
        public Builder threads(@Nullable ThreadFactory threads) {
            this.threads = threads;
            return this;
        }

        /**
         * The server, not started.
         *
         * @throws NullPointerException without a handler
         */
        public HttpServer build() {
            Objects.requireNonNull(handler, "handler");
            Builder copy = new Builder();
            copy.handler = handler;
            copy.address = address;
            copy.options = options;
            copy.listener = listener;
            copy.exchanges = exchanges;
            copy.threads = threads;
            copy.tls = tls;
            return new HttpServer(copy);
        }

        private RunningServer.Settings snapshot() {
            return new RunningServer.Settings(
                    Objects.requireNonNull(handler, "handler"), address, tls, options, listener, exchanges, threads);
        }
    }
}
