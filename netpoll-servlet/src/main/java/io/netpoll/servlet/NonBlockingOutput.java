package io.netpoll.servlet;

import io.netpoll.http.ResponseSink;
import jakarta.servlet.WriteListener;

/**
 * Writing without blocking (Servlet 6.1 §5.7, Javadoc of {@code ServletOutputStream} and {@code WriteListener}): ready
 * whenever the connection holds nothing back. The listener is called by tasks of the exchange, first when the container's
 * call has returned, later only after the application was told that the stream is not ready.
 */
final class NonBlockingOutput {

    private final StreamOwner owner;
    private final ResponseSink sink;
    private final WriteListener listener;
    private boolean started;
    private boolean dropped;
    private boolean waiting;
    private boolean failed;

    NonBlockingOutput(StreamOwner owner, ResponseSink sink, WriteListener listener) {
        this.owner = owner;
        this.sink = sink;
        this.listener = listener;
    }

    synchronized void start() {
        if (!started || dropped) {
            started = true;
            dropped = false;
            waiting = true;
            owner.execute(this::evaluate);
        }
    }

    synchronized boolean isReady() {
        if (failed || waiting || !started) {
            return false;
        }
        if (sink.isWritable()) {
            return true;
        }
        waiting = true;
        sink.onWritable(this::evaluate);
        return false;
    }

    private void evaluate() {
        synchronized (this) {
            waiting = false;
        }
        if (!owner.callback(listener::onWritePossible, this::failed)) {
            synchronized (this) {
                dropped = true;
            }
        }
    }

    /** Whether the listener is still to hear that it may write. */
    synchronized boolean isWaiting() {
        return waiting && !failed;
    }

    /** The listener is told once. */
    void failed(Throwable cause) {
        synchronized (this) {
            if (failed) {
                return;
            }
            failed = true;
        }
        listener.onError(cause);
    }
}
