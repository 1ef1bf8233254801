package io.netpoll.handler;

import io.netpoll.http.ConnectionInfo;
import io.netpoll.http.Exchange;
import io.netpoll.http.Headers;
import io.netpoll.http.HttpVersion;
import io.netpoll.http.RequestHead;
import io.netpoll.http.TargetForm;
import java.net.SocketAddress;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** An exchange as its client sees it. */
final class ForwardedExchange extends ForwardingExchange {

    private final RequestHead request;
    private final ConnectionInfo connection;

    ForwardedExchange(Exchange exchange, Origin origin, ForwardedOptions options) {
        super(exchange);
        this.request = new Request(exchange.request(), origin, options);
        this.connection = new Connection(exchange.connection(), origin);
    }

    @Override
    public RequestHead request() {
        return request;
    }

    @Override
    public ConnectionInfo connection() {
        return connection;
    }

    private static final class Request implements RequestHead {

        private final RequestHead request;
        private final @Nullable String authority;
        private final Headers headers;

        Request(RequestHead request, Origin origin, ForwardedOptions options) {
            this.request = request;
            this.authority = origin.authority();
            this.headers = origin.client() == null || options.rfc7239()
                    ? request.headers()
                    : new ForwardedHeaders(request.headers(), origin, options);
        }

        @Override
        public String method() {
            return request.method();
        }

        @Override
        public String target() {
            return request.target();
        }

        @Override
        public TargetForm targetForm() {
            return request.targetForm();
        }

        @Override
        public String path() {
            return request.path();
        }

        @Override
        public @Nullable String query() {
            return request.query();
        }

        @Override
        public @Nullable String scheme() {
            return request.scheme();
        }

        @Override
        public String authority() {
            return authority != null ? authority : request.authority();
        }

        @Override
        public HttpVersion version() {
            return request.version();
        }

        @Override
        public Headers headers() {
            return headers;
        }
    }

    private record Connection(ConnectionInfo connection, Origin origin) implements ConnectionInfo {

        @Override
        public long id() {
            return connection.id();
        }

        @Override
        public SocketAddress remoteAddress() {
            SocketAddress client = origin.client();
            return client != null ? client : connection.remoteAddress();
        }

        @Override
        public SocketAddress localAddress() {
            return connection.localAddress();
        }

        @Override
        public boolean isSecure() {
            Boolean secure = origin.secure();
            return secure != null ? secure : connection.isSecure();
        }

        @Override
        public @Nullable SSLSession tlsSession() {
            return connection.tlsSession();
        }

        @Override
        public ConnectionInfo direct() {
            return connection.direct();
        }
    }
}
