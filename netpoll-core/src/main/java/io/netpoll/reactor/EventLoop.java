package io.netpoll.reactor;

import io.netpoll.reactor.RegistrationTable.Registration;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One thread's worth of readiness: waits for descriptors, then works through its phases, again and again.
 *
 * <pre>
 *   wait → I/O events → timers → inbox → run queue → close ─┐
 *    └──────────────────────────────────────────────────────┘
 * </pre>
 *
 * <p>Only the wait blocks. Every phase has a bound; what is left over stays on a list of the loop and makes the next wait
 * return at once. A loop is driven either by {@link #run} or, by hand, by {@link #waitOnce}, by one thread at a time. Only
 * that thread may call the other methods, except {@link #post}, {@link #execute}, {@link #stop}, {@link #statistics} and those
 * that say so, which any thread may. Another thread may take over from it: see {@link CarriedTask}.
 */
public final class EventLoop implements AutoCloseable {

    /** How many reports one wait takes: enough to pay for the call, few enough to get to timers and tasks soon. */
    private static final int MAX_EVENTS = 512;

    /** How many timers fire in one pass: after a pause of the machine all idle connections may be due at once. */
    private static final int MAX_TIMERS = 1024;

    private static final long FOR_EVER = -1;

    /** Instead of a number of reports: another thread drives the loop now. */
    private static final int TAKEN = -1;

    private final Clock clock;
    private final Netpoll netpoll;
    private final WakeUp wakeUp;
    private final RegistrationTable registrations = new RegistrationTable();
    private final TimerQueue timers = new TimerQueue();
    private final LoopStatistics statistics = new LoopStatistics();
    private final Callbacks callbacks = new Callbacks();
    private final TaskQueues tasks = new TaskQueues(callbacks, statistics);
    private final Event event = new Event();
    private long now;
    private long passEnded;
    private int reported;
    private boolean closed;
    private volatile boolean stopping;

    private EventLoop(Clock clock) throws IOException {
        this.clock = clock;
        this.now = clock.nanoTime();
        this.passEnded = now;
        this.netpoll = new NetpollEpoll(clock, MAX_EVENTS);
        try {
            this.wakeUp = WakeUp.open();
        } catch (IOException e) {
            netpoll.close();
            throw e;
        }
        try {
            registerWakeUp();
        } catch (IOException e) {
            wakeUp.close();
            netpoll.close();
            throw e;
        }
    }

    /**
     * Opens a loop on epoll(7).
     *
     * @throws IOException if there are no descriptors left
     * @throws UnsupportedPlatformException if this is not Linux on x86-64 or aarch64, the C library lacks a function, or the
     *     JVM denies native access
     */
    public static EventLoop open() throws IOException {
        return open(Clock.system());
    }

    /**
     * Opens a loop with a clock of the caller's.
     *
     * @throws IOException if there are no descriptors left
     * @throws UnsupportedPlatformException as {@link #open()}
     */
    public static EventLoop open(Clock clock) throws IOException {
        NativeAccess.requireSupportedPlatform();
        try {
            return new EventLoop(clock);
        } catch (LinkageError | IllegalCallerException e) {
            throw NativeAccess.failed(e);
        }
    }

    private void registerWakeUp() throws IOException {
        // Edge-triggered and never read: every write is a new edge (eventfd(2), epoll(7)).
        Registration registration = registrations.add(wakeUp.fd(), event -> {});
        netpoll.add(wakeUp.fd(), Interest.READABLE.edge(), registration.token().value());
    }

    /**
     * Starts to report a descriptor. It should be non-blocking and stays the caller's: the loop never closes it.
     *
     * @param fd an open descriptor
     * @param interest what to report
     * @param handler is told
     * @return names the registration
     * @throws IOException if the kernel refuses, for instance because the descriptor is a plain file
     */
    public Token register(int fd, Interest interest, EventHandler handler) throws IOException {
        Registration registration = registrations.add(fd, handler);
        try {
            netpoll.add(fd, interest, registration.token().value());
        } catch (IOException e) {
            registrations.remove(registration.token());
            throw e;
        }
        statistics.registeredDescriptors = registrations.size();
        return registration.token();
    }

    /**
     * Changes what is reported, or asks again after a one-shot report.
     *
     * @throws IOException if the kernel refuses
     * @throws IllegalArgumentException if the registration has ended
     */
    public void modify(Token token, Interest interest) throws IOException {
        Registration registration = registrations.find(token.value());
        if (registration == null) {
            throw new IllegalArgumentException("No longer registered: " + token);
        }
        netpoll.modify(registration.fd(), interest, token.value());
    }

    /**
     * Stops to report a descriptor that is still open. No event for it arrives after this, not even one that the current
     * wait has fetched already. Harmless if the registration has ended.
     *
     * @throws IOException if the kernel refuses
     */
    public void deregister(Token token) throws IOException {
        Registration registration = registrations.remove(token);
        if (registration != null) {
            statistics.registeredDescriptors = registrations.size();
            netpoll.remove(registration.fd());
        }
    }

    /**
     * Stops to report a descriptor that is going to be closed at once, which takes it out of the kernel's list as well. Its
     * events are dropped from here on, as by {@link #deregister}, without a system call.
     */
    public void forget(Token token) {
        if (registrations.remove(token) != null) {
            statistics.registeredDescriptors = registrations.size();
        }
    }

    /**
     * Sets who is told what a timer, an action or a task of {@link #execute} or {@link #closeLater} has thrown, or an owner
     * that was told of its own callback's failure: what has no owner to tell. Told on the thread that drives the loop, or
     * drove it when it began a {@link CarriedTask} that fails; must not block. Nobody is, by default.
     */
    public void onUncaught(Consumer<? super Exception> listener) {
        callbacks.setListener(listener);
    }

    /**
     * A timer of this loop, not armed yet.
     *
     * @param action runs on the thread that drives the loop; what it throws is told as {@link #onUncaught} says
     */
    public Timer timer(Runnable action) {
        return new Timer(timers, action);
    }

    /**
     * A timer that is armed to run an action once.
     *
     * @param delay from now, not negative
     */
    public Timer schedule(Duration delay, Runnable action) {
        Timer timer = timer(action);
        timer.armAt(clock.nanoTime() + nanos(delay));
        return timer;
    }

    /**
     * Hands a task to the loop and wakes it if it waits. Any thread may call this.
     *
     * @return whether the task will run; {@code false} after {@link #close}
     */
    public boolean post(Task task) {
        if (!tasks.post(task, clock.nanoTime())) {
            return false;
        }
        wakeUp.wake();
        return true;
    }

    /**
     * Hands an action to the loop and wakes it if it waits. Any thread may call this.
     *
     * @return whether the action will run; {@code false} after {@link #close}
     */
    public boolean execute(Runnable action) {
        return post(new Task() {
            @Override
            protected void run() {
                action.run();
            }

            @Override
            protected void onFailure(Exception failure) {
                callbacks.unowned(failure);
            }
        });
    }

    /** Puts a task on the run queue: it runs in the last phase but one of this pass, or of the next if that has begun. */
    public void runLater(Task task) {
        tasks.runLater(task);
    }

    /** Runs an action at the end of the pass: where descriptors are closed, so that no number comes back within a pass. */
    public void closeLater(Runnable action) {
        tasks.closeLater(action);
    }

    /** The clock of this loop. */
    public Clock clock() {
        return clock;
    }

    /** When the current pass began, in {@link Clock#nanoTime}: cheaper than asking the clock. */
    public long now() {
        return now;
    }

    /** What the loop has done. Any thread may call this and read it. */
    public LoopStatistics statistics() {
        return statistics;
    }

    /**
     * Works until {@link #stop}, until an error ends it, or until it is {@linkplain CarriedTasks#take taken}.
     *
     * @return whether the loop has stopped; {@code false} if it was taken away, so that the caller has no business with it
     */
    public boolean run() throws IOException {
        if (tasks.carried().claim()) {
            statistics.moves++;
            endPass();
        }
        while (!stopping) {
            if (pass(FOR_EVER) == TAKEN) {
                return false;
            }
        }
        return true;
    }

    /** The tasks that the loop carries. Any thread may call this. */
    public CarriedTasks carriedTasks() {
        return tasks.carried();
    }

    /** What the thread that watches the loop needs. */
    public LoopWatch watch() {
        return new LoopWatch(callbacks, tasks.carried(), wakeUp, statistics);
    }

    /** Makes {@link #run} return after the current pass. Any thread may call this. */
    public void stop() {
        stopping = true;
        wakeUp.wake();
    }

    /**
     * One pass, for those who drive the loop by hand.
     *
     * @param timeout how long to wait at most; timers and tasks may end the wait earlier
     * @return how many descriptors were reported, the loop's own not counted; −1 if the loop was taken away
     */
    public int waitOnce(Duration timeout) throws IOException {
        return pass(nanos(timeout));
    }

    /**
     * Ends the loop: tasks that are in the inbox run, later ones are refused, and the loop's own descriptors are closed.
     * Called when no thread drives the loop any more.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            tasks.close();
        } finally {
            wakeUp.close();
            netpoll.close();
        }
    }

    private int pass(long maxWait) throws IOException {
        int ready = waitPhase(maxWait);
        reported = eventPhase(ready);
        timerPhase();
        tasks.inboxPhase(now);
        tasks.runQueuePhase();
        return tasks.carried().runPhase() ? endPass() : TAKEN;
    }

    /** The rest of a pass, which another thread may have begun. */
    private int endPass() {
        tasks.closePhase();
        statistics.runQueueLength = tasks.runQueueLength();
        long finished = clock.nanoTime();
        statistics.recordPass(reported, now - passEnded, finished - now);
        passEnded = finished;
        return reported;
    }

    private int waitPhase(long maxWait) throws IOException {
        long timeout = timeout(maxWait);
        if (timeout != 0) {
            wakeUp.announceSleep();
            if (stopping || !tasks.isEmpty()) {
                timeout = 0;
            }
        }
        try {
            return netpoll.await(timeout);
        } finally {
            wakeUp.awake();
            now = clock.nanoTime();
        }
    }

    private long timeout(long maxWait) {
        if (!tasks.isEmpty()) {
            return 0;
        }
        Timer first = timers.first();
        if (first == null) {
            return maxWait;
        }
        long untilDue = Math.max(0, first.deadline - clock.nanoTime());
        return maxWait < 0 ? untilDue : Math.min(maxWait, untilDue);
    }

    private int eventPhase(int ready) {
        int count = 0;
        for (int i = 0; i < ready; i++) {
            Registration registration = registrations.find(netpoll.token(i));
            if (registration != null && registration.fd() != wakeUp.fd()) {
                count++;
                event.fill(registration.token(), netpoll.ready(i));
                callbacks.dispatch(registration.handler(), event);
            }
        }
        return count;
    }

    private void timerPhase() {
        for (int i = 0; i < MAX_TIMERS; i++) {
            Timer first = timers.first();
            if (first == null || first.deadline - now > 0) {
                return;
            }
            statistics.recordLag(now - first.deadline);
            timers.remove(first);
            callbacks.run(first.action());
        }
    }

    /** A duration in nanoseconds, for loops' clocks: saturated where it would not fit. */
    public static long nanos(Duration duration) {
        return duration.compareTo(Duration.ofNanos(Long.MAX_VALUE / 2)) > 0
                ? Long.MAX_VALUE / 2
                : TimeUnit.NANOSECONDS.convert(duration);
    }
}
