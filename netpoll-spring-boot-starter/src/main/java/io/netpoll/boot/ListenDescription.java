package io.netpoll.boot;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says where a server listens, in the words Spring Boot's servers use for it. */
final class ListenDescription {

    private ListenDescription() {}

    /**
     * {@code port 8080 (http)}, {@code ports 8443 (https), 8081 (http) and path /run/app.sock (http)}.
     *
     * @param schemes what is spoken on each address
     */
    static String of(List<SocketAddress> addresses, List<String> schemes) {
        List<String> ports = new ArrayList<>();
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < addresses.size(); i++) {
            String scheme = " (" + schemes.get(i) + ")";
            switch (addresses.get(i)) {
                case InetSocketAddress inet -> ports.add(inet.getPort() + scheme);
                case UnixDomainSocketAddress path -> paths.add(path + scheme);
                default -> {}
            }
        }
        return Stream.of(list("port", ports), list("path", paths))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" and "));
    }

    private static String list(String what, List<String> items) {
        if (items.isEmpty()) {
            return "";
        }
        String plural = items.size() > 1 ? "s " : " ";
        return what + plural + String.join(", ", items);
    }
}
