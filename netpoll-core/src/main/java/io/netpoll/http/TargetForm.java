package io.netpoll.http;

/** The four forms of a request target (RFC 9112 §3.2). */
public enum TargetForm {
    /** {@code /path?query}: the ordinary form (§3.2.1). */
    ORIGIN,
    /** {@code http://host/path?query}: its authority replaces the Host field (§3.2.2). */
    ABSOLUTE,
    /** {@code host:port}: CONNECT only (§3.2.3). */
    AUTHORITY,
    /** {@code *}: OPTIONS for the server as a whole (§3.2.4). */
    ASTERISK
}
