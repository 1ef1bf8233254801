package io.netpoll.http1;

import io.netpoll.reactor.EventLoop;
import io.netpoll.reactor.Task;
import java.util.function.Consumer;

/** The next turn of something that has more to do than one pass of the loop allows. Used on the loop. */
final class Turn extends Task {

    private final EventLoop loop;
    private final Runnable action;
    private final Consumer<Exception> failures;
    private boolean queued;

    /**
     * A turn that is not asked for.
     *
     * @param action goes on
     * @param failures is told what that has thrown
     */
    Turn(EventLoop loop, Runnable action, Consumer<Exception> failures) {
        this.loop = loop;
        this.action = action;
        this.failures = failures;
    }

    /** Has the loop go on when the others have had their turn; once, however often this is asked. */
    void ask() {
        if (!queued) {
            queued = true;
            loop.runLater(this);
        }
    }

    /** Whether it is asked for and has not come yet. */
    boolean isQueued() {
        return queued;
    }

    @Override
    protected void run() {
        queued = false;
        action.run();
    }

    @Override
    protected void onFailure(Exception failure) {
        failures.accept(failure);
    }
}
