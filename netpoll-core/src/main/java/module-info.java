/**
 * An edge-triggered epoll reactor and an HTTP/1.1 server on it.
 *
 * <p>Native access: the process is started with {@code --enable-native-access=io.netpoll.core}, or {@code ALL-UNNAMED}
 * where this module is on the class path.
 */
module io.netpoll.core {
    requires jdk.jfr;
    requires jdk.unsupported;
    requires static transitive org.jspecify;

    exports io.netpoll.handler;
    exports io.netpoll.http;
    exports io.netpoll.net;
    exports io.netpoll.reactor;
    exports io.netpoll.server;
}
