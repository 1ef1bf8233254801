package io.netpoll.handler;

import io.netpoll.http.ConnectionInfo;
import io.netpoll.http.Exchange;
import io.netpoll.http.Handler;
import io.netpoll.http.ResponseHead;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;

/**
 * Shows requests that have come through proxies as their clients made them: the client's address, whether its connection is
 * protected, and the authority it asked for. Only the word of proxies that are named in the options counts; what anybody else
 * says is left where it is, and means nothing.
 *
 * <p>A value that cannot be read is as good as none. The exception is {@code Forwarded}, which has quotes: where it is
 * malformed, nobody can tell a proxy's word from that of its client, and the request is answered with 400.
 */
public final class ForwardedHandler implements Handler {

    private static final int BAD_REQUEST = 400;

    private final Handler handler;
    private final ForwardedOptions options;
    private final Proxies proxies;
    private final OriginReader reader;

    /**
     * Shows requests as their clients made them.
     *
     * @param handler answers them
     * @param options whose word counts
     */
    public ForwardedHandler(Handler handler, ForwardedOptions options) {
        this.handler = handler;
        this.options = options;
        this.proxies = new Proxies(options);
        this.reader = options.rfc7239() ? new Rfc7239Reader(proxies) : new XForwardedReader(options, proxies);
    }

    @Override
    public void handle(Exchange exchange) throws Exception {
        ConnectionInfo connection = exchange.connection();
        InetAddress peer = Proxies.addressOf(connection.remoteAddress());
        if (peer == null || !proxies.areBelieved(peer)) {
            handler.handle(exchange);
            return;
        }
        Origin origin;
        try {
            origin = reader.read(exchange.request(), connection);
        } catch (MalformedForwardedException e) {
            refuse(exchange, String.valueOf(e.getMessage()));
            return;
        }
        handler.handle(origin.isUnsaid() ? exchange : new ForwardedExchange(exchange, origin, options));
    }

    private static void refuse(Exchange exchange, String reason) throws IOException {
        byte[] text = reason.getBytes(StandardCharsets.US_ASCII);
        exchange.response()
                .send(new ResponseHead(BAD_REQUEST).with("Content-Type", "text/plain"), text, 0, text.length);
    }

    @Override
    public boolean isNonBlocking() {
        return handler.isNonBlocking();
    }
}
