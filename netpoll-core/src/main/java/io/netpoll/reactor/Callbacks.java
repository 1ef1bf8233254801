package io.netpoll.reactor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;

/**
 * Runs what a loop calls. An exception is told to the callback's owner, or to the loop's listener where there is no owner or
 * the owner fails as well: it never ends the loop. An {@link Error} passes.
 */
@SuppressWarnings("CatchingUnchecked") // whatever a callback throws, checked or not, is its owner's concern
final class Callbacks {

    private static final VarHandle NUMBER;

    static {
        try {
            NUMBER = MethodHandles.lookup().findVarHandle(Callbacks.class, "number", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile Consumer<? super Exception> listener = failure -> {};

    /** Odd while a callback runs, another number for each, and even between two. Written by the driver of the loop. */
    private long number;

    /** Sets who is told where there is no owner. */
    void setListener(Consumer<? super Exception> listener) {
        this.listener = listener;
    }

    /** Runs a timer's or a close action. */
    void run(Runnable action) {
        begin();
        try {
            action.run();
        } catch (Exception e) {
            unowned(e);
        } finally {
            end();
        }
    }

    void run(Task task) {
        begin();
        try {
            task.run();
        } catch (Exception e) {
            tell(task::onFailure, e);
        } finally {
            end();
        }
    }

    void dispatch(EventHandler handler, Event event) {
        begin();
        try {
            handler.onEvent(event);
        } catch (Exception e) {
            tell(handler::onFailure, e);
        } finally {
            end();
        }
    }

    private void begin() {
        NUMBER.setOpaque(this, (number | 1) + 2);
    }

    private void end() {
        NUMBER.setOpaque(this, (number | 1) + 1);
    }

    /** The number of the callback that runs; 0 if none does. Any thread. */
    long running() {
        long seen = begun();
        return (seen & 1) == 0 ? 0 : seen;
    }

    /** A number that grows with each callback. Any thread. */
    long begun() {
        return (long) NUMBER.getOpaque(this);
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
