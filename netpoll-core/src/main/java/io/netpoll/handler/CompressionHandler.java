package io.netpoll.handler;

import io.netpoll.http.Exchange;
import io.netpoll.http.Handler;
import java.util.zip.Deflater;

/**
 * Compresses the responses of another handler with gzip (RFC 9110 §8.4.1.3; RFC 1952) for clients that ask for it.
 *
 * <p>Content of unknown length is compressed, of known length from a minimum on. A flush makes everything written so far
 * decodable and sends it, so that events arrive when they happen. Left as they are: what has a Content-Encoding or a digest
 * already, a part of something (206, Content-Range), {@code Cache-Control: no-transform}, and what has a strong entity tag,
 * unless the option says to weaken it. A response that another client would get compressed has {@code Accept-Encoding} in
 * its Vary field. HEAD is answered with the fields of GET, without a length.
 *
 * <p>A non-blocking handler shares its event loop with others: there only content of known length up to 16 KiB is
 * compressed.
 *
 * <p>Safe for use by several threads, as the other handler is.
 */
public final class CompressionHandler implements Handler, AutoCloseable {

    private static final int POOLED_PER_PROCESSOR = 4;

    private final Handler handler;
    private final CompressionPolicy policy;
    private final DeflaterPool pool;
    private final boolean onLoop;

    /**
     * Compresses responses.
     *
     * @param handler makes the responses
     * @param options which are compressed
     */
    public CompressionHandler(Handler handler, CompressionOptions options) {
        this(
                handler,
                options,
                new DeflaterPool(
                        () -> new Deflater(Deflater.DEFAULT_COMPRESSION, true),
                        POOLED_PER_PROCESSOR * Runtime.getRuntime().availableProcessors()));
    }

    CompressionHandler(Handler handler, CompressionOptions options, DeflaterPool pool) {
        this.handler = handler;
        this.policy = new CompressionPolicy(options);
        this.pool = pool;
        this.onLoop = handler.isNonBlocking();
    }

    @Override
    public void handle(Exchange exchange) throws Exception {
        CompressingExchange compressing = new CompressingExchange(exchange, policy, pool, onLoop);
        boolean returned = false;
        try {
            handler.handle(compressing);
            returned = true;
            compressing.handlerReturned();
        } finally {
            if (!returned) {
                compressing.release();
            }
        }
    }

    @Override
    public boolean isNonBlocking() {
        return onLoop;
    }

    /**
     * Frees the native memory that is kept for responses to come. Those that are open free theirs when they end. Harmless if
     * called again.
     */
    @Override
    public void close() {
        pool.close();
    }
}
