package io.netpoll.server;

class PlatformModeWireCasesTest extends WireCasesBehaviour {

    PlatformModeWireCasesTest() {
        super(HandlerMode.PLATFORM, false);
    }
}
