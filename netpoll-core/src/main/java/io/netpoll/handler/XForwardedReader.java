package io.netpoll.handler;

import io.netpoll.http.ConnectionInfo;
import io.netpoll.http.Headers;
import io.netpoll.http.RequestHead;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the X-Forwarded fields with the meaning they have for Tomcat's RemoteIpValve: each proxy appends the address of
 * whoever asked it, so the list is true from its end to the first address that is not a proxy's; the port is looked at only
 * beside the protocol; a port beside the host is not.
 */
final class XForwardedReader implements OriginReader {

    private final ForwardedOptions options;
    private final Proxies proxies;

    XForwardedReader(ForwardedOptions options, Proxies proxies) {
        this.options = options;
        this.proxies = proxies;
    }

    @Override
    public Origin read(RequestHead request, ConnectionInfo connection) {
        Headers headers = request.headers();
        List<String> protocols = members(headers, options.protocolField());
        Boolean secure = protocols.isEmpty()
                ? null
                : Boolean.valueOf(protocols.stream().allMatch(options.secureProtocol()::equalsIgnoreCase));
        String authority = authority(request, connection, secure);
        List<String> hops = members(headers, options.clientField());
        return hops.isEmpty()
                ? new Origin(null, List.of(), List.of(), secure, authority)
                : walk(hops, connection, secure, authority);
    }

    private Origin walk(
            List<String> hops, ConnectionInfo connection, @Nullable Boolean secure, @Nullable String authority) {
        Deque<String> trusted = new ArrayDeque<>();
        InetAddress peer = Proxies.addressOf(connection.remoteAddress());
        if (peer != null && !proxies.isInternal(peer)) {
            trusted.addFirst(peer.getHostAddress());
        }
        InetSocketAddress client = null;
        int left = hops.size();
        boolean believed = true;
        while (left > 0 && believed) {
            InetSocketAddress hop = IpAddresses.parseWithPort(hops.get(left - 1));
            if (hop == null) {
                break; // unknown, and what is left of it could have come from anybody
            }
            client = hop;
            left--;
            believed = proxies.areBelieved(hop.getAddress());
            if (believed && !proxies.isInternal(hop.getAddress())) {
                trusted.addFirst(hops.get(left));
            }
        }
        return new Origin(client, hops.subList(0, left), List.copyOf(trusted), secure, authority);
    }

    private @Nullable String authority(RequestHead request, ConnectionInfo connection, @Nullable Boolean secure) {
        HostPort named = host(request.headers());
        if (secure == null && named == null) {
            return null;
        }
        HostPort asked = HostPort.ofChecked(request.authority());
        String host = named != null ? named.host() : asked.host();
        if (host.isEmpty()) {
            host = localHost(connection);
        }
        if (host == null) {
            return null;
        }
        int port = secure == null ? asked.port() : port(request.headers());
        return new HostPort(host, port).authority(secure == null ? connection.isSecure() : secure);
    }

    /** Several hosts are none: whoever has not replaced the field but added to it lets its clients choose the first. */
    private @Nullable HostPort host(Headers headers) {
        List<String> values = members(headers, options.hostField());
        return values.size() == 1 ? HostPort.parse(values.getFirst()) : null;
    }

    private int port(Headers headers) {
        List<String> values = members(headers, options.portField());
        return values.size() == 1 ? IpAddresses.port(values.getFirst()) : -1;
    }

    private static @Nullable String localHost(ConnectionInfo connection) {
        if (!(connection.localAddress() instanceof InetSocketAddress inet)) {
            return null;
        }
        String address = inet.getAddress().getHostAddress();
        int zone = address.indexOf('%');
        String plain = zone < 0 ? address : address.substring(0, zone);
        return plain.indexOf(':') < 0 ? plain : "[" + plain + "]";
    }

    /** The members of all lines of a list field, without empty ones. */
    private static List<String> members(Headers headers, @Nullable String name) {
        if (name == null || !headers.contains(name)) {
            return List.of();
        }
        List<String> members = new ArrayList<>();
        for (String line : headers.all(name)) {
            for (String member : line.split(",", -1)) {
                if (!member.isBlank()) {
                    members.add(member.strip());
                }
            }
        }
        return members;
    }
}
