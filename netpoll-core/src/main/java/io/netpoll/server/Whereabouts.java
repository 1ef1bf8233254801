package io.netpoll.server;

import java.util.List;

/**
 * Where a thread was, as loggers print it. A class of its own, which is loaded when it is asked for: a class that
 * {@link ServerEvent} itself needs to be linked would have to be opened while the process has no descriptor left, which is
 * what some events tell of.
 */
final class Whereabouts extends Throwable {

    private static final long serialVersionUID = 1;

    private Whereabouts(String message, List<StackTraceElement> position) {
        super(message, null, false, true);
        setStackTrace(position.toArray(StackTraceElement[]::new));
    }

    static Throwable of(String message, List<StackTraceElement> position) {
        return new Whereabouts(message, position);
    }
}
