package io.netpoll.http1;

/** What the server has lost its patience with. */
public enum Expiry {
    /** The header of the PROXY protocol did not come in time. */
    PROXY_HEADER,
    /** A TLS handshake did not come to its end in time. */
    HANDSHAKE,
    /** A head did not arrive in time. */
    HEAD,
    /** A connection was idle for too long. */
    KEEP_ALIVE,
    /** The content of a request was waited for, and nothing came. */
    BODY,
    /** The content of a request came too slowly on average. */
    BODY_RATE,
    /** The client was waited for to take a response, and took nothing. */
    RESPONSE,
    /** The client took a response too slowly on average. */
    RESPONSE_RATE,
    /** What is discarded after an answer, or after our side was closed, took too long to end. */
    LINGERING
}
