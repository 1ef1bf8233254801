package io.netpoll.reactor;

/** Is called by a loop, on the thread that drives it, when a descriptor may be ready. Must not block. */
@FunctionalInterface
public interface EventHandler {

    /**
     * The descriptor may be ready.
     *
     * @param event valid during this call only
     * @throws Exception ends this registration, not the loop: {@link #onFailure} is told
     */
    void onEvent(Event event) throws Exception;

    /**
     * {@link #onEvent} threw. The loop has not deregistered the descriptor; this method, or the owner, does.
     *
     * @param failure what was thrown
     */
    default void onFailure(Exception failure) {}
}
