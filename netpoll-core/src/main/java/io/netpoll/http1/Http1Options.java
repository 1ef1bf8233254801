package io.netpoll.http1;

import io.netpoll.http1.codec.HeadLimits;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What the protocol needs to know, in its own units.
 *
 * @param headLimits how large a request's head may be
 * @param maxRequests how many requests a connection may carry; −1 for any number
 * @param handshakeTimeout how long a TLS handshake may take, and what a proxy says before it, ns
 * @param headTimeout how long a head may take, ns
 * @param bodyTimeout how long a reader waits for octets, ns
 * @param keepAliveTimeout how long a connection may be idle, ns
 * @param writeTimeout how long a writer waits for the client, ns
 * @param minimumRate the octets a second that content has to move at on average, in either direction; 0 for any
 * @param minimumRateGrace how long is waited before the average counts, ns
 * @param maxAge how old a connection may become, ns; 0 for any age
 * @param halfCloseGrace how long an uncommitted detached exchange outlives its client's FIN, ns
 * @param requestLimits how much the server takes on
 * @param streamTypes which responses have no end
 * @param serverLine the Server field as a line, or {@code null}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Http1Options(
        HeadLimits headLimits,
        int maxRequests,
        long handshakeTimeout,
        long headTimeout,
        long bodyTimeout,
        long keepAliveTimeout,
        long writeTimeout,
        long minimumRate,
        long minimumRateGrace,
        long maxAge,
        long halfCloseGrace,
        RequestLimits requestLimits,
        StreamTypes streamTypes,
        byte @Nullable [] serverLine) {

    /** The line of a Server field. */
    public static byte @Nullable [] serverLine(@Nullable String value) {
        return value == null ? null : ("Server: " + value + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }
}
