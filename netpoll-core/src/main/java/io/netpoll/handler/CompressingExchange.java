package io.netpoll.handler;

import io.netpoll.http.Cancellable;
import io.netpoll.http.DetachedListener;
import io.netpoll.http.Exchange;
import io.netpoll.http.Headers;
import io.netpoll.http.RequestBody;
import io.netpoll.http.ResponseSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An exchange whose response may be compressed. However it ends, by its handler, by itself, or by an exception of one of its
 * tasks, the content is ended or given up first.
 */
final class CompressingExchange extends ForwardingExchange {

    private final CompressingSink sink;
    private final RequestBody body;

    /** Somebody has ended the exchange. */
    private final AtomicBoolean ending = new AtomicBoolean();

    private volatile boolean detached;

    CompressingExchange(Exchange exchange, CompressionPolicy policy, DeflaterPool pool, boolean onLoop) {
        super(exchange);
        this.sink = new CompressingSink(exchange.response(), exchange.request(), policy, pool, onLoop);
        this.body = new Body(exchange.requestBody());
    }

    @Override
    public ResponseSink response() {
        return sink;
    }

    @Override
    public RequestBody requestBody() {
        return body;
    }

    @Override
    public void detach(DetachedListener listener) {
        super.detach(new DetachedListener() {
            @Override
            public void gone(IOException cause) {
                sink.guarded(() -> listener.gone(cause)).run();
            }

            @Override
            public void endRequested() {
                sink.guarded(listener::endRequested).run();
            }
        });
        detached = true;
    }

    /** The handler has returned: if nobody else will, this ends the content. */
    void handlerReturned() throws IOException {
        if (detached) {
            return;
        }
        try {
            if (!ending.get()) {
                sink.finishContent();
            }
        } finally {
            sink.release();
        }
    }

    /** Nothing more will come. */
    void release() {
        sink.release();
    }

    /** The end of the content may have to wait for the client, so it is made by the exchange's last task. */
    @Override
    public void complete() {
        if (!detached || !sink.isOpen()) {
            super.complete();
        } else if (ending.compareAndSet(false, true) && !super.execute(this::finishAndComplete)) {
            sink.release();
        }
    }

    private void finishAndComplete() {
        try {
            sink.finishContent();
        } catch (IOException e) {
            if (!sink.hasSinkFailed()) {
                throw new UncheckedIOException(e); // nobody else knows that the content is not whole
            }
        } finally {
            sink.release();
        }
        super.complete();
    }

    @Override
    public void abort(Throwable cause) {
        if (ending.compareAndSet(false, true)) {
            super.abort(cause);
            sink.release();
        }
    }

    @Override
    public boolean execute(Runnable task) {
        return !ending.get() && super.execute(sink.guarded(task));
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable task) {
        return super.schedule(delay, sink.guarded(task));
    }

    private final class Body implements RequestBody {

        private final RequestBody requestBody;

        Body(RequestBody requestBody) {
            this.requestBody = requestBody;
        }

        @Override
        public long length() {
            return requestBody.length();
        }

        @Override
        public boolean isFinished() {
            return requestBody.isFinished();
        }

        @Override
        public int available() {
            return requestBody.available();
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return requestBody.read(target, offset, length);
        }

        @Override
        public int tryRead(byte[] target, int offset, int length) throws IOException {
            return requestBody.tryRead(target, offset, length);
        }

        @Override
        public void onReadable(Runnable task) {
            requestBody.onReadable(sink.guarded(task));
        }

        @Override
        public Headers trailers() {
            return requestBody.trailers();
        }
    }
}
