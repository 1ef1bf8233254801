package io.netpoll.http1;

import io.netpoll.http.Cancellable;
import io.netpoll.http.DetachedListener;
import io.netpoll.net.PeerGoneException;
import io.netpoll.reactor.EventLoop;
import io.netpoll.reactor.Timer;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a detached exchange has besides an ordinary one: tasks one after another, timers, demands, and a listener that is
 * told once that the client has gone.
 */
final class ExchangeTasks {

    private final Http1Exchange exchange;
    private final Http1Channel channel;
    private final EventLoop loop;
    private final DetachedListener listener;
    private final SerialTasks tasks;
    private final AtomicBoolean gone = new AtomicBoolean();
    private final AtomicBoolean endRequested = new AtomicBoolean();
    private final AtomicBoolean finishing = new AtomicBoolean();
    private @Nullable Timer graceTimer;

    ExchangeTasks(Http1Exchange exchange, Http1Connection connection, DetachedListener listener) {
        this.exchange = exchange;
        this.channel = connection.channel();
        this.loop = channel.loop();
        this.listener = listener;
        this.tasks = new SerialTasks(
                loop, job -> connection.launch(job, exchange.isOnLoop()), exchange::taskFailed, exchange::abandoned);
    }

    boolean add(Runnable task) {
        if (exchange.isEnding()) {
            return false;
        }
        tasks.add(() -> {
            if (!exchange.isEnding()) {
                task.run();
            }
        });
        return true;
    }

    /** The last task; only the first that is given counts. */
    void finish(Runnable last) {
        if (finishing.compareAndSet(false, true)) {
            tasks.add(last);
        }
    }

    void handlerReturned() {
        IOException cause = exchange.givenUp();
        if (cause != null) {
            gone(cause); // the loop may have ended since: there will be no event
        } else if (channel.stream().input().isEnding()) {
            // The event came before anybody was listening.
            loop.execute(() -> exchange.peerEnding(channel.stream().output().isEnding()));
        }
        tasks.handlerReturned();
    }

    Cancellable schedule(Duration delay, Runnable task) {
        long deadline = loop.clock().nanoTime() + EventLoop.nanos(delay);
        Scheduled scheduled = new Scheduled(() -> add(task));
        loop.execute(() -> scheduled.arm(loop, deadline));
        return scheduled;
    }

    /**
     * Has a task run when a direction may be ready; if that takes too long, the listener is told instead.
     *
     * @param patience how long
     * @param moved what the client has moved in this direction so far
     * @param lastTry runs on the loop when the time is over: whether the direction was ready after all
     * @param expired runs on the loop after that, and says what the listener is told
     */
    void demand(
            Waiter waiter,
            Patience patience,
            long moved,
            BooleanSupplier lastTry,
            Function<Expiry, IOException> expired,
            Runnable task) {
        if (waiter.hasDemand()) {
            throw new IllegalStateException("A task waits for this direction already");
        }
        new Demand(waiter, patience, moved, lastTry, expired, task).start();
    }

    /** A task that waits for a direction. It is started by the direction's owner, the rest happens on the loop. */
    private final class Demand {

        private final Waiter waiter;
        private final Patience patience;
        private final BooleanSupplier lastTry;
        private final Function<Expiry, IOException> expired;
        private final Runnable task;
        private final long limit;
        private long start = loop.clock().nanoTime();
        private Scheduled timer = new Scheduled(this::timedOut);
        private boolean begunAgain;

        Demand(
                Waiter waiter,
                Patience patience,
                long moved,
                BooleanSupplier lastTry,
                Function<Expiry, IOException> expired,
                Runnable task) {
            this.waiter = waiter;
            this.patience = patience;
            this.lastTry = lastTry;
            this.expired = expired;
            this.task = task;
            this.limit = Math.max(0, patience.next(moved));
        }

        void start() {
            if (waiter.demand(this::resumed)) {
                Scheduled first = timer;
                loop.execute(() -> first.arm(loop, start + limit));
            } else {
                add(task);
            }
        }

        private long elapsed() {
            return loop.clock().nanoTime() - start;
        }

        private void resumed() {
            timer.cancel();
            patience.waited(elapsed());
            add(task);
        }

        private void timedOut() {
            if (!begunAgain && Patience.isLate(elapsed(), limit)) {
                begunAgain = true;
                start = loop.clock().nanoTime();
                timer = new Scheduled(this::timedOut);
                timer.arm(loop, start + limit);
                return;
            }
            waiter.cancel();
            patience.waited(elapsed());
            if (lastTry.getAsBoolean()) {
                add(task);
            } else {
                gone(expired.apply(patience.expiry()));
            }
        }
    }

    /** Called on the loop. */
    void peerEnding(boolean broken) {
        if (broken) {
            gone(PeerGoneException.reset());
        } else if (exchange.isCommitted()) {
            gone(PeerGoneException.brokenPipe());
        } else if (graceTimer == null) {
            graceTimer = loop.timer(() -> gone(PeerGoneException.brokenPipe()));
            graceTimer.armAt(
                    loop.clock().nanoTime() + channel.service().options().halfCloseGrace());
        }
    }

    /** The server waits no longer: the listener is told, once. */
    void requestEnd() {
        if (!gone.get() && endRequested.compareAndSet(false, true)) {
            add(() -> {
                if (!gone.get()) {
                    listener.endRequested();
                }
            });
        }
    }

    void gone(IOException cause) {
        if (gone.compareAndSet(false, true)) {
            add(() -> listener.gone(cause));
        }
    }

    /** Something that a timer of the loop does, unless it is cancelled before, by any thread. */
    private static final class Scheduled implements Cancellable {

        private final AtomicBoolean done = new AtomicBoolean();
        private final Runnable action;
        private volatile @Nullable EventLoop loop;
        private @Nullable Timer timer;

        Scheduled(Runnable action) {
            this.action = action;
        }

        /** Called on the loop. */
        void arm(EventLoop onLoop, long deadline) {
            if (!done.get()) {
                Timer armed = onLoop.timer(this::fire);
                timer = armed;
                loop = onLoop;
                armed.armAt(deadline);
            }
        }

        private void fire() {
            if (done.compareAndSet(false, true)) {
                action.run();
            }
        }

        @Override
        public void cancel() {
            EventLoop armedOn = loop;
            if (done.compareAndSet(false, true) && armedOn != null) {
                armedOn.execute(this::disarm);
            }
        }

        private void disarm() {
            Timer armed = timer;
            if (armed != null) {
                armed.cancel();
            }
        }
    }
}
