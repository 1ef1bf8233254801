package io.netpoll.sys;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** {@code <sys/epoll.h>}: epoll_create1(2), epoll_ctl(2), epoll_wait(2). */
public final class Epoll {

    public static final int EPOLL_CLOEXEC = 0x80000;

    public static final int EPOLL_CTL_ADD = 1;
    public static final int EPOLL_CTL_DEL = 2;
    public static final int EPOLL_CTL_MOD = 3;

    public static final int EPOLLIN = 0x001;
    public static final int EPOLLOUT = 0x004;
    public static final int EPOLLERR = 0x008;
    public static final int EPOLLHUP = 0x010;
    public static final int EPOLLRDHUP = 0x2000;
    public static final int EPOLLONESHOT = 1 << 30;
    public static final int EPOLLET = 1 << 31;

    // struct epoll_event {
    //     uint32_t     events;
    //     epoll_data_t data;      /* a union of 8 octets */
    // } __EPOLL_PACKED;           /* packed on x86-64 only */
    private static final boolean PACKED = Platform.isX86();
    private static final long EVENTS_OFFSET = 0;
    private static final long DATA_OFFSET = PACKED ? 4 : 8;

    /** The size of {@code struct epoll_event} in octets. */
    public static final long EVENT_SIZE = PACKED ? 12 : 16;

    private static final MethodHandle EPOLL_CREATE1 = Downcalls.function("epoll_create1", JAVA_INT, JAVA_INT);
    private static final MethodHandle EPOLL_CTL =
            Downcalls.criticalFunction("epoll_ctl", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);
    private static final MethodHandle EPOLL_WAIT =
            Downcalls.function("epoll_wait", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);

    private Epoll() {}

    /** epoll_create1(2): a descriptor, or {@code -errno}. */
    public static int epoll_create1(CallState state, int flags) {
        try {
            return state.result((int) EPOLL_CREATE1.invokeExact(state.segment(), flags));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }

    /** epoll_ctl(2): 0, or {@code -errno}. Never sleeps. */
    public static int epoll_ctl(CallState state, int epfd, int op, int fd, MemorySegment event) {
        try {
            return state.result((int) EPOLL_CTL.invokeExact(state.segment(), epfd, op, fd, event));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }

    /** epoll_wait(2): the number of events, or {@code -errno}. Sleeps up to {@code timeout} ms, for ever if it is −1. */
    public static int epoll_wait(CallState state, int epfd, MemorySegment events, int maxevents, int timeout) {
        try {
            return state.result((int) EPOLL_WAIT.invokeExact(state.segment(), epfd, events, maxevents, timeout));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }

    /** Reads {@code events} of the event at an index. */
    public static int events(MemorySegment array, int index) {
        return array.get(JAVA_INT_UNALIGNED, index * EVENT_SIZE + EVENTS_OFFSET);
    }

    /** Reads {@code data.u64} of the event at an index. */
    public static long data(MemorySegment array, int index) {
        return array.get(JAVA_LONG_UNALIGNED, index * EVENT_SIZE + DATA_OFFSET);
    }

    /** Writes one event. */
    public static void set(MemorySegment event, int events, long data) {
        event.set(JAVA_INT_UNALIGNED, EVENTS_OFFSET, events);
        event.set(JAVA_LONG_UNALIGNED, DATA_OFFSET, data);
    }
}
