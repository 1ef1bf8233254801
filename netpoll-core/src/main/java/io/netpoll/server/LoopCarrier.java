package io.netpoll.server;

import io.netpoll.reactor.CarriedTask;
import io.netpoll.reactor.EventLoop;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Starts virtual threads that an event loop carries on its own thread, so that a request is handed to no other: when such a
 * thread blocks it is parked, as any virtual thread, and the loop goes on.
 *
 * <p>The JDK has no API for this yet. The constructor that takes a scheduler is reached through {@code java.lang}, which has to
 * be opened: {@value #FLAG}. This is the one class that knows.
 */
final class LoopCarrier {

    /** What opens {@code java.lang} to programs on the class path. */
    static final String FLAG = "--add-opens java.base/java.lang=ALL-UNNAMED";

    /** As {@code Thread} has it: a thread's locals are its own. */
    private static final int NO_INHERITED_LOCALS = 1 << 2;

    private static final Object INTERNALS = findInternals();

    private record Internals(Constructor<?> constructor, Executor scheduler) {}

    private final Internals internals;
    private final String threadName;

    private LoopCarrier(Internals internals, String threadName) {
        this.internals = internals;
        this.threadName = threadName;
    }

    /** Starts threads of this name; {@code null} where this JVM does not allow it, as {@link #obstacle} says. */
    static @Nullable LoopCarrier named(String threadName) {
        return INTERNALS instanceof Internals found ? new LoopCarrier(found, threadName) : null;
    }

    /** Why this JVM does not allow it, and what to do, as one sentence; {@code null} if it does. */
    static @Nullable String obstacle() {
        return INTERNALS instanceof String obstacle ? obstacle : null;
    }

    @SuppressWarnings("CatchingUnchecked") // whatever the reason, there is another mode
    private static Object findInternals() {
        try {
            Class<?> type = Class.forName("java.lang.VirtualThread");
            Constructor<?> constructor =
                    type.getDeclaredConstructor(Executor.class, String.class, int.class, Runnable.class);
            constructor.setAccessible(true);
            Method scheduler = type.getDeclaredMethod("defaultScheduler");
            scheduler.setAccessible(true);
            return new Internals(constructor, (Executor) scheduler.invoke(null));
        } catch (InaccessibleObjectException e) {
            return "java.lang is not open to netpoll: start the JVM with " + FLAG;
        } catch (Throwable t) {
            return "this JVM (" + Runtime.version() + ") makes virtual threads in another way than netpoll knows: " + t;
        }
    }

    /** Starts a thread that a loop carries. Any thread may call this. */
    void start(Runnable job, EventLoop loop) {
        CarriedThread carried = new CarriedThread(loop, internals.scheduler());
        carried.startWith(newThread(carried, job));
    }

    private Thread newThread(Executor scheduler, Runnable job) {
        try {
            return (Thread) internals.constructor().newInstance(scheduler, threadName, NO_INHERITED_LOCALS, job);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * The scheduler of one virtual thread, and the task that runs its continuation. Threads that are started inside inherit
     * the scheduler, but not the loop: their continuations go where those of other virtual threads go. It never throws.
     */
    private static final class CarriedThread extends CarriedTask implements Executor {

        private final Executor elsewhere;
        private @Nullable Thread thread;
        private @Nullable Runnable continuation;

        CarriedThread(EventLoop loop, Executor elsewhere) {
            super(loop);
            this.elsewhere = elsewhere;
        }

        void startWith(Thread unstarted) {
            thread = unstarted;
            unstarted.start();
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // which thread's, not what it does
        public void execute(Runnable ready) {
            if (continuation == null) {
                continuation = ready; // by the start, before anybody else can have the scheduler
            }
            if (ready == continuation) {
                submit();
            } else {
                elsewhere.execute(ready);
            }
        }

        @Override
        protected void carry() {
            Runnable ready = continuation;
            if (ready != null) {
                ready.run();
            }
        }

        @Override
        protected void carryElsewhere() {
            Runnable ready = continuation;
            if (ready != null) {
                elsewhere.execute(ready);
            }
        }

        @Override
        protected StackTraceElement[] position() {
            Thread mounted = thread;
            return mounted == null ? new StackTraceElement[0] : mounted.getStackTrace();
        }
    }
}
