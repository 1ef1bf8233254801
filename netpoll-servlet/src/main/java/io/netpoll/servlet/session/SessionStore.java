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
     */
    public SessionStore(ServletContext context, SessionEvents events, InstantSource clock) {
        this.context = context;
        this.events = events;
        this.clock = clock;
    }

    /** The idle time of new sessions in seconds; zero or less: they do not time out. */
    public int timeoutSeconds() {
        return timeoutSeconds;
    }

    /** Sets the idle time of new sessions in seconds. */
    public void timeoutSeconds(int seconds) {
        timeoutSeconds = seconds;
    }

    /** Creates a session. */
    public MemorySession create() {
        MemorySession session;
        do {
            session = new MemorySession(this, ids.next(), now(), timeoutSeconds);
        } while (sessions.putIfAbsent(session.getId(), session) != null);
        startTimer();
        events.created(session);
        return session;
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

    /** Gives a session a new id and returns it. */
    public String changeId(MemorySession session) {
        String oldId = session.getId();
        String newId = ids.next();
        sessions.put(newId, session);
        session.changeId(newId);
        sessions.remove(oldId, session);
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
            if (!session.isExpired(now())) {
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

    void forget(MemorySession session) {
        sessions.remove(session.getId(), session);
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
