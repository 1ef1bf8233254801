package io.netpoll.http;

/** How an exchange can end. */
public enum ExchangeEnd {
    /** The response left whole, whatever its status. */
    COMPLETED,
    /** The TLS handshake failed, so no request could come; {@link ExchangeSummary#detail} says why. */
    HANDSHAKE_FAILED,
    /** The request broke the protocol and was refused before anybody handled it. */
    REJECTED,
    /** The server had too much to do, and answered without handling the request. */
    REFUSED,
    /** The content of the request broke its framing, was too large, or ended early. */
    REQUEST_BROKEN,
    /** The client was too slow, in sending the request or in reading the response. */
    CLIENT_STALLED,
    /** The client closed or reset the connection. */
    CLIENT_GONE,
    /** The exchange took longer than an exchange may. */
    TIMED_OUT,
    /** The server was stopped. */
    SERVER_STOPPED,
    /** The handler failed, or gave the exchange up. */
    FAILED
}
