package io.netpoll.net;

import java.util.List;
import java.util.concurrent.Executor;

/** Makes TLS streams of plain ones; those of one object share their buffers. Any thread. */
public final class TlsStreams {

    private final TlsContexts contexts;
    private final List<String> applicationProtocols;
    private final Executor helpers;
    private final RecordBuffers buffers = new RecordBuffers();

    /**
     * Puts the parts together.
     *
     * @param contexts how TLS is done
     * @param applicationProtocols what may be spoken on TLS, the best first (ALPN, RFC 7301); a client that offers others
     *     only is refused, one that offers nothing is not
     * @param helpers runs the handshakes' expensive parts; must not run them on the caller's thread
     */
    public TlsStreams(TlsContexts contexts, List<String> applicationProtocols, Executor helpers) {
        this.contexts = contexts;
        this.applicationProtocols = List.copyOf(applicationProtocols);
        this.helpers = helpers;
    }

    /** The server's side of TLS on a stream, which belongs to it from here on. */
    public Stream secure(Stream transport) {
        return new TlsStream(transport, contexts, applicationProtocols, buffers, helpers);
    }
}
