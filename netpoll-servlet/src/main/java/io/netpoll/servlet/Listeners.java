package io.netpoll.servlet;

import io.netpoll.servlet.session.SessionEvents;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextAttributeEvent;
import jakarta.servlet.ServletContextAttributeListener;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestAttributeEvent;
import jakarta.servlet.ServletRequestAttributeListener;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.util.ArrayList;
import java.util.EventListener;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The application's listeners by kind, and the ways to tell them (Servlet 6.1 §11). */
final class Listeners implements SessionEvents {

    private static final List<Class<? extends EventListener>> KINDS = List.of(
            ServletContextListener.class,
            ServletContextAttributeListener.class,
            ServletRequestListener.class,
            ServletRequestAttributeListener.class,
            HttpSessionListener.class,
            HttpSessionAttributeListener.class,
            HttpSessionIdListener.class);

    private final EngineListener events;
    private final List<ServletContextListener> contextListeners = new ArrayList<>();
    private final List<ServletContextAttributeListener> contextAttributeListeners = new ArrayList<>();
    private final List<ServletRequestListener> requestListeners = new ArrayList<>();
    private final List<ServletRequestAttributeListener> requestAttributeListeners = new ArrayList<>();
    private final List<HttpSessionListener> sessionListeners = new ArrayList<>();
    private final List<HttpSessionAttributeListener> sessionAttributeListeners = new ArrayList<>();
    private final List<HttpSessionIdListener> sessionIdListeners = new ArrayList<>();
    private int contextListenersTold;
    private int declaredContextListeners;

    Listeners(EngineListener events) {
        this.events = events;
    }

    /** Whether a class is a listener of one of the seven kinds. */
    static boolean isKnown(Class<?> type) {
        return KINDS.stream().anyMatch(kind -> kind.isAssignableFrom(type));
    }

    void add(EventListener listener) {
        addTo(contextListeners, ServletContextListener.class, listener);
        addTo(contextAttributeListeners, ServletContextAttributeListener.class, listener);
        addTo(requestListeners, ServletRequestListener.class, listener);
        addTo(requestAttributeListeners, ServletRequestAttributeListener.class, listener);
        addTo(sessionListeners, HttpSessionListener.class, listener);
        addTo(sessionAttributeListeners, HttpSessionAttributeListener.class, listener);
        addTo(sessionIdListeners, HttpSessionIdListener.class, listener);
    }

    private static <L> void addTo(List<L> list, Class<L> kind, EventListener listener) {
        if (kind.isInstance(listener)) {
            list.add(kind.cast(listener));
        }
    }

    /** In the order of their registration; an exception ends the start. */
    void contextInitialized(ServletContext context) {
        ServletContext restricted = RestrictedContext.of(context);
        while (contextListenersTold < contextListeners.size()) {
            ServletContextListener listener = contextListeners.get(contextListenersTold);
            boolean declared = contextListenersTold < declaredContextListeners;
            contextListenersTold++;
            listener.contextInitialized(new ServletContextEvent(declared ? context : restricted));
        }
    }

    /** Those that have been added until now were declared, not registered by program. */
    void declared() {
        declaredContextListeners = contextListeners.size();
    }

    /** In the reverse order, and only those that were told of the start. */
    void contextDestroyed(ServletContext context) {
        while (contextListenersTold > 0) {
            contextListenersTold--;
            ServletContextListener listener = contextListeners.get(contextListenersTold);
            guarded(() -> listener.contextDestroyed(new ServletContextEvent(context)));
        }
    }

    void contextAttributeChanged(ServletContext context, String name, @Nullable Object before, @Nullable Object after) {
        tell(contextAttributeListeners, listener -> {
            var event = new ServletContextAttributeEvent(context, name, before == null ? after : before);
            if (before == null) {
                listener.attributeAdded(event);
            } else if (after == null) {
                listener.attributeRemoved(event);
            } else {
                listener.attributeReplaced(event);
            }
        });
    }

    void requestInitialized(ServletContext context, ServletRequest request) {
        for (ServletRequestListener listener : requestListeners) {
            listener.requestInitialized(new ServletRequestEvent(context, request));
        }
    }

    void requestDestroyed(ServletContext context, ServletRequest request) {
        tell(requestListeners.reversed(), l -> l.requestDestroyed(new ServletRequestEvent(context, request)));
    }

    void requestAttributeChanged(
            ServletContext context,
            ServletRequest request,
            String name,
            @Nullable Object before,
            @Nullable Object after) {
        if (requestAttributeListeners.isEmpty()) {
            return;
        }
        tell(requestAttributeListeners, listener -> {
            var event = new ServletRequestAttributeEvent(context, request, name, before == null ? after : before);
            if (before == null) {
                listener.attributeAdded(event);
            } else if (after == null) {
                listener.attributeRemoved(event);
            } else {
                listener.attributeReplaced(event);
            }
        });
    }

    @Override
    public void created(HttpSession session) {
        tell(sessionListeners, listener -> listener.sessionCreated(new HttpSessionEvent(session)));
    }

    @Override
    public void destroyed(HttpSession session) {
        tell(sessionListeners.reversed(), listener -> listener.sessionDestroyed(new HttpSessionEvent(session)));
    }

    @Override
    public void idChanged(HttpSession session, String oldId) {
        tell(sessionIdListeners, listener -> listener.sessionIdChanged(new HttpSessionEvent(session), oldId));
    }

    @Override
    public void attributeChanged(HttpSession session, String name, @Nullable Object before, @Nullable Object after) {
        tell(sessionAttributeListeners, listener -> {
            var event = new HttpSessionBindingEvent(session, name, before == null ? after : before);
            if (before == null) {
                listener.attributeAdded(event);
            } else if (after == null) {
                listener.attributeRemoved(event);
            } else {
                listener.attributeReplaced(event);
            }
        });
    }

    @Override
    public void listenerFailed(Throwable failure) {
        events.listenerFailed(failure);
    }

    private <L> void tell(List<L> listeners, Consumer<L> call) {
        for (L listener : listeners) {
            guarded(() -> call.accept(listener));
        }
    }

    private void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | LinkageError e) {
            events.listenerFailed(e);
        }
    }
}
