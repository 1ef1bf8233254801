package io.netpoll.server;

class VirtualModeTest extends BlockingServerBehaviour {

    @Override
    ServerOptions.Builder options() {
        return ServerOptions.builder().handlerMode(HandlerMode.VIRTUAL);
    }
}
