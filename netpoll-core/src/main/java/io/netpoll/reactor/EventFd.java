package io.netpoll.reactor;

import io.netpoll.sys.CallState;
import io.netpoll.sys.Errno;
import io.netpoll.sys.EventFds;
import io.netpoll.sys.Unistd;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A counter in the kernel that is readable while it is not zero: eventfd(2), non-blocking. Any thread may write; one thread
 * at a time reads. Closing waits for nobody: a descriptor with a writer inside is closed by that writer on its way out.
 */
public final class EventFd implements AutoCloseable {

    private static final int CLOSED = 1 << 30;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment one = arena.allocate(ValueLayout.JAVA_LONG);
    private final MemorySegment counter = arena.allocate(ValueLayout.JAVA_LONG);
    private final CallState readState = CallState.allocate(arena);
    /** The number of callers inside, and {@link #CLOSED}. */
    private final AtomicInteger users = new AtomicInteger();

    private final int fd;

    private EventFd(int flags) throws IOException {
        int created = EventFds.eventfd(readState, 0, flags | EventFds.EFD_NONBLOCK | EventFds.EFD_CLOEXEC);
        if (created < 0) {
            arena.close();
            throw new SystemCallException("eventfd", -created);
        }
        fd = created;
        one.set(ValueLayout.JAVA_LONG, 0, 1);
    }

    /**
     * Opens a counter: a read takes its whole value.
     *
     * @throws IOException if there are no descriptors left
     */
    public static EventFd open() throws IOException {
        return new EventFd(0);
    }

    /**
     * Opens a semaphore: a read takes 1.
     *
     * @throws IOException if there are no descriptors left
     */
    public static EventFd openSemaphore() throws IOException {
        return new EventFd(EventFds.EFD_SEMAPHORE);
    }

    /** The descriptor, for {@link EventLoop#register}. */
    public int fd() {
        return fd;
    }

    /**
     * Adds 1. Does nothing after {@link #close}; a counter that is full is readable anyway.
     *
     * @throws IOException if the kernel refuses
     */
    public void signal() throws IOException {
        if (!enter()) {
            return;
        }
        try (Arena own = Arena.ofConfined()) {
            long written = Unistd.write(CallState.allocate(own), fd, one, Long.BYTES);
            if (written < 0 && written != -Errno.EAGAIN) {
                throw new SystemCallException("write", (int) -written);
            }
        } finally {
            exit();
        }
    }

    /**
     * Takes the value, or 1 of a semaphore.
     *
     * @return what was taken; 0 if the counter is zero or closed
     * @throws IOException if the kernel refuses
     */
    public long take() throws IOException {
        if (!enter()) {
            return 0;
        }
        try {
            long read = Unistd.read(readState, fd, counter, Long.BYTES);
            if (read < 0 && read != -Errno.EAGAIN) {
                throw new SystemCallException("read", (int) -read);
            }
            return read < 0 ? 0 : counter.get(ValueLayout.JAVA_LONG, 0);
        } finally {
            exit();
        }
    }

    /** Closes the descriptor, once. */
    @Override
    public void close() {
        int before = users.getAndUpdate(users -> users | CLOSED);
        if (before == 0) {
            release();
        }
    }

    private boolean enter() {
        int before = users.getAndUpdate(users -> (users & CLOSED) != 0 ? users : users + 1);
        return (before & CLOSED) == 0;
    }

    private void exit() {
        if (users.decrementAndGet() == CLOSED) {
            release();
        }
    }

    private void release() {
        Unistd.close(readState, fd);
        arena.close();
    }
}
