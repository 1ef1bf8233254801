package io.netpoll.server;

import io.netpoll.handler.CompressionHandler;
import io.netpoll.handler.CompressionOptions;
import io.netpoll.handler.ForwardedHandler;
import io.netpoll.handler.ForwardedOptions;
import io.netpoll.http.Exchange;
import io.netpoll.http.Handler;
import org.jspecify.annotations.Nullable;

/** The application's handler in those that the options put around it. Who asks is known before anything else looks. */
final class Handlers implements Handler, AutoCloseable {

    private final Handler outermost;
    private final @Nullable CompressionHandler compression;

    private Handlers(Handler outermost, @Nullable CompressionHandler compression) {
        this.outermost = outermost;
        this.compression = compression;
    }

    static Handlers around(Handler handler, ServerOptions options) {
        Handler outermost = handler;
        CompressionHandler compressing = null;
        CompressionOptions compression = options.compression();
        if (compression != null) {
            compressing = new CompressionHandler(outermost, compression);
            outermost = compressing;
        }
        ForwardedOptions forwarded = options.forwarded();
        if (forwarded != null) {
            outermost = new ForwardedHandler(outermost, forwarded);
        }
        return new Handlers(outermost, compressing);
    }

    @Override
    public void handle(Exchange exchange) throws Exception {
        outermost.handle(exchange);
    }

    @Override
    public boolean isNonBlocking() {
        return outermost.isNonBlocking();
    }

    @Override
    public void close() {
        if (compression != null) {
            compression.close();
        }
    }
}
