package io.netpoll.server;

class PlatformModeTest extends BlockingServerBehaviour {

    @Override
    ServerOptions.Builder options() {
        return ServerOptions.builder().handlerMode(HandlerMode.PLATFORM).platformThreads(8);
    }
}
