package io.netpoll.server;

class LoopModeWireCasesTest extends WireCasesBehaviour {

    LoopModeWireCasesTest() {
        super(HandlerMode.LOOP, false);
    }
}
