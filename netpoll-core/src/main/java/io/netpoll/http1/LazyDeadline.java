package io.netpoll.http1;

import io.netpoll.reactor.EventLoop;
import io.netpoll.reactor.Timer;

/**
 * When the loop loses patience with a connection. Moving it later costs an assignment: the timer is left where it is, and when
 * it fires it looks and goes on. Belongs to whoever owns the connection; only the loop arms the timer.
 */
final class LazyDeadline {

    private final EventLoop loop;
    private final Timer timer;
    private long deadline;

    /**
     * A deadline that is not set.
     *
     * @param fired runs on the loop when the timer fires, in time or early
     */
    LazyDeadline(EventLoop loop, Runnable fired) {
        this.loop = loop;
        this.timer = loop.timer(fired);
    }

    /** Sets the deadline so many nanoseconds from now. Called on the loop. */
    void in(long nanos) {
        deadline = loop.now() + nanos;
        if (!timer.isArmed() || timer.deadline() - deadline > 0) {
            timer.armAt(deadline);
        }
    }

    /**
     * Sets the deadline so many nanoseconds from now, without the loop: it is noticed in time only if the timer fires no later
     * than that.
     */
    void laterIn(long nanos) {
        deadline = loop.clock().nanoTime() + nanos;
    }

    /** The timer has fired: whether the deadline has passed. If not, the timer goes on. */
    boolean hasPassed() {
        if (deadline - loop.now() <= 0) {
            return true;
        }
        timer.armAt(deadline);
        return false;
    }

    /** When it is, in the loop's time. */
    long at() {
        return deadline;
    }

    /** The connection may have been handed out since the timer fired: the timer has to go on for when it comes home. */
    void ensureArmed(long nanos) {
        if (!timer.isArmed()) {
            lookAgainIn(nanos);
        }
    }

    /** The timer has fired while nobody may look at the deadline. */
    void lookAgainIn(long nanos) {
        timer.armAt(loop.now() + nanos);
    }

    void cancel() {
        timer.cancel();
    }
}
