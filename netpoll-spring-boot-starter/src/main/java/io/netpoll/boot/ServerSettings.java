package io.netpoll.boot;

import io.netpoll.boot.accesslog.AccessLogSettings;
import io.netpoll.server.ServerOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.server.Shutdown;

/**
 * What a factory has decided about a server.
 *
 * @param options the server's own options
 * @param address where to listen, or {@code null} for every address of the machine
 * @param port the port, 0 for any free one, negative for a server that does not listen
 * @param shutdown whether running requests may end when the server is about to stop
 * @param observers watch the server while it runs
 * @param accessLog what is written of its requests, if anything
 */
record ServerSettings(
        ServerOptions options,
        @Nullable InetAddress address,
        int port,
        Shutdown shutdown,
        List<ServerObserver> observers,
        AccessLogSettings accessLog) {

    /** Whether the server listens at all. */
    boolean listens() {
        return port >= 0;
    }

    InetSocketAddress bindAddress() {
        return address == null ? new InetSocketAddress(port) : new InetSocketAddress(address, port);
    }
}
