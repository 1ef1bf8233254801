package io.netpoll.http1;

/** What the server has lost its patience with. */
public enum Expiry {
    /** A TLS handshake did not come to its end in time. */
    HANDSHAKE,
    /** A head did not arrive in time. */
    HEAD,
    /** A connection was idle for too long. */
    KEEP_ALIVE,
    /** Octets were waited for, or their acknowledgement, and none came. */
    STALLED,
    /** Octets came, or were acknowledged, but too slowly on average. */
    TOO_SLOW,
    /** A client did not close its side after ours had been closed. */
    LINGERING
}
