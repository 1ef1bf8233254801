package io.netpoll.boot;

import java.time.Instant;
import java.util.Map;

/** The certificates that a server shows its clients, as they are now: renewed ones take the place of others. Any thread. */
@FunctionalInterface
public interface TlsCertificates {

    /** The key of the certificate that is shown to clients who ask for no name, or for one that is not configured. */
    String DEFAULT = "default";

    /** A server without TLS. */
    TlsCertificates NONE = Map::of;

    /**
     * When the certificates end, by the server name that they are for, or {@link #DEFAULT}: of a chain what ends first. What
     * is not known, because a bundle has managers of its own instead of a key store, is left out.
     */
    Map<String, Instant> expiries();
}
