package io.netpoll.http;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Work that keeps the thread it runs on, even a virtual one: it waits for a disk, which parks nobody, or it computes. Where an
 * event loop carries the calling thread, such work is left to helper threads, and the caller is parked meanwhile, so that the
 * loop goes on; any other thread does it itself. All methods are for any thread.
 *
 * <p>The work must not depend on the thread it runs on: neither on its locals nor on the locks it holds. What the caller did
 * before is visible to it, and what it did is visible to the caller afterwards. A caller that is interrupted waits on, and is
 * still interrupted afterwards; the work is not.
 */
public final class BlockingWork {

    /** What one visit of the helpers reads or writes: enough to be worth it. */
    private static final int BLOCK = 16 * 1024;

    private static final ScopedValue<Executor> HELPERS = ScopedValue.newInstance();

    private BlockingWork() {}

    /**
     * A piece of work.
     *
     * @param <T> what it answers
     * @param <X> what it may throw, besides what is unchecked
     */
    @FunctionalInterface
    public interface Work<T extends @Nullable Object, X extends Exception> {

        /** Does it. */
        T call() throws X;
    }

    /**
     * A piece of work that answers nothing.
     *
     * @param <X> what it may throw, besides what is unchecked
     */
    @FunctionalInterface
    public interface Action<X extends Exception> {

        /** Does it. */
        void run() throws X;
    }

    /**
     * Runs a job on the calling thread, which an event loop carries: the job's work of this kind is left to the helpers. Not
     * that of threads it starts, which the loop does not carry.
     *
     * @param helpers may refuse work, which the carried thread does then
     */
    public static void carried(Executor helpers, Runnable job) {
        ScopedValue.where(HELPERS, helpers).run(job);
    }

    /** Whether an event loop carries the calling thread, so that it leaves work to helpers. */
    public static boolean isCarried() {
        return HELPERS.isBound();
    }

    /**
     * Does a piece of work, here or elsewhere.
     *
     * @return what it answers
     * @throws X what the work throws; what is unchecked passes as well
     */
    public static <T extends @Nullable Object, X extends Exception> T call(Work<T, X> work) throws X {
        return HELPERS.isBound() ? elsewhere(HELPERS.get(), work) : work.call();
    }

    /**
     * Does a piece of work, here or elsewhere.
     *
     * @throws X what the work throws; what is unchecked passes as well
     */
    public static <X extends Exception> void run(Action<X> action) throws X {
        BlockingWork.<@Nullable Void, X>call(() -> {
            action.run();
            return null;
        });
    }

    /**
     * Opens a stream to read from a file, or anything that is read like one.
     *
     * @param opening opens it
     * @return the stream; where an event loop carries the caller, one that is buffered and leaves opening, reading and closing
     *     to helpers
     * @throws IOException if it cannot be opened
     */
    public static InputStream input(Work<? extends InputStream, IOException> opening) throws IOException {
        InputStream opened = call(opening);
        return isCarried() ? new BufferedInputStream(new CarriedInputStream(opened), BLOCK) : opened;
    }

    /**
     * Opens a stream to write to a file.
     *
     * @param opening opens it
     * @return the stream, buffered; where an event loop carries the caller, it leaves opening, writing and closing to helpers
     * @throws IOException if it cannot be opened
     */
    public static OutputStream output(Work<? extends OutputStream, IOException> opening) throws IOException {
        OutputStream opened = call(opening);
        return new BufferedOutputStream(isCarried() ? new CarriedOutputStream(opened) : opened, BLOCK);
    }

    private static <T extends @Nullable Object, X extends Exception> T elsewhere(Executor helpers, Work<T, X> work)
            throws X {
        FutureTask<T> task = new FutureTask<>(work::call);
        try {
            helpers.execute(task);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            task.run(); // no thread can be had: the loop has to wait, unless its watchdog finds another way
        }
        return await(task);
    }

    private static <T extends @Nullable Object, X extends Exception> T await(FutureTask<T> task) throws X {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw BlockingWork.<X>thrownBy(e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** What the work threw: its own type, or unchecked. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <X extends Throwable> X thrownBy(ExecutionException failed) throws X {
        throw (X) failed.getCause();
    }
}
