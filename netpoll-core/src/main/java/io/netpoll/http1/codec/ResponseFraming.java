package io.netpoll.http1.codec;

/** How the client finds the end of a response's content (RFC 9112 §6.3). */
public enum ResponseFraming {
    /** No octets of content follow the head, whatever the fields say. */
    NO_CONTENT,
    /** Content-Length says how many octets follow. */
    LENGTH,
    /** Chunks follow. */
    CHUNKED,
    /** The connection's close ends the content. */
    UNTIL_CLOSE
}
