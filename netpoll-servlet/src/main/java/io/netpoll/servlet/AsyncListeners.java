package io.netpoll.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The listeners of an asynchronous operation. One that throws keeps no other from being told. */
final class AsyncListeners {

    private record Registered(
            AsyncListener listener,
            @Nullable ServletRequest request,
            @Nullable ServletResponse response) {}

    @FunctionalInterface
    private interface Call {
        void tell(AsyncListener listener, AsyncEvent event) throws IOException;
    }

    private final AsyncContext context;
    private final EngineListener events;
    private volatile List<Registered> registered = new CopyOnWriteArrayList<>();

    AsyncListeners(AsyncContext context, EngineListener events) {
        this.context = context;
        this.events = events;
    }

    void add(AsyncListener listener, @Nullable ServletRequest request, @Nullable ServletResponse response) {
        registered.add(new Registered(listener, request, response));
    }

    /** A new operation starts: those of the one before are told, and hear of nothing more unless they register again. */
    void started() {
        List<Registered> before = registered;
        registered = new CopyOnWriteArrayList<>();
        tell(before, null, AsyncListener::onStartAsync);
    }

    void timedOut() {
        tell(registered, null, AsyncListener::onTimeout);
    }

    void failed(Throwable cause) {
        tell(registered, cause, AsyncListener::onError);
    }

    void completed() {
        tell(registered, null, AsyncListener::onComplete);
    }

    private void tell(List<Registered> listeners, @Nullable Throwable cause, Call call) {
        for (Registered one : listeners) {
            try {
                call.tell(one.listener(), new AsyncEvent(context, one.request(), one.response(), cause));
            } catch (IOException | RuntimeException | LinkageError e) {
                events.listenerFailed(e);
            }
        }
    }
}
