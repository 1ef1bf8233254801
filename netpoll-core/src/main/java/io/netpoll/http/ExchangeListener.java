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
     * An exchange has ended, or a request was refused before there was one.
     *
     * @param summary what there is to know; to be read during the call only
     */
    void exchangeEnded(ExchangeSummary summary);
}
