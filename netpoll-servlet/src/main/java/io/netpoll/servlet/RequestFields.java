package io.netpoll.servlet;

import io.netpoll.http.ConnectionInfo;
import io.netpoll.http.Exchange;
import io.netpoll.http.Headers;
import io.netpoll.http.RequestHead;
import io.netpoll.servlet.syntax.Authority;
import io.netpoll.servlet.syntax.BadFormException;
import io.netpoll.servlet.syntax.CookieHeader;
import io.netpoll.servlet.syntax.HttpDates;
import io.netpoll.servlet.syntax.LanguageRanges;
import jakarta.servlet.ServletConnection;
import jakarta.servlet.http.Cookie;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a request answers from its head and its connection (Servlet 6.1 §3.3 to §3.5, §3.10, §3.11). */
abstract class RequestFields extends UnauthenticatedRequest {

    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    private final Exchange exchange;
    private final RequestHead head;
    private final int maxCookies;
    private @Nullable Authority authority;
    private Cookie @Nullable [] cookies;
    private boolean cookiesRead;
    private @Nullable List<Locale> locales;

    RequestFields(Exchange exchange, int maxCookies) {
        this.exchange = exchange;
        this.maxCookies = maxCookies;
        this.head = exchange.request();
    }

    final RequestHead head() {
        return head;
    }

    final ConnectionInfo connection() {
        return exchange.connection();
    }

    @Override
    public @Nullable String getHeader(String name) {
        return head.headers().first(name);
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        return Collections.enumeration(head.headers().all(name));
    }

    @Override
    public Enumeration<String> getHeaderNames() {
        return Collections.enumeration(head.headers().names());
    }

    @Override
    public int getIntHeader(String name) {
        String value = getHeader(name);
        return value == null ? -1 : Integer.parseInt(value);
    }

    @Override
    public long getDateHeader(String name) {
        String value = getHeader(name);
        return value == null ? -1 : HttpDates.parse(value);
    }

    /** A copy each time: cookies can be changed. */
    @Override
    public Cookie @Nullable [] getCookies() {
        if (!cookiesRead) {
            Headers headers = head.headers();
            List<Cookie> found = headers.contains("Cookie") ? parseCookies(headers) : List.of();
            cookies = found.isEmpty() ? null : found.toArray(new Cookie[0]);
            cookiesRead = true;
        }
        return cookies == null ? null : cookies.clone();
    }

    private List<Cookie> parseCookies(Headers headers) {
        try {
            return CookieHeader.parse(headers, maxCookies);
        } catch (BadFormException e) {
            throw new BadRequestException(BadRequestException.BAD_REQUEST, String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public @Nullable String getContentType() {
        return getHeader("Content-Type");
    }

    @Override
    public int getContentLength() {
        long length = getContentLengthLong();
        return length > Integer.MAX_VALUE ? -1 : (int) length;
    }

    /** −1 without content as well as for content of unknown length: what the client has not declared is not known. */
    @Override
    public long getContentLengthLong() {
        long length = exchange.requestBody().length();
        return length == 0 && !head.headers().contains("Content-Length") ? -1 : length;
    }

    @Override
    public String getProtocol() {
        return head.version().toString();
    }

    @Override
    public String getScheme() {
        return isSecure() ? "https" : "http";
    }

    @Override
    public boolean isSecure() {
        return connection().isSecure();
    }

    @Override
    public String getServerName() {
        String host = authority().host();
        return host.isEmpty() ? getLocalAddr() : host;
    }

    @Override
    public int getServerPort() {
        int port = authority().port();
        if (port >= 0) {
            return port;
        }
        if (authority().host().isEmpty()) {
            return getLocalPort();
        }
        return defaultPort();
    }

    private int defaultPort() {
        return isSecure() ? HTTPS_PORT : HTTP_PORT;
    }

    private Authority authority() {
        Authority known = authority;
        if (known == null) {
            known = Authority.of(head.authority());
            authority = known;
        }
        return known;
    }

    /** Scheme and authority of this server as the client sees it. */
    final String origin() {
        String host = getServerName();
        boolean bare = host.indexOf(':') >= 0 && !host.startsWith("[");
        int port = getServerPort();
        return getScheme() + "://" + (bare ? "[" + host + "]" : host) + (port == defaultPort() ? "" : ":" + port);
    }

    @Override
    public StringBuffer getRequestURL() {
        return new StringBuffer(origin()).append(getRequestURI());
    }

    @Override
    public Locale getLocale() {
        List<Locale> wanted = locales();
        return wanted.isEmpty() ? Locale.getDefault() : wanted.getFirst();
    }

    @Override
    public Enumeration<Locale> getLocales() {
        List<Locale> wanted = locales();
        return Collections.enumeration(wanted.isEmpty() ? List.of(Locale.getDefault()) : wanted);
    }

    private List<Locale> locales() {
        List<Locale> known = locales;
        if (known == null) {
            known = LanguageRanges.parse(head.headers().all("Accept-Language"));
            locales = known;
        }
        return known;
    }

    @Override
    public String getRemoteAddr() {
        return address(connection().remoteAddress());
    }

    /** The address: a look-up by name would wait for a server that the client may own. */
    @Override
    public String getRemoteHost() {
        return getRemoteAddr();
    }

    @Override
    public int getRemotePort() {
        return port(connection().remoteAddress());
    }

    @Override
    public String getLocalAddr() {
        return address(connection().localAddress());
    }

    @Override
    public String getLocalName() {
        return getLocalAddr();
    }

    @Override
    public int getLocalPort() {
        return port(connection().localAddress());
    }

    private static String address(SocketAddress address) {
        if (address instanceof InetSocketAddress inet) {
            return inet.getAddress() == null
                    ? inet.getHostString()
                    : inet.getAddress().getHostAddress();
        }
        return address.toString();
    }

    private static int port(SocketAddress address) {
        return address instanceof InetSocketAddress inet ? inet.getPort() : 0;
    }

    @Override
    public String getRequestId() {
        return Long.toString(exchange.id());
    }

    /** HTTP/1.x has none. */
    @Override
    public String getProtocolRequestId() {
        return "";
    }

    @Override
    public ServletConnection getServletConnection() {
        return new ConnectionFacts(connection().direct(), getProtocol());
    }

    private record ConnectionFacts(ConnectionInfo connection, String protocol) implements ServletConnection {

        @Override
        public String getConnectionId() {
            return Long.toString(connection.id());
        }

        /** The names of the IANA registry for TLS ALPN are in lower case. */
        @Override
        public String getProtocol() {
            return protocol.toLowerCase(Locale.ROOT);
        }

        @Override
        public String getProtocolConnectionId() {
            return "";
        }

        @Override
        public boolean isSecure() {
            return connection.isSecure();
        }
    }
}
