package io.netpoll.servlet.session;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A session in memory; any number of threads may use it at once. */
public final class MemorySession implements HttpSession {

    /** A session's life: each state leads only to the next. */
    private enum State {
        VALID,
        /** Listeners are being told; attributes can be read and changed. */
        ENDING,
        ENDED
    }

    private final SessionStore store;
    private final long creationTime;
    private final Map<String, Object> attributes = new ConcurrentHashMap<>();
    private final AtomicReference<State> state = new AtomicReference<>(State.VALID);
    private volatile String id;
    private volatile long lastAccessedTime;
    private volatile long thisAccessedTime;
    private volatile int maxInactiveInterval;
    private volatile boolean isNew = true;

    MemorySession(SessionStore store, String id, long now, int maxInactiveInterval) {
        this.store = store;
        this.id = id;
        this.creationTime = now;
        this.lastAccessedTime = now;
        this.thisAccessedTime = now;
        this.maxInactiveInterval = maxInactiveInterval;
    }

    /** Restores a session that was written to disk. */
    MemorySession(SessionStore store, StoredSession stored) {
        this(store, stored.id(), stored.creationTime(), stored.maxInactiveInterval());
        this.lastAccessedTime = stored.lastAccessedTime();
        this.thisAccessedTime = stored.thisAccessedTime();
        this.isNew = stored.isNew();
        this.attributes.putAll(stored.attributes());
    }

    StoredSession toStored(Map<String, Object> kept) {
        return new StoredSession(
                id, creationTime, lastAccessedTime, thisAccessedTime, maxInactiveInterval, isNew, kept);
    }

    Map<String, Object> attributes() {
        return attributes;
    }

    /** A request that belongs to this session has come. */
    public void access() {
        lastAccessedTime = thisAccessedTime;
        thisAccessedTime = store.now();
        isNew = false;
    }

    /** The request is over: idle time counts from here. */
    public void release() {
        thisAccessedTime = store.now();
    }

    /** Whether the session can be used. */
    public boolean isValid() {
        return state.get() == State.VALID;
    }

    boolean isExpired(long now) {
        int interval = maxInactiveInterval;
        return interval > 0 && now - thisAccessedTime >= interval * 1000L;
    }

    @Override
    public String getId() {
        return id;
    }

    void changeId(String newId) {
        id = newId;
    }

    @Override
    public long getCreationTime() {
        requireUsable();
        return creationTime;
    }

    @Override
    public long getLastAccessedTime() {
        requireUsable();
        return lastAccessedTime;
    }

    @Override
    public ServletContext getServletContext() {
        return store.context();
    }

    @Override
    public void setMaxInactiveInterval(int interval) {
        maxInactiveInterval = interval;
    }

    @Override
    public int getMaxInactiveInterval() {
        return maxInactiveInterval;
    }

    @Override
    public boolean isNew() {
        requireUsable();
        return isNew;
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        requireUsable();
        return attributes.get(name);
    }

    @Override
    public Enumeration<String> getAttributeNames() {
        requireUsable();
        return Collections.enumeration(List.copyOf(attributes.keySet()));
    }

    /** Binds before the value is visible, unbinds the old one after it is not (Servlet 6.1 §7.4). */
    @Override
    @SuppressWarnings("ReferenceEquality")
    public void setAttribute(String name, @Nullable Object value) {
        if (value == null) {
            removeAttribute(name);
            return;
        }
        requireUsable();
        boolean same = attributes.get(name) == value;
        if (!same) {
            bound(name, value);
        }
        Object before = attributes.put(name, value);
        if (before != null && before != value) {
            unbound(name, before);
        }
        store.events().attributeChanged(this, name, before, value);
    }

    @Override
    public void removeAttribute(String name) {
        requireUsable();
        Object before = attributes.remove(name);
        if (before != null) {
            unbound(name, before);
            store.events().attributeChanged(this, name, before, null);
        }
    }

    @Override
    public void invalidate() {
        if (!end()) {
            throw new IllegalStateException("Session " + id + " is invalid");
        }
    }

    /** Ends the session once. */
    boolean end() {
        if (!state.compareAndSet(State.VALID, State.ENDING)) {
            return false;
        }
        store.events().destroyed(this);
        for (String name : List.copyOf(attributes.keySet())) {
            removeAttribute(name);
        }
        state.set(State.ENDED);
        store.forget(this);
        return true;
    }

    @Override
    public Accessor getAccessor() {
        if (!isValid()) {
            throw new IllegalStateException("Session " + id + " is invalid");
        }
        return consumer -> {
            if (!isValid()) {
                throw new IllegalStateException("Session " + id + " is invalid");
            }
            access();
            try {
                consumer.accept(this);
            } finally {
                release();
            }
        };
    }

    private void bound(String name, Object value) {
        if (value instanceof HttpSessionBindingListener listener) {
            guarded(() -> listener.valueBound(new HttpSessionBindingEvent(this, name, value)));
        }
    }

    private void unbound(String name, Object value) {
        if (value instanceof HttpSessionBindingListener listener) {
            guarded(() -> listener.valueUnbound(new HttpSessionBindingEvent(this, name, value)));
        }
    }

    private void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            store.events().listenerFailed(e);
        }
    }

    private void requireUsable() {
        if (state.get() == State.ENDED) {
            throw new IllegalStateException("Session " + id + " is invalid");
        }
    }
}
