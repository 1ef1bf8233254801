package io.netpoll.handler;

import io.netpoll.http.ConnectionInfo;
import io.netpoll.http.RequestHead;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code Forwarded} (RFC 7239). Each proxy appends an element, so they are true from the end to the one that names
 * somebody who is not a proxy; scheme and host are those that the proxy next to the client has seen, or the next one that
 * says.
 */
final class Rfc7239Reader implements OriginReader {

    private final Proxies proxies;

    Rfc7239Reader(Proxies proxies) {
        this.proxies = proxies;
    }

    @Override
    public Origin read(RequestHead request, ConnectionInfo connection) throws MalformedForwardedException {
        List<ForwardedElement> believed = believed(request.headers().all("Forwarded"));
        if (believed.isEmpty()) {
            return Origin.UNSAID;
        }
        InetSocketAddress client = first(believed, element -> node(element.get("for")));
        String protocol = first(believed, element -> element.get("proto"));
        Boolean secure = protocol == null ? null : Boolean.valueOf(protocol.equalsIgnoreCase("https"));
        boolean nowSecure = secure == null ? connection.isSecure() : secure;
        String authority = first(believed, element -> authority(element.get("host"), nowSecure));
        return new Origin(client, List.of(), List.of(), secure, authority);
    }

    /** The elements that proxies that are believed have written, the one next to the client first. */
    private List<ForwardedElement> believed(List<String> lines) throws MalformedForwardedException {
        List<ForwardedElement> believed = new ArrayList<>(2);
        for (String line : lines.reversed()) {
            List<ForwardedElement> elements = ForwardedElement.parse(line);
            if (elements == null) {
                throw new MalformedForwardedException();
            }
            for (ForwardedElement element : elements.reversed()) {
                believed.addFirst(element);
                InetSocketAddress node = node(element.get("for"));
                if (node == null || !proxies.areBelieved(node.getAddress())) {
                    return believed;
                }
            }
        }
        return believed;
    }

    private static <T> @Nullable T first(
            List<ForwardedElement> elements, Function<ForwardedElement, @Nullable T> reading) {
        return elements.stream()
                .map(reading)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** A node (§6); {@code null} for one that is unknown or goes by a name of its own, and for what is no node. */
    private static @Nullable InetSocketAddress node(@Nullable String text) {
        if (text == null) {
            return null;
        }
        int hiddenPort = text.indexOf(":_");
        return IpAddresses.parseWithPort(hiddenPort < 0 ? text : text.substring(0, hiddenPort));
    }

    private static @Nullable String authority(@Nullable String host, boolean secure) {
        HostPort parsed = host == null ? null : HostPort.parse(host);
        return parsed == null ? null : parsed.authority(secure);
    }
}
