package io.netpoll.reactor;

import static io.netpoll.sys.Epoll.EPOLLERR;
import static io.netpoll.sys.Epoll.EPOLLET;
import static io.netpoll.sys.Epoll.EPOLLHUP;
import static io.netpoll.sys.Epoll.EPOLLIN;
import static io.netpoll.sys.Epoll.EPOLLONESHOT;
import static io.netpoll.sys.Epoll.EPOLLOUT;
import static io.netpoll.sys.Epoll.EPOLLRDHUP;

import io.netpoll.sys.CallState;
import io.netpoll.sys.Epoll;
import io.netpoll.sys.Errno;
import io.netpoll.sys.Unistd;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;

/** The flavour that uses epoll(7). */
final class NetpollEpoll implements Netpoll {

    private final Clock clock;
    private final Arena arena = Arena.ofShared();
    private final CallState state = CallState.allocate(arena);
    private final MemorySegment change = arena.allocate(Epoll.EVENT_SIZE, Long.BYTES);
    private final MemorySegment events;
    private final int maxEvents;
    private final int epfd;

    NetpollEpoll(Clock clock, int maxEvents) throws IOException {
        this.clock = clock;
        this.maxEvents = maxEvents;
        this.events = arena.allocate(Epoll.EVENT_SIZE * maxEvents, Long.BYTES);
        int created = Epoll.epoll_create1(state, Epoll.EPOLL_CLOEXEC);
        if (created < 0) {
            arena.close();
            throw new SystemCallException("epoll_create1", -created);
        }
        this.epfd = created;
    }

    /** The descriptor of the set itself, which is readable while a wait would report something. */
    int fd() {
        return epfd;
    }

    @Override
    public void add(int fd, Interest interest, long token) throws IOException {
        control(Epoll.EPOLL_CTL_ADD, fd, bits(interest), token);
    }

    @Override
    public void modify(int fd, Interest interest, long token) throws IOException {
        control(Epoll.EPOLL_CTL_MOD, fd, bits(interest), token);
    }

    @Override
    public void remove(int fd) throws IOException {
        control(Epoll.EPOLL_CTL_DEL, fd, 0, 0);
    }

    @Override
    public int await(long timeoutNanos) throws IOException {
        long start = timeoutNanos > 0 ? clock.nanoTime() : 0;
        long rest = timeoutNanos;
        int count = Epoll.epoll_wait(state, epfd, events, maxEvents, milliseconds(rest));
        while (count == -Errno.EINTR) { // a signal handler ran: go on with what is left of the time
            rest = timeoutNanos > 0 ? Math.max(0, timeoutNanos - (clock.nanoTime() - start)) : timeoutNanos;
            count = Epoll.epoll_wait(state, epfd, events, maxEvents, milliseconds(rest));
        }
        return SystemCallException.check("epoll_wait", count);
    }

    @Override
    public long token(int index) {
        return Epoll.data(events, index);
    }

    @Override
    public int ready(int index) {
        int bits = Epoll.events(events, index);
        return ((bits & EPOLLIN) != 0 ? Event.READABLE : 0)
                | ((bits & EPOLLOUT) != 0 ? Event.WRITABLE : 0)
                | ((bits & EPOLLRDHUP) != 0 ? Event.PEER_CLOSED : 0)
                | ((bits & EPOLLHUP) != 0 ? Event.HUNG_UP : 0)
                | ((bits & EPOLLERR) != 0 ? Event.FAILED : 0);
    }

    @Override
    public void close() {
        Unistd.close(state, epfd);
        arena.close();
    }

    private void control(int operation, int fd, int bits, long token) throws IOException {
        Epoll.set(change, bits, token);
        SystemCallException.check("epoll_ctl", Epoll.epoll_ctl(state, epfd, operation, fd, change));
    }

    private static int bits(Interest interest) {
        return (interest.readable() ? EPOLLIN : 0)
                | (interest.writable() ? EPOLLOUT : 0)
                | (interest.peerClosed() ? EPOLLRDHUP : 0)
                | (interest.edgeTriggered() ? EPOLLET : 0)
                | (interest.oneShot() ? EPOLLONESHOT : 0);
    }

    /** Whole milliseconds, rounded up: a wait that ended early would spin until the timer is due. */
    static int milliseconds(long nanos) {
        if (nanos < 0) {
            return -1;
        }
        long rounded = TimeUnit.NANOSECONDS.toMillis(nanos) + (nanos % 1_000_000 == 0 ? 0 : 1);
        return (int) Math.min(rounded, Integer.MAX_VALUE);
    }
}
