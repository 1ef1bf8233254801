package io.netpoll.server;

import java.util.Locale;

/**
 * The handler mode of the suites that are not about one: {@code virtual}, or what the system property {@code
 * netpoll.test.handler-mode} says, as the profile {@code loop} has it say.
 */
public final class TestedMode {

    /** The mode. */
    static final HandlerMode MODE = HandlerMode.valueOf(
            System.getProperty("netpoll.test.handler-mode", "virtual").toUpperCase(Locale.ROOT));

    private TestedMode() {}

    /** Options with that mode. */
    public static ServerOptions.Builder options() {
        return ServerOptions.builder().handlerMode(MODE);
    }
}
