package io.netpoll.sys;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** {@code <unistd.h>}: read(2), pread(2), write(2), close(2), pipe2(2), dup(2), unlink(2). */
public final class Unistd {

    private static final MethodHandle READ = Downcalls.function("read", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    private static final MethodHandle PREAD =
            Downcalls.function("pread", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle WRITE = Downcalls.function("write", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    private static final MethodHandle CLOSE = Downcalls.function("close", JAVA_INT, JAVA_INT);

    private static final MethodHandle PIPE2 = Downcalls.function("pipe2", JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle DUP = Downcalls.function("dup", JAVA_INT, JAVA_INT);
    private static final MethodHandle UNLINK = Downcalls.function("unlink", JAVA_INT, ADDRESS);

    private Unistd() {}

    /** read(2) into native memory: the number of octets, 0 at the end, or {@code -errno}. */
    public static long read(CallState state, int fd, MemorySegment buf, long count) {
        try {
            return state.result((long) READ.invokeExact(state.segment(), fd, buf, count));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }

    /** pread(2) into native memory, from a place in a file: the number of octets, 0 at the end, or {@code -errno}. */
    public static long pread(CallState state, int fd, MemorySegment buf, long count, long offset) {
        try {
            return state.result((long) PREAD.invokeExact(state.segment(), fd, buf, count, offset));
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

    /** pipe2(2): 0, or {@code -errno}. {@code pipefd} receives the descriptor to read from and the one to write to. */
    public static int pipe2(CallState state, MemorySegment pipefd, int flags) {
        try {
            return state.result((int) PIPE2.invokeExact(state.segment(), pipefd, flags));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }

    /** dup(2): another descriptor for the same open file, or {@code -errno}. */
    public static int dup(CallState state, int oldfd) {
        try {
            return state.result((int) DUP.invokeExact(state.segment(), oldfd));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }

    /** unlink(2): 0, or {@code -errno}. {@code pathname} ends with a zero octet. */
    public static int unlink(CallState state, MemorySegment pathname) {
        try {
            return state.result((int) UNLINK.invokeExact(state.segment(), pathname));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }
}
