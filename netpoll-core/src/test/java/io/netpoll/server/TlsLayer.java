package io.netpoll.server;

import io.netpoll.net.TestKeys;
import java.io.IOException;
import java.net.Socket;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** The two sides of TLS for the suites that are written for connections in the clear. */
final class TlsLayer {

    private static final SSLContext SERVER = TestKeys.context(TestKeys.SERVER, null);
    private static final SSLContext CLIENT = TestKeys.context(null, TestKeys.SERVER);

    private TlsLayer() {}

    static HttpServer.Builder builder() {
        return HttpServer.builder().tls(SERVER);
    }

    /** The handshake comes with the first octet that is sent or waited for. */
    static Socket on(Socket socket) throws IOException {
        SSLSocket layered = (SSLSocket) CLIENT.getSocketFactory().createSocket(socket, "localhost", 0, true);
        layered.setSoTimeout(socket.getSoTimeout());
        return layered;
    }
}
