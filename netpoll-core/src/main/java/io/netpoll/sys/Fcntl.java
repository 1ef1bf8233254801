package io.netpoll.sys;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** {@code <fcntl.h>}: open(2), fcntl(2) with a number as its argument, and the flags of open files. */
public final class Fcntl {

    public static final int F_GETFD = 1;
    public static final int F_SETFD = 2;
    public static final int F_GETFL = 3;
    public static final int F_SETFL = 4;
    public static final int FD_CLOEXEC = 1;

    public static final int O_RDONLY = 0;
    public static final int O_NONBLOCK = 0x800;
    public static final int O_CLOEXEC = 0x80000;

    // int fcntl(int fd, int op, ... /* arg */ );
    private static final MethodHandle FCNTL =
            Downcalls.variadicFunction(2, "fcntl", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);

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

    /** fcntl(2): what {@code op} answers, or {@code -errno}. {@code arg} is ignored by operations that take none. */
    public static int fcntl(CallState state, int fd, int op, int arg) {
        try {
            return state.result((int) FCNTL.invokeExact(state.segment(), fd, op, arg));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }
}
