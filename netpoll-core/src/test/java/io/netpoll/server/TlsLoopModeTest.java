package io.netpoll.server;

import java.io.IOException;
import java.net.Socket;

/** What holds in the clear holds on TLS. */
class TlsLoopModeTest extends LoopModeTest {

    @Override
    HttpServer.Builder builder() {
        return TlsLayer.builder();
    }

    @Override
    Socket layered(Socket socket) throws IOException {
        return TlsLayer.on(socket);
    }
}
