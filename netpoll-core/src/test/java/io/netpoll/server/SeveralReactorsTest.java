package io.netpoll.server;

class SeveralReactorsTest extends BlockingServerBehaviour {

    @Override
    ServerOptions.Builder options() {
        return TestedMode.options().reactors(3);
    }
}
