package io.netpoll.sys;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.invoke.MethodHandle;

/** {@code <sys/eventfd.h>}: eventfd(2). */
public final class EventFds {

    public static final int EFD_SEMAPHORE = 1;
    public static final int EFD_NONBLOCK = 0x800;
    public static final int EFD_CLOEXEC = 0x80000;

    private static final MethodHandle EVENTFD = Downcalls.function("eventfd", JAVA_INT, JAVA_INT, JAVA_INT);

    private EventFds() {}

    /** eventfd(2): a descriptor, or {@code -errno}. */
    public static int eventfd(CallState state, int initval, int flags) {
        try {
            return state.result((int) EVENTFD.invokeExact(state.segment(), initval, flags));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }
}
