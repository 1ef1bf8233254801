package io.netpoll.reactor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Work that any thread may hand to a loop, and a link of the loop's inbox at the same time, so that posting allocates
 * nothing. A task that is in an inbox already is not put there again; it runs once for all posts made before it starts.
 */
public abstract class Task {

    private static final VarHandle POSTED;

    static {
        try {
            POSTED = MethodHandles.lookup().findVarHandle(Task.class, "posted", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @Nullable Task next;

    long postedAt;

    @SuppressWarnings("unused") // read and written through POSTED
    private volatile boolean posted;

    /** For subclasses. */
    protected Task() {}

    /**
     * Does the work, on the thread that drives the loop.
     *
     * @throws Exception is reported by {@link #onFailure}; the loop goes on
     */
    protected abstract void run() throws Exception;

    /**
     * {@link #run} threw.
     *
     * @param failure what was thrown
     */
    protected void onFailure(Exception failure) {}

    final boolean markPosted() {
        return POSTED.compareAndSet(this, false, true);
    }

    /** From here on a further post is a new one. */
    final void clearPosted() {
        POSTED.setVolatile(this, false);
    }
}
