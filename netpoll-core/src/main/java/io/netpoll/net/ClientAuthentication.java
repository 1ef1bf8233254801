package io.netpoll.net;

/** Whether a client has to show a certificate. */
public enum ClientAuthentication {
    /** It is not asked for one. */
    NONE,
    /** It is asked for one and may have none; one that it shows has to be trusted. */
    WANT,
    /** A handshake without a trusted certificate fails. */
    NEED
}
