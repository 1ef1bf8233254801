package io.netpoll.server;

class VirtualModeWireCasesTest extends WireCasesBehaviour {

    VirtualModeWireCasesTest() {
        super(HandlerMode.VIRTUAL, false);
    }
}
