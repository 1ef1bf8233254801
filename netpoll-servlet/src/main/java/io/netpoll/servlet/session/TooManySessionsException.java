package io.netpoll.servlet.session;

/** There are as many sessions as there may be. If the application lets it out, the client gets 503. */
public final class TooManySessionsException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    TooManySessionsException(int limit) {
        super("There are as many sessions as the limit on their count allows, " + limit);
    }
}
