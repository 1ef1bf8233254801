package io.netpoll.reactor;

import io.netpoll.sys.CallState;
import io.netpoll.sys.Errno;
import io.netpoll.sys.TimerFds;
import io.netpoll.sys.Unistd;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;

/**
 * A timer of the kernel that is readable when it has expired: timerfd_create(2) on the monotonic clock, non-blocking. One
 * thread at a time may use it. For many timers on a loop, {@link EventLoop#schedule} is cheaper.
 */
public final class TimerFd implements AutoCloseable {

    private final Arena arena = Arena.ofShared();
    private final CallState state = CallState.allocate(arena);
    private final MemorySegment spec = arena.allocate(TimerFds.ITIMERSPEC_SIZE, Long.BYTES);
    private final MemorySegment count = arena.allocate(ValueLayout.JAVA_LONG);
    private final int fd;
    private boolean closed;

    private TimerFd() throws IOException {
        int created =
                TimerFds.timerfd_create(state, TimerFds.CLOCK_MONOTONIC, TimerFds.TFD_NONBLOCK | TimerFds.TFD_CLOEXEC);
        if (created < 0) {
            arena.close();
            throw new SystemCallException("timerfd_create", -created);
        }
        fd = created;
    }

    /**
     * Opens a timer that is not armed.
     *
     * @throws IOException if there are no descriptors left
     */
    public static TimerFd open() throws IOException {
        return new TimerFd();
    }

    /** The descriptor, for {@link EventLoop#register}. */
    public int fd() {
        return fd;
    }

    /**
     * Arms the timer for one expiry, replacing what it was armed for.
     *
     * @param delay from now; zero expires at once
     * @throws IllegalArgumentException if the delay is negative
     * @throws IOException if the kernel refuses
     */
    public void armOnce(Duration delay) throws IOException {
        arm(delay, Duration.ZERO);
    }

    /**
     * Arms the timer for one expiry after another, replacing what it was armed for.
     *
     * @param first from now until the first expiry; zero expires at once
     * @param period from one expiry to the next, positive
     * @throws IllegalArgumentException if a duration is out of range
     * @throws IOException if the kernel refuses
     */
    public void armPeriodic(Duration first, Duration period) throws IOException {
        if (!period.isPositive()) {
            throw new IllegalArgumentException("The period must be positive, but is " + period);
        }
        arm(first, period);
    }

    /**
     * Takes the timer's expiries back.
     *
     * @throws IOException if the kernel refuses
     */
    public void disarm() throws IOException {
        TimerFds.set(spec, 0, 0, 0, 0);
        set();
    }

    /**
     * How often the timer has expired since this was asked last.
     *
     * @return 0 if it has not
     * @throws IOException if the kernel refuses
     */
    public long takeExpirations() throws IOException {
        long read = Unistd.read(state, fd, count, Long.BYTES);
        if (read < 0 && read != -Errno.EAGAIN) {
            throw new SystemCallException("read", (int) -read);
        }
        return read < 0 ? 0 : count.get(ValueLayout.JAVA_LONG, 0);
    }

    /** Closes the descriptor, once. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            Unistd.close(state, fd);
            arena.close();
        }
    }

    private void arm(Duration first, Duration period) throws IOException {
        if (first.isNegative()) {
            throw new IllegalArgumentException("The delay must not be negative, but is " + first);
        }
        // An it_value of zero would disarm the timer (timerfd_settime(2)).
        Duration value = first.isZero() ? Duration.ofNanos(1) : first;
        TimerFds.set(spec, value.getSeconds(), value.getNano(), period.getSeconds(), period.getNano());
        set();
    }

    private void set() throws IOException {
        SystemCallException.check("timerfd_settime", TimerFds.timerfd_settime(state, fd, 0, spec));
    }
}
