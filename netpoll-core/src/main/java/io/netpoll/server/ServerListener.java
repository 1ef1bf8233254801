package io.netpoll.server;

/** Is told what a server has to say. The core does not log; this is where a log comes from. */
@FunctionalInterface
public interface ServerListener {

    /** Says nothing to anybody. */
    ServerListener NONE = event -> {};

    /**
     * Something worth telling happened. Called on a thread of the server that does nothing else, never on a loop, one event
     * after another. When events come faster than this method returns, some are dropped and counted.
     *
     * @param event what happened
     */
    void onEvent(ServerEvent event);
}
