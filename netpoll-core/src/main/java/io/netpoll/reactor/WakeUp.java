package io.netpoll.reactor;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How other threads end a loop's wait: an eventfd, written only if the loop has announced that it waits. Whoever leaves
 * something for the loop calls {@link #wake} afterwards; the loop announces first and looks for what was left afterwards, so
 * one of the two sees the other.
 */
final class WakeUp implements AutoCloseable {

    private final EventFd eventFd;
    private final AtomicBoolean asleep = new AtomicBoolean();

    /** Wants to know when the loop works again; it says so and looks at the loop afterwards, as other threads do. */
    private final AtomicReference<@Nullable Thread> watcher = new AtomicReference<>();

    private WakeUp(EventFd eventFd) {
        this.eventFd = eventFd;
    }

    static WakeUp open() throws IOException {
        return new WakeUp(EventFd.open());
    }

    int fd() {
        return eventFd.fd();
    }

    /** The loop is about to wait. */
    void announceSleep() {
        asleep.set(true);
    }

    /** The loop works again. */
    void awake() {
        asleep.set(false);
        if (watcher.get() != null) {
            LockSupport.unpark(watcher.getAndSet(null));
        }
    }

    /** Ends the wait that has been announced, if one has; the first of several callers is enough. Any thread. */
    void wake() {
        if (asleep.get() && asleep.compareAndSet(true, false)) {
            try {
                eventFd.signal();
            } catch (IOException e) {
                throw new IllegalStateException("The loop cannot be woken", e);
            }
        }
    }

    /**
     * Has a thread unparked when the loop works again. For one thread.
     *
     * @return {@code false} if it works now, so that there is no reason to park
     */
    boolean unparkWhenAwake(Thread thread) {
        watcher.set(thread);
        if (asleep.get()) {
            return true;
        }
        watcher.set(null);
        return false;
    }

    @Override
    public void close() {
        eventFd.close();
    }
}
