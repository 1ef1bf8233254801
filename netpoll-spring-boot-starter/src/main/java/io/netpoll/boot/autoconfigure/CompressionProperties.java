package io.netpoll.boot.autoconfigure;

/** The properties {@code netpoll.server.compression.*}: what Spring Boot's {@code server.compression.*} leave open. */
public class CompressionProperties {

    /**
     * Whether a response with a strong ETag is compressed, with its ETag made weak. If not, it is not compressed.
     */
    private boolean weakenEtags;

    public boolean isWeakenEtags() {
        return weakenEtags;
    }

    public void setWeakenEtags(boolean weakenEtags) {
        this.weakenEtags = weakenEtags;
    }
}
