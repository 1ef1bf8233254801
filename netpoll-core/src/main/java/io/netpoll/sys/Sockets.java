package io.netpoll.sys;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** {@code <sys/socket.h>} and the options of {@code <netinet/tcp.h>} and {@code <netinet/in.h>} that we set. */
public final class Sockets {

    public static final int SOCK_STREAM = 1;
    public static final int SOCK_DGRAM = 2;
    public static final int SOCK_NONBLOCK = 0x800;
    public static final int SOCK_CLOEXEC = 0x80000;

    public static final int SOL_SOCKET = 1;
    public static final int SO_REUSEADDR = 2;
    public static final int SO_TYPE = 3;
    public static final int SO_LINGER = 13;
    public static final int SO_ACCEPTCONN = 30;
    public static final int SO_DOMAIN = 39;
    public static final int IPPROTO_TCP = 6;
    public static final int TCP_NODELAY = 1;
    public static final int IPPROTO_IPV6 = 41;
    public static final int IPV6_V6ONLY = 26;

    public static final int SHUT_WR = 1;
    public static final int SHUT_RDWR = 2;

    public static final int MSG_DONTWAIT = 0x40;
    public static final int MSG_NOSIGNAL = 0x4000;
    public static final int MSG_MORE = 0x8000;

    /** What one critical {@link #recv} or {@link #send} may move: a longer copy would hold up safepoints noticeably. */
    public static final int MAX_CRITICAL_TRANSFER = 64 * 1024;

    private static final MethodHandle SOCKET = Downcalls.function("socket", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle SOCKETPAIR =
            Downcalls.function("socketpair", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);
    private static final MethodHandle BIND = Downcalls.function("bind", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle LISTEN = Downcalls.function("listen", JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle ACCEPT4 =
            Downcalls.function("accept4", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT);
    private static final MethodHandle GETSOCKNAME =
            Downcalls.function("getsockname", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle SETSOCKOPT =
            Downcalls.function("setsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle GETSOCKOPT =
            Downcalls.function("getsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle SHUTDOWN = Downcalls.function("shutdown", JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle CONNECT = Downcalls.function("connect", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle RECV =
            Downcalls.criticalFunction("recv", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
    private static final MethodHandle SEND =
            Downcalls.criticalFunction("send", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);

    private Sockets() {}

    /** socket(2): a descriptor, or {@code -errno}. */
    public static int socket(CallState state, int domain, int type, int protocol) {
        try {
            return state.result((int) SOCKET.invokeExact(state.segment(), domain, type, protocol));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }

    /** socketpair(2): 0, or {@code -errno}. {@code sv} receives two connected descriptors. */
    public static int socketpair(CallState state, int domain, int type, int protocol, MemorySegment sv) {
        try {
            return state.result((int) SOCKETPAIR.invokeExact(state.segment(), domain, type, protocol, sv));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }

    /** bind(2): 0, or {@code -errno}. */
    public static int bind(CallState state, int fd, MemorySegment address, int length) {
        try {
            return state.result((int) BIND.invokeExact(state.segment(), fd, address, length));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }

    /** listen(2): 0, or {@code -errno}. */
    public static int listen(CallState state, int fd, int backlog) {
        try {
            return state.result((int) LISTEN.invokeExact(state.segment(), fd, backlog));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }

    /** accept4(2): a descriptor, or {@code -errno}. {@code length} holds and receives the size of the address. */
    public static int accept4(CallState state, int fd, MemorySegment address, MemorySegment length, int flags) {
        try {
            return state.result((int) ACCEPT4.invokeExact(state.segment(), fd, address, length, flags));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }

    /** getsockname(2): 0, or {@code -errno}. */
    public static int getsockname(CallState state, int fd, MemorySegment address, MemorySegment length) {
        try {
            return state.result((int) GETSOCKNAME.invokeExact(state.segment(), fd, address, length));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }

    /** setsockopt(2): 0, or {@code -errno}. */
    public static int setsockopt(CallState state, int fd, int level, int name, MemorySegment value) {
        try {
            return state.result(
                    (int) SETSOCKOPT.invokeExact(state.segment(), fd, level, name, value, (int) value.byteSize()));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }

    /** getsockopt(2): 0, or {@code -errno}. {@code length} holds and receives the size of the value. */
    public static int getsockopt(
            CallState state, int fd, int level, int name, MemorySegment value, MemorySegment length) {
        try {
            return state.result((int) GETSOCKOPT.invokeExact(state.segment(), fd, level, name, value, length));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }

    /** shutdown(2): 0, or {@code -errno}. */
    public static int shutdown(CallState state, int fd, int how) {
        try {
            return state.result((int) SHUTDOWN.invokeExact(state.segment(), fd, how));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }

    /** connect(2): 0, or {@code -errno}. */
    public static int connect(CallState state, int fd, MemorySegment address, int length) {
        try {
            return state.result((int) CONNECT.invokeExact(state.segment(), fd, address, length));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }

    /**
     * recv(2) into a Java array, never waiting and at most {@link #MAX_CRITICAL_TRANSFER} octets: how many, 0 at the end, or
     * {@code -errno}.
     */
    public static int recv(CallState state, int fd, byte[] buf, int offset, int length) {
        try {
            MemorySegment target = MemorySegment.ofArray(buf).asSlice(offset, Math.min(length, MAX_CRITICAL_TRANSFER));
            return (int)
                    state.result((long) RECV.invokeExact(state.segment(), fd, target, target.byteSize(), MSG_DONTWAIT));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }

    /**
     * send(2) from a Java array, never waiting, without SIGPIPE and at most {@link #MAX_CRITICAL_TRANSFER} octets: how many,
     * or {@code -errno}.
     *
     * @param flags further flags, such as {@link #MSG_MORE}
     */
    public static int send(CallState state, int fd, byte[] buf, int offset, int length, int flags) {
        try {
            MemorySegment source = MemorySegment.ofArray(buf).asSlice(offset, Math.min(length, MAX_CRITICAL_TRANSFER));
            return (int) state.result((long) SEND.invokeExact(
                    state.segment(), fd, source, source.byteSize(), flags | MSG_DONTWAIT | MSG_NOSIGNAL));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }
}
