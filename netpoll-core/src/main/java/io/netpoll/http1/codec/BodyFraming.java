package io.netpoll.http1.codec;

/** How the end of a request's content is found (RFC 9112 §6.3). */
public enum BodyFraming {
    /** There is no content: neither field was sent, or a Content-Length of zero. */
    NONE,
    /** Content-Length says how many octets there are, at least one. */
    LENGTH,
    /** The content comes in chunks (RFC 9112 §7.1). */
    CHUNKED
}
