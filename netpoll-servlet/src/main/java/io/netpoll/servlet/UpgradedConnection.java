package io.netpoll.servlet;

import io.netpoll.http.Exchange;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A connection that speaks another protocol (Servlet 6.1 §2.3.3.5). The handler is called by one thread of the server at a
 * time, and destroyed once: when it closes the connection, when the client has gone or something has failed, or when one of
 * its methods has returned after the end of the client's octets and it does not wait to write.
 */
final class UpgradedConnection implements WebConnection, StreamOwner {

    private final ApplicationContext context;
    private final RequestLife life;
    private final Exchange exchange;
    private final HttpUpgradeHandler handler;
    private final EngineInputStream input;
    private final UpgradedOutputStream output;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile @Nullable Thread initializer;
    private boolean initialized;

    UpgradedConnection(RequestLife life, HttpUpgradeHandler handler) {
        this.context = life.context();
        this.life = life;
        this.exchange = life.exchange();
        this.handler = handler;
        this.input = new EngineInputStream(this, exchange.requestBody());
        this.output = new UpgradedOutputStream(this, exchange.response());
    }

    /** The request is over, and 101 has been sent: the handler may begin, on this thread. */
    void start() {
        initializer = Thread.currentThread();
        call(() -> handler.init(this));
        initializer = null;
        synchronized (this) {
            initialized = true;
        }
        startStreams();
    }

    private void call(Callback callback) {
        life.inside(() -> {
            try {
                callback.run();
            } catch (IOException | RuntimeException | Error e) {
                context.events().servletFailed(handler.getClass().getName(), e);
                end(e);
            }
        });
        if (hasReadAll() && !output.isWaiting()) {
            end(null);
        }
    }

    private boolean hasReadAll() {
        NonBlockingInput reading = input.nonBlocking();
        return reading == null ? input.isFinished() : reading.isToldAll();
    }

    private void startStreams() {
        NonBlockingInput reading = input.nonBlocking();
        if (reading != null) {
            reading.start();
        }
        NonBlockingOutput writing = output.nonBlocking();
        if (writing != null) {
            writing.start();
        }
    }

    @Override
    public EngineInputStream getInputStream() {
        return input;
    }

    @Override
    public UpgradedOutputStream getOutputStream() {
        return output;
    }

    /** What has been written leaves before the connection is closed, unless another thread still waits inside init. */
    @Override
    public void close() {
        Thread waiting = initializer;
        boolean foreign = waiting != null && !waiting.equals(Thread.currentThread());
        end(foreign ? new IOException("The connection has been closed while the handler's init was running") : null);
    }

    private void end(@Nullable Throwable cause) {
        if (!over.compareAndSet(false, true)) {
            return;
        }
        life.inside(() -> {
            try {
                handler.destroy();
            } catch (RuntimeException | LinkageError e) {
                context.events().listenerFailed(e);
            }
        });
        if (cause == null) {
            exchange.complete();
        } else {
            exchange.abort(cause);
        }
    }

    /** The client has gone: those who read and write without blocking learn of it first. */
    void gone(Throwable cause) {
        if (!over.get()) {
            tellStreams(cause);
            end(cause);
        }
    }

    /** The server shuts down: as {@link #gone}, but what has been written still leaves, and the connection ends in order. */
    void endRequested() {
        if (!over.get()) {
            tellStreams(new IOException("The server is shutting down"));
            end(null);
        }
    }

    private void tellStreams(Throwable cause) {
        NonBlockingInput reading = input.nonBlocking();
        if (reading != null && !reading.isDone()) {
            guarded(() -> reading.failed(cause));
        }
        NonBlockingOutput writing = output.nonBlocking();
        if (writing != null) {
            guarded(() -> writing.failed(cause));
        }
    }

    private void guarded(Runnable call) {
        life.inside(() -> {
            try {
                call.run();
            } catch (RuntimeException | LinkageError e) {
                context.events().listenerFailed(e);
            }
        });
    }

    /** There is no mode to be in: the connection can always be read and written without blocking. */
    @Override
    public void requireListening() {
        if (over.get()) {
            throw new IllegalStateException("The connection has ended");
        }
    }

    @Override
    public void streamsChanged() {
        boolean running;
        synchronized (this) {
            running = initialized;
        }
        if (running) {
            startStreams();
        }
    }

    @Override
    public boolean isContainerThread() {
        return life.isContainerThread();
    }

    @Override
    public void execute(Runnable task) {
        life.execute(task);
    }

    @Override
    public boolean callback(Callback callback, Consumer<Throwable> onFailure) {
        if (over.get()) {
            return false;
        }
        call(() -> {
            try {
                callback.run();
            } catch (IOException | RuntimeException | Error e) {
                onFailure.accept(e);
                throw e;
            }
        });
        return true;
    }

    /** Whoever reads has got the exception; the handler learns of the end by itself. */
    @Override
    public void readFailed(IOException cause) {
        ioFailed(cause);
    }

    @Override
    public void ioFailed(IOException cause) {
        if (!over.get()) {
            execute(() -> gone(cause));
        }
    }

    @Override
    public void streamFailed(IOException cause) {
        gone(cause);
    }
}
