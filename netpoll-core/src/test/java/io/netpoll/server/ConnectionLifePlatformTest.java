package io.netpoll.server;

class ConnectionLifePlatformTest extends ConnectionLifeBehaviour {

    @Override
    ServerOptions.Builder options() {
        return ServerOptions.builder().handlerMode(HandlerMode.PLATFORM).platformThreads(8);
    }

    /** The other modes take the time; this one differs in the threads only. */
    @Override
    int times(int often) {
        return often / 10;
    }

    @Override
    int silentMillis() {
        return 500;
    }
}
