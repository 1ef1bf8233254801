package io.netpoll.http;

/** The versions of HTTP a request may carry (RFC 9110 §2.5). */
public enum HttpVersion {
    /** HTTP/1.0: the connection ends with the response unless the client asks for more. */
    HTTP_1_0("HTTP/1.0"),
    /** HTTP/1.1, and what a client of a later minor version is treated as (RFC 9110 §6.2). */
    HTTP_1_1("HTTP/1.1");

    private final String text;

    HttpVersion(String text) {
        this.text = text;
    }

    /** The version as the protocol writes it, such as {@code HTTP/1.1}. */
    @Override
    public String toString() {
        return text;
    }
}
