package io.netpoll.http;

/**
 * Is told how each exchange has ended: where an access log comes from.
 *
 * <p>Called on the thread that ends the exchange, which may be an event loop, before the connection goes on. So an
 * implementation must not block; what it throws is reported and otherwise ignored. Several threads call it at once.
 */
@FunctionalInterface
public interface ExchangeListener {

    /** Is told nothing: a server with this listener measures no times for it either. */
    ExchangeListener NONE = summary -> {};

    /**
     * An exchange has ended, or a request was refused before there was one. Of a connection whose TLS handshake fails there
     * is no request to tell of: it is one call of its own, with {@link ExchangeEnd#HANDSHAKE_FAILED}.
     *
     * @param summary what there is to know. {@linkplain ExchangeSummary#id With the number 0} all of it is immutable and may
     *     be kept; otherwise it is to be read during the call only
     */
    void exchangeEnded(ExchangeSummary summary);
}
