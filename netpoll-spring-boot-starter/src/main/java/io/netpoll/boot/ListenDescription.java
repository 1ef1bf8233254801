package io.netpoll.boot;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says where a server listens, in the words Spring Boot's servers use for it. */
final class ListenDescription {

    private ListenDescription() {}

    /** {@code port 8080 (http)}, {@code ports 8080 (http), 8081 (http) and path /run/app.sock (http)}. */
    static String of(List<SocketAddress> addresses) {
        List<Integer> ports = addresses.stream()
                .filter(InetSocketAddress.class::isInstance)
                .map(address -> ((InetSocketAddress) address).getPort())
                .toList();
        List<SocketAddress> paths = addresses.stream()
                .filter(UnixDomainSocketAddress.class::isInstance)
                .toList();
        return Stream.of(list("port", ports), list("path", paths))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" and "));
    }

    private static String list(String what, List<?> items) {
        if (items.isEmpty()) {
            return "";
        }
        String plural = items.size() > 1 ? "s " : " ";
        return what + plural + items.stream().map(item -> item + " (http)").collect(Collectors.joining(", "));
    }
}
