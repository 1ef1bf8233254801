package io.netpoll.http1;

import io.netpoll.reactor.EventLoop;
import io.netpoll.reactor.Timer;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that no request of a connection waits for a handler, or takes altogether, longer than it may. The end of an
 * exchange does not disturb the timer: when it fires it looks for the exchange that is out then. Belongs to the loop.
 */
final class ExchangeTimer {

    private final EventLoop loop;
    private final Http1Service service;
    private final RequestLimits limits;
    private final Timer timer;
    private @Nullable Http1Exchange exchange;
    private long waitDue;
    private long due;
    private boolean mayWait;

    ExchangeTimer(EventLoop loop, Http1Service service) {
        this.loop = loop;
        this.service = service;
        this.limits = service.options().requestLimits();
        this.timer = loop.timer(this::fired);
    }

    /** An exchange is about to be handed out. */
    void begin(Http1Exchange next) {
        boolean exempt = limits.exempts(next.request());
        exchange = exempt ? null : next;
        if (!exempt) {
            long now = loop.clock().nanoTime();
            mayWait = limits.maxWait() > 0;
            waitDue = now + limits.maxWait();
            due = now + limits.timeout();
            arm();
        }
    }

    private void arm() {
        if (!mayWait && limits.timeout() == 0) {
            return;
        }
        long first = limits.timeout() == 0 || (mayWait && waitDue - due < 0) ? waitDue : due;
        if (!timer.isArmed() || timer.deadline() - first > 0) {
            timer.armAt(first);
        }
    }

    private void fired() {
        Http1Exchange current = exchange;
        if (current == null || current.isEnding()) {
            exchange = null; // what comes next arms the timer again
            return;
        }
        long now = loop.clock().nanoTime();
        if (mayWait && now - waitDue >= 0) {
            mayWait = false;
            if (service.dispatcher().withdraw(current)) {
                current.refuse();
                return;
            }
        }
        if (limits.timeout() > 0 && now - due >= 0) {
            current.timeOut();
        } else {
            arm();
        }
    }

    void cancel() {
        timer.cancel();
        exchange = null;
    }
}
