package io.netpoll.server;

class OnLoopWireCasesTest extends WireCasesBehaviour {

    OnLoopWireCasesTest() {
        super(HandlerMode.VIRTUAL, true);
    }
}
