package io.netpoll.handler;

import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What proxies that are believed say of a request. What is {@code null} they do not say, and stays as it is.
 *
 * @param client who asks
 * @param others what the field with the clients' addresses has left of the client: nobody that is believed has said it
 * @param proxies the trusted proxies that have passed the request on, the first one first
 * @param secure whether the client's connection is protected by TLS
 * @param authority whom the client asked
 */
record Origin(
        @Nullable InetSocketAddress client,
        List<String> others,
        List<String> proxies,
        @Nullable Boolean secure,
        @Nullable String authority) {

    /** Nothing is said. */
    static final Origin UNSAID = new Origin(null, List.of(), List.of(), null, null);

    boolean isUnsaid() {
        return client == null && secure == null && authority == null;
    }
}
