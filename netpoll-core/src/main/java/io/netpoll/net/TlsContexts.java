package io.netpoll.net;

import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Says for each new connection how TLS is done. An answer that changes, because keys were renewed, concerns connections that
 * come after it; those that are open go on as they are.
 */
@FunctionalInterface
public interface TlsContexts {

    /**
     * Chooses. Called on the loop for each connection, so it must not wait.
     *
     * @param serverName the name that the client asks for (server_name, RFC 6066 §3), as it was sent; {@code null} if it
     *     names none
     */
    TlsContext choose(@Nullable String serverName);

    /** The same for every connection, whatever name is asked for. */
    static TlsContexts of(SSLContext context) {
        TlsContext chosen = TlsContext.of(context);
        return serverName -> chosen;
    }
}
