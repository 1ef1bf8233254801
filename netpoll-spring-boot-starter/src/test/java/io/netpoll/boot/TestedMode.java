package io.netpoll.boot;

import io.netpoll.server.HandlerMode;
import java.util.Locale;

/**
 * The handler mode of the tests that are not about one: {@code virtual}, or what the property {@code
 * netpoll.server.handler-mode} says, which the profile {@code loop} sets for the whole JVM and applications see themselves.
 */
public final class TestedMode {

    /** As it is configured and shown. */
    public static final String NAME = System.getProperty("netpoll.server.handler-mode", "virtual");

    /** The mode. */
    public static final HandlerMode MODE = HandlerMode.valueOf(NAME.toUpperCase(Locale.ROOT));

    private TestedMode() {}
}
