package io.netpoll.server;

class ConnectionLifeVirtualTest extends ConnectionLifeBehaviour {

    @Override
    ServerOptions.Builder options() {
        return ServerOptions.builder();
    }
}
