package io.netpoll.boot;

import io.netpoll.boot.accesslog.AccessLogSettings;
import io.netpoll.handler.AddressRanges;
import io.netpoll.server.ListenAddress;
import io.netpoll.server.ServerOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.server.Shutdown;

/**
 * What a factory has decided about a server.
 *
 * @param options the server's own options
 * @param address where to listen, or {@code null} for every address of the machine
 * @param port the port, 0 for any free one, negative for a server that does not listen
 * @param proxies the proxies behind which that port is and which say who connects, or {@code null} for none
 * @param tls how TLS is done, or {@code null} for a server that speaks plain text
 * @param shutdown whether running requests may end when the server is about to stop
 * @param observers watch the server while it runs
 * @param accessLog what is written of its requests, if anything
 */
record ServerSettings(
        ServerOptions options,
        @Nullable InetAddress address,
        int port,
        @Nullable AddressRanges proxies,
        @Nullable BundleTlsContexts tls,
        Shutdown shutdown,
        List<ServerObserver> observers,
        AccessLogSettings accessLog) {

    /** Whether the server listens at all. */
    boolean listens() {
        return port >= 0;
    }

    /** What is spoken on each address, as it stands in a URI: first on the application's own, then on the further ones. */
    List<String> schemes() {
        String scheme = tls == null ? "http" : "https";
        return Stream.concat(
                        Stream.of(scheme),
                        options.listeners().stream().map(listener -> listener.isInTheClear() ? "http" : scheme))
                .toList();
    }

    TlsCertificates certificates() {
        return tls == null ? TlsCertificates.NONE : tls;
    }

    /** Where the application listens first, and behind whom. */
    ListenAddress listenAddress() {
        ListenAddress listenAddress = ListenAddress.of(bindAddress());
        return proxies == null ? listenAddress : listenAddress.behindProxies(proxies);
    }

    InetSocketAddress bindAddress() {
        return address == null ? new InetSocketAddress(port) : new InetSocketAddress(address, port);
    }
}
