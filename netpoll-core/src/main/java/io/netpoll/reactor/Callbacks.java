package io.netpoll.reactor;

import java.util.function.Consumer;

/**
 * Runs what a loop calls. An exception is told to the callback's owner, or to the loop's listener where there is no owner or
 * the owner fails as well: it never ends the loop. An {@link Error} passes.
 */
@SuppressWarnings("CatchingUnchecked") // whatever a callback throws, checked or not, is its owner's concern
final class Callbacks {

    private volatile Consumer<? super Exception> listener = failure -> {};

    /** Sets who is told where there is no owner. */
    void setListener(Consumer<? super Exception> listener) {
        this.listener = listener;
    }

    /** Runs a timer's or a close action. */
    void run(Runnable action) {
        try {
            action.run();
        } catch (Exception e) {
            unowned(e);
        }
    }

    void run(Task task) {
        try {
            task.run();
        } catch (Exception e) {
            tell(task::onFailure, e);
        }
    }

    void dispatch(EventHandler handler, Event event) {
        try {
            handler.onEvent(event);
        } catch (Exception e) {
            tell(handler::onFailure, e);
        }
    }

    private void tell(Consumer<Exception> owner, Exception failure) {
        try {
            owner.accept(failure);
        } catch (Exception e) {
            if (!e.equals(failure)) {
                e.addSuppressed(failure);
            }
            unowned(e);
        }
    }

    /** Tells the loop's listener. */
    @SuppressWarnings("EmptyCatch") // nobody is left to tell
    void unowned(Exception failure) {
        try {
            listener.accept(failure);
        } catch (Exception e) {
            // A listener that fails must not end the loop either.
        }
    }
}
