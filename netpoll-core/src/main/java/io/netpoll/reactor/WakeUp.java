package io.netpoll.reactor;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * How other threads end a loop's wait: an eventfd, written only if the loop has announced that it waits. Whoever leaves
 * something for the loop calls {@link #wake} afterwards; the loop announces first and looks for what was left afterwards, so
 * one of the two sees the other.
 */
final class WakeUp implements AutoCloseable {

    private final EventFd eventFd;
    private final AtomicBoolean asleep = new AtomicBoolean();

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

    @Override
    public void close() {
        eventFd.close();
    }
}
