package io.netpoll.servlet.session;

import jakarta.servlet.ServletContext;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of an application. One daemon thread, started with the first session, ends those that have been idle too
 * long; a request never sees one, however late that thread is.
 */
public final class SessionStore implements AutoCloseable {

    /** Often enough for time-outs in seconds, seldom enough to cost nothing. */
    private static final long SWEEP_SECONDS = 1;

    private final ServletContext context;
    private final SessionEvents events;
    private final InstantSource clock;
    private final SessionIds ids = new SessionIds();
    private final int limit;
    private final AtomicInteger reserved = new AtomicInteger();
    private final Map<String, MemorySession> sessions = new ConcurrentHashMap<>();
    private final Object timerLock = new Object();
    private @Nullable ScheduledThreadPoolExecutor timer;
    private @Nullable Future<?> sweeping;
    private boolean closed;
    private volatile int timeoutSeconds;

    /**
     * A store without sessions.
     *
     * @param context what sessions answer as their context
     * @param events is told what happens
     * @param clock says how late it is
     * @param limit how many sessions there may be at once; −1: any number
     */
    public SessionStore(ServletContext context, SessionEvents events, InstantSource clock, int limit) {
        this.context = context;
        this.events = events;
        this.clock = clock;
        this.limit = limit;
    }

    /** The idle time of new sessions in seconds; zero or less: they do not time out. */
    public int timeoutSeconds() {
        return timeoutSeconds;
    }

    /** Sets the idle time of new sessions in seconds. */
    public void timeoutSeconds(int seconds) {
        timeoutSeconds = seconds;
    }

    /**
     * Creates a session.
     *
     * @throws TooManySessionsException if there are as many as there may be
     */
    public MemorySession create() {
        reserveOrThrow();
        MemorySession session;
        do {
            session = new MemorySession(this, ids.next(), now(), timeoutSeconds);
        } while (sessions.putIfAbsent(session.getId(), session) != null);
        return created(session);
    }

    /**
     * Creates a session with an id that somebody else vouches for. If there is a valid one already, as another request on the
     * same TLS session has made it, that is the session.
     *
     * @throws TooManySessionsException if there are as many as there may be
     */
    public MemorySession create(String id) {
        reserveOrThrow();
        MemorySession session = new MemorySession(this, id, now(), timeoutSeconds);
        MemorySession present = sessions.putIfAbsent(id, session);
        if (present != null) {
            reserved.decrementAndGet();
            return present;
        }
        return created(session);
    }

    private MemorySession created(MemorySession session) {
        startTimer();
        events.created(session);
        return session;
    }

    private void reserveOrThrow() {
        if (!reserve()) {
            sweep();
            if (!reserve()) {
                throw new TooManySessionsException(limit);
            }
        }
    }

    /** Counts before there is a session: threads that come together must not exceed the limit together. */
    private boolean reserve() {
        int before = reserved.getAndUpdate(count -> limit < 0 || count < limit ? count + 1 : count);
        return limit < 0 || before < limit;
    }

    /** The valid session with an id; {@code null} if there is none. */
    public @Nullable MemorySession find(String id) {
        MemorySession session = sessions.get(id);
        if (session == null) {
            return null;
        }
        if (session.isExpired(now())) {
            session.end();
        }
        return session.isValid() ? session : null;
    }

    /**
     * Gives a session a new id and returns it.
     *
     * @throws IllegalStateException if the session has ended
     */
    public String changeId(MemorySession session) {
        String newId = ids.next();
        String oldId;
        synchronized (session) {
            if (!session.isValid()) {
                throw new IllegalStateException("Session " + session.getId() + " is invalid");
            }
            oldId = session.getId();
            sessions.put(newId, session);
            session.changeId(newId);
            sessions.remove(oldId, session);
        }
        events.idChanged(session, oldId);
        return newId;
    }

    /** How many sessions there are. */
    public int size() {
        return sessions.size();
    }

    /** Ends the sessions that have been idle for longer than they may. */
    public void sweep() {
        long now = now();
        for (MemorySession session : sessions.values()) {
            if (session.isExpired(now)) {
                session.end();
            }
        }
    }

    /** Takes back the sessions that {@link #save} wrote, if there are any. */
    public void load(Path directory, ClassLoader loader) {
        SessionFile file = new SessionFile(directory, events);
        for (StoredSession stored : file.read(loader)) {
            MemorySession session = new MemorySession(this, stored);
            if (!session.isExpired(now()) && reserve()) {
                sessions.put(session.getId(), session);
                file.activated(session);
                startTimer();
            }
        }
    }

    /** Writes all sessions to a file in a directory and forgets them: no listener is told that they end. */
    public void save(Path directory) {
        sweep();
        List<MemorySession> all = List.copyOf(sessions.values());
        sessions.clear();
        reserved.set(0);
        new SessionFile(directory, events).write(all);
    }

    /** Ends the timer and all sessions. */
    @Override
    public void close() {
        synchronized (timerLock) {
            closed = true;
            if (timer != null && sweeping != null) {
                sweeping.cancel(false);
                timer.shutdown();
            }
        }
        for (MemorySession session : List.copyOf(sessions.values())) {
            session.end();
        }
    }

    ServletContext context() {
        return context;
    }

    SessionEvents events() {
        return events;
    }

    long now() {
        return clock.millis();
    }

    /** Not while the id changes: the session would stay under the new one. */
    void forget(MemorySession session) {
        synchronized (session) {
            if (sessions.remove(session.getId(), session)) {
                reserved.decrementAndGet();
            }
        }
    }

    private void startTimer() {
        synchronized (timerLock) {
            if (timer == null && !closed) {
                timer = new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().daemon().name("netpoll-sessions").factory());
                sweeping = timer.scheduleWithFixedDelay(
                        this::guardedSweep, SWEEP_SECONDS, SWEEP_SECONDS, TimeUnit.SECONDS);
            }
        }
    }

    /** An exception would end the timer without a word. */
    private void guardedSweep() {
        try {
            sweep();
        } catch (RuntimeException e) {
            events.listenerFailed(e);
        }
    }
}
