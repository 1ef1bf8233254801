package io.netpoll.sys;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** {@code <unistd.h>}: read(2), write(2), close(2). */
public final class Unistd {

    private static final MethodHandle READ = Downcalls.function("read", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    private static final MethodHandle WRITE = Downcalls.function("write", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    private static final MethodHandle CLOSE = Downcalls.function("close", JAVA_INT, JAVA_INT);

    private Unistd() {}

    /** read(2) into native memory: the number of octets, 0 at the end, or {@code -errno}. */
    public static long read(CallState state, int fd, MemorySegment buf, long count) {
        try {
            return state.result((long) READ.invokeExact(state.segment(), fd, buf, count));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }

    /** write(2) from native memory: the number of octets, or {@code -errno}. */
    public static long write(CallState state, int fd, MemorySegment buf, long count) {
        try {
            return state.result((long) WRITE.invokeExact(state.segment(), fd, buf, count));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }

    /**
     * close(2): 0, or {@code -errno}. On Linux the descriptor is gone whatever this returns, {@code EINTR} included; it must
     * never be closed again.
     */
    public static int close(CallState state, int fd) {
        try {
            return state.result((int) CLOSE.invokeExact(state.segment(), fd));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }
}
