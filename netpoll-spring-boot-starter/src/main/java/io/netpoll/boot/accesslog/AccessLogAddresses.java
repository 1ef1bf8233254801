package io.netpoll.boot.accesslog;

import io.netpoll.http.ExchangeSummary;
import jakarta.servlet.http.HttpServletRequest;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** Who spoke to whom. */
final class AccessLogAddresses {

    private static final int GROUPS = 8;

    private final boolean canonical;
    private final boolean asSeenByApplication;

    /**
     * Reads addresses in one way.
     *
     * @param canonical whether IPv6 is written as RFC 5952 recommends
     * @param asSeenByApplication whether forwarded headers count
     */
    AccessLogAddresses(boolean canonical, boolean asSeenByApplication) {
        this.canonical = canonical;
        this.asSeenByApplication = asSeenByApplication;
    }

    @Nullable Object remote(ExchangeSummary summary) {
        HttpServletRequest request = asSeenByApplication ? AttachedRequest.of(summary) : null;
        return request != null
                ? request.getRemoteAddr()
                : host(summary.connection().remoteAddress());
    }

    /** Whoever has connected, which may be a proxy that speaks the PROXY protocol for its client. */
    @Nullable Object peer(ExchangeSummary summary) {
        return host(summary.connection().direct().remoteAddress());
    }

    @Nullable Object local(ExchangeSummary summary) {
        return host(summary.connection().localAddress());
    }

    @Nullable Object localPort(ExchangeSummary summary) {
        return port(summary.connection().localAddress());
    }

    @Nullable Object remotePort(ExchangeSummary summary) {
        return port(summary.connection().remoteAddress());
    }

    @Nullable Object serverName(ExchangeSummary summary) {
        HttpServletRequest request = asSeenByApplication ? AttachedRequest.of(summary) : null;
        if (request != null) {
            return request.getServerName();
        }
        if (summary.request() == null) {
            return null;
        }
        String authority = summary.request().authority();
        int colon = authority.lastIndexOf(':');
        String host = colon > authority.lastIndexOf(']') ? authority.substring(0, colon) : authority;
        return host.isEmpty() ? null : host;
    }

    private static @Nullable Object port(SocketAddress address) {
        return address instanceof InetSocketAddress inet ? (Object) (long) inet.getPort() : null;
    }

    private @Nullable Object host(SocketAddress address) {
        if (!(address instanceof InetSocketAddress inet) || inet.getAddress() == null) {
            return null;
        }
        InetAddress host = inet.getAddress();
        return canonical && host instanceof Inet6Address ? shortest(host.getAddress()) : host.getHostAddress();
    }

    /** RFC 5952 §4: no leading zeros, lower case, the longest run of at least two zero groups left out, the first of equals. */
    static String shortest(byte[] address) {
        int from = -1;
        int longest = 1;
        for (int i = 0; i < GROUPS; i++) {
            int run = 0;
            while (i + run < GROUPS && group(address, i + run) == 0) {
                run++;
            }
            if (run > longest) {
                from = i;
                longest = run;
            }
            i += run;
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < GROUPS; i++) {
            if (i == from) {
                text.append("::");
                i += longest - 1;
            } else {
                if (!text.isEmpty() && text.charAt(text.length() - 1) != ':') {
                    text.append(':');
                }
                text.append(Integer.toHexString(group(address, i)));
            }
        }
        return text.toString();
    }

    private static int group(byte[] address, int index) {
        int high = address[2 * index] & 0xff;
        return (high << 8) | (address[2 * index + 1] & 0xff);
    }
}
