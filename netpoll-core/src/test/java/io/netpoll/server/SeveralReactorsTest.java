package io.netpoll.server;

class SeveralReactorsTest extends BlockingServerBehaviour {

    @Override
    ServerOptions.Builder options() {
        return ServerOptions.builder().reactors(3);
    }
}
