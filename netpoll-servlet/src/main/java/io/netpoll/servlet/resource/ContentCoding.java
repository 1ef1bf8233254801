package io.netpoll.servlet.resource;

/** A content coding (RFC 9110 §8.4.1) in which a resource may lie beside the plain one. */
public enum ContentCoding {
    /** RFC 7932, files that end with {@code .br}. */
    BROTLI("br", ".br"),
    /** RFC 1952, files that end with {@code .gz}. */
    GZIP("gzip", ".gz");

    private final String token;
    private final String extension;

    ContentCoding(String token, String extension) {
        this.token = token;
        this.extension = extension;
    }

    /** Its name in header fields. */
    String token() {
        return token;
    }

    /** What follows the plain resource's name. */
    String extension() {
        return extension;
    }
}
