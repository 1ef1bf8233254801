package io.netpoll.servlet;

import io.netpoll.server.HandlerMode;
import io.netpoll.server.ServerOptions;
import java.util.Locale;

/**
 * The handler mode of the tests on a server that are not about one: {@code virtual}, or what the system property {@code
 * netpoll.test.handler-mode} says, as the profile {@code loop} has it say.
 */
final class TestedMode {

    private TestedMode() {}

    /** Options with that mode. */
    static ServerOptions.Builder options() {
        String mode = System.getProperty("netpoll.test.handler-mode", "virtual");
        return ServerOptions.builder().handlerMode(HandlerMode.valueOf(mode.toUpperCase(Locale.ROOT)));
    }
}
