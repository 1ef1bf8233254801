package io.netpoll.sys;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** {@code <fcntl.h>}: open(2). */
public final class Fcntl {

    public static final int O_RDONLY = 0;
    public static final int O_CLOEXEC = 0x80000;

    private static final MethodHandle OPEN = Downcalls.function("open", JAVA_INT, ADDRESS, JAVA_INT);

    private Fcntl() {}

    /** open(2) without a mode, so for files that exist: a descriptor, or {@code -errno}. May wait for a disk. */
    public static int open(CallState state, MemorySegment path, int flags) {
        try {
            return state.result((int) OPEN.invokeExact(state.segment(), path, flags));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }
}
