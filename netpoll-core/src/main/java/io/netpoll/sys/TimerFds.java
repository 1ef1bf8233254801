package io.netpoll.sys;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** {@code <sys/timerfd.h>}: timerfd_create(2), timerfd_settime(2). */
public final class TimerFds {

    public static final int CLOCK_MONOTONIC = 1;
    public static final int TFD_NONBLOCK = 0x800;
    public static final int TFD_CLOEXEC = 0x80000;

    // struct itimerspec {
    //     struct timespec it_interval;
    //     struct timespec it_value;
    // };
    // struct timespec { time_t tv_sec; long tv_nsec; };
    private static final long INTERVAL_SECONDS = 0;
    private static final long INTERVAL_NANOS = 8;
    private static final long VALUE_SECONDS = 16;
    private static final long VALUE_NANOS = 24;

    /** The size of {@code struct itimerspec} in octets. */
    public static final long ITIMERSPEC_SIZE = 32;

    private static final MethodHandle TIMERFD_CREATE =
            Downcalls.function("timerfd_create", JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle TIMERFD_SETTIME =
            Downcalls.function("timerfd_settime", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);

    private TimerFds() {}

    /** timerfd_create(2): a descriptor, or {@code -errno}. */
    public static int timerfd_create(CallState state, int clockid, int flags) {
        try {
            return state.result((int) TIMERFD_CREATE.invokeExact(state.segment(), clockid, flags));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }

    /** timerfd_settime(2) without asking for the old value: 0, or {@code -errno}. */
    public static int timerfd_settime(CallState state, int fd, int flags, MemorySegment newValue) {
        try {
            return state.result(
                    (int) TIMERFD_SETTIME.invokeExact(state.segment(), fd, flags, newValue, MemorySegment.NULL));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }

    /** Writes a {@code struct itimerspec}. */
    public static void set(
            MemorySegment spec, long valueSeconds, long valueNanos, long intervalSeconds, long intervalNanos) {
        spec.set(JAVA_LONG, VALUE_SECONDS, valueSeconds);
        spec.set(JAVA_LONG, VALUE_NANOS, valueNanos);
        spec.set(JAVA_LONG, INTERVAL_SECONDS, intervalSeconds);
        spec.set(JAVA_LONG, INTERVAL_NANOS, intervalNanos);
    }
}
