package io.netpoll.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListenDescriptionTest {

    private static final SocketAddress PORT = new InetSocketAddress(8080);
    private static final SocketAddress OTHER_PORT = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 8081);
    private static final SocketAddress PATH = UnixDomainSocketAddress.of("/run/app.sock");

    @Test
    void namesPortsAndPathsAsBootsServersDo() {
        assertThat(ListenDescription.of(List.of(PORT), List.of("http"))).isEqualTo("port 8080 (http)");
        assertThat(ListenDescription.of(List.of(PORT, OTHER_PORT), List.of("https", "http")))
                .isEqualTo("ports 8080 (https), 8081 (http)");
        assertThat(ListenDescription.of(List.of(PORT, PATH, OTHER_PORT), List.of("http", "http", "http")))
                .isEqualTo("ports 8080 (http), 8081 (http) and path /run/app.sock (http)");
    }
}
