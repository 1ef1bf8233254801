package io.netpoll.server;

class ConnectionLifeLoopTest extends ConnectionLifeBehaviour {

    @Override
    ServerOptions.Builder options() {
        return ServerOptions.builder().handlerMode(HandlerMode.LOOP);
    }

    /** The other modes take the time; this one differs in what carries the threads only. */
    @Override
    int times(int often) {
        return often / 10;
    }

    @Override
    int silentMillis() {
        return 500;
    }
}
