package io.netpoll.servlet;

import io.netpoll.http.Cancellable;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A request's asynchronous processing (Servlet 6.1 §2.3.3.3): the application's {@link AsyncContext} and the one place
 * where its state changes. Whatever ends a wait, be it complete, dispatch, the timer or the client's going, has to win a
 * change of state first; the others fail or do nothing.
 */
final class AsyncCycle implements AsyncContext {

    /** What the container does once it is free. */
    enum Next {
        WAIT,
        DISPATCH,
        COMPLETE
    }

    private static final long DEFAULT_TIMEOUT_MILLIS = 30_000;

    private final RequestLife life;
    private final AsyncListeners listeners;
    private final AtomicReference<AsyncState> state = new AtomicReference<>(AsyncState.IDLE);
    private ServletRequest request;
    private ServletResponse response;
    private boolean lockedIn;
    private String startUri;
    private @Nullable PathDispatcher target;
    private volatile long timeout = DEFAULT_TIMEOUT_MILLIS;
    private volatile boolean startingCallRuns;
    private volatile boolean telling;
    private @Nullable Cancellable timer;
    private int generation;

    AsyncCycle(RequestLife life) {
        this.life = life;
        this.request = life.request();
        this.response = life.response();
        this.startUri = life.request().getRequestURI();
        this.listeners = new AsyncListeners(this, life.context().events());
    }

    AsyncState state() {
        return state.get();
    }

    private boolean move(AsyncState from, AsyncState to) {
        if (!from.mayBecome(to)) {
            throw new IllegalStateException("No way from " + from + " to " + to);
        }
        return state.compareAndSet(from, to);
    }

    /** Puts the request into asynchronous mode. */
    AsyncContext start(ServletRequest newRequest, ServletResponse newResponse, boolean explicit) {
        AsyncState now = state.get();
        if (now != AsyncState.IDLE && now != AsyncState.DISPATCHING) {
            throw new IllegalStateException("startAsync is not possible now: " + now);
        }
        if (explicit) {
            request = newRequest;
            response = newResponse;
            lockedIn = true;
        }
        boolean own = explicit && newRequest instanceof HttpServletRequest;
        startUri = own ? ((HttpServletRequest) newRequest).getRequestURI() : life.containerUri();
        timeout = DEFAULT_TIMEOUT_MILLIS;
        target = null;
        startingCallRuns = true;
        move(now, AsyncState.STARTED);
        tell(listeners::started);
        return this;
    }

    boolean isStarted() {
        AsyncState now = state.get();
        boolean asked = now == AsyncState.DISPATCH_REQUESTED || now == AsyncState.COMPLETE_REQUESTED;
        return now.acceptsRequests() || (asked && startingCallRuns);
    }

    boolean isWaiting() {
        return state.get() == AsyncState.WAITING;
    }

    /** The container's call has returned: says what it does next, and leaves the request to the application if that waits. */
    Next callReturned() {
        startingCallRuns = false;
        while (true) {
            AsyncState now = state.get();
            switch (now) {
                case STARTED -> {
                    if (leave()) {
                        return Next.WAIT;
                    }
                }
                case WAITING -> {
                    return Next.WAIT;
                }
                case DISPATCH_REQUESTED -> {
                    if (move(now, AsyncState.DISPATCHING)) {
                        return Next.DISPATCH;
                    }
                }
                case COMPLETED, IDLE -> {
                    return Next.COMPLETE;
                }
                case EXPIRING -> move(now, AsyncState.FAILING);
                case FAILING, COMPLETE_REQUESTED, DISPATCHING -> {
                    if (move(now, AsyncState.COMPLETED)) {
                        return Next.COMPLETE;
                    }
                }
            }
        }
    }

    /** The timer is set before the change of state, after which another thread may end the wait at any time. */
    private boolean leave() {
        life.detach();
        generation++;
        int mine = generation;
        long millis = timeout;
        Cancellable set = millis > 0 ? life.exchange().schedule(Duration.ofMillis(millis), () -> expired(mine)) : null;
        timer = set;
        if (move(AsyncState.STARTED, AsyncState.WAITING)) {
            life.startStreams();
            return true;
        }
        cancel(set);
        return false;
    }

    private static void cancel(@Nullable Cancellable set) {
        if (set != null) {
            set.cancel();
        }
    }

    /** A timer that was cancelled too late belongs to an earlier wait. */
    private void expired(int ofGeneration) {
        if (ofGeneration == generation) {
            expire();
        }
    }

    /** The server shuts down and does not wait for the end of an event stream: its time is over, whatever it was to be. */
    void endRequested() {
        expire();
    }

    private void expire() {
        if (!move(AsyncState.WAITING, AsyncState.EXPIRING)) {
            return;
        }
        cancel(timer);
        life.inside(() -> {
            tell(listeners::timedOut);
            if (move(AsyncState.EXPIRING, AsyncState.FAILING)) {
                life.answerTimeout();
            }
            life.proceed();
        });
    }

    /** The client has gone, writing to it has failed, or so has reading: then it may still be there to be told. */
    void gone(IOException cause) {
        if (!move(AsyncState.WAITING, AsyncState.FAILING)) {
            return;
        }
        cancel(timer);
        life.inside(() -> {
            tell(() -> {
                life.tellStreams(cause);
                listeners.failed(cause);
            });
            if (state.get() == AsyncState.FAILING) {
                answerOrAbandon(cause);
            }
            life.proceed();
        });
    }

    private void answerOrAbandon(IOException cause) {
        if (BrokenRequest.mayBeAnswered(cause)) {
            life.answerFailure(cause);
        } else {
            life.abandon(cause);
        }
    }

    /**
     * The container's call has thrown. Tells the listeners.
     *
     * @return whether the container still has to answer: no listener has taken that on itself
     */
    boolean failed(Throwable cause) {
        AsyncState now;
        do {
            now = state.get();
            if (!now.mayBecome(AsyncState.FAILING) || now == AsyncState.WAITING) {
                return true;
            }
        } while (!move(now, AsyncState.FAILING));
        tell(() -> listeners.failed(cause));
        return state.get() == AsyncState.FAILING;
    }

    /** A read or write listener has thrown and, told of that, has neither completed nor dispatched. */
    void callbackFailed(Throwable cause) {
        if (!move(AsyncState.WAITING, AsyncState.FAILING)) {
            return;
        }
        cancel(timer);
        tell(() -> listeners.failed(cause));
        if (state.get() == AsyncState.FAILING) {
            life.answerFailure(cause);
        }
        life.proceed();
    }

    /** The request is over. */
    void completed() {
        tell(listeners::completed);
    }

    private void tell(Runnable call) {
        telling = true;
        try {
            call.run();
        } finally {
            telling = false;
        }
    }

    /** Runs the dispatch that was asked for. */
    void runDispatch() throws ServletException, IOException {
        EngineRequest base = life.request();
        base.resetAsyncSupport();
        PathDispatcher wanted = target;
        if (wanted != null) {
            wanted.async(base, request, response);
        }
    }

    private void request(AsyncState wanted) {
        AsyncState now;
        do {
            now = state.get();
            if (!now.acceptsRequests()) {
                throw new IllegalStateException("The asynchronous operation has ended or is ending: " + now);
            }
        } while (!move(now, wanted));
        if (now == AsyncState.WAITING) {
            cancel(timer);
            life.resume();
        }
    }

    @Override
    public void complete() {
        request(AsyncState.COMPLETE_REQUESTED);
    }

    @Override
    public void dispatch() {
        dispatchTo(pathInContext(startUri));
    }

    private String pathInContext(String uri) {
        String received = life.request().path().contextPath();
        String contextPath =
                uri.startsWith(received) ? received : life.request().getContextPath();
        return uri.startsWith(contextPath) ? uri.substring(contextPath.length()) : uri;
    }

    @Override
    public void dispatch(String path) {
        dispatchTo(path);
    }

    @Override
    public void dispatch(ServletContext context, String path) {
        if (context != life.context()) {
            throw new IllegalArgumentException("The context of another application");
        }
        dispatchTo(path);
    }

    private void dispatchTo(String path) {
        if (!state.get().acceptsRequests()) {
            throw new IllegalStateException("The asynchronous operation has ended or is ending: " + state.get());
        }
        PathDispatcher dispatcher = (PathDispatcher) life.request().getRequestDispatcher(path);
        if (dispatcher == null) {
            throw new IllegalArgumentException("Not a path that can be dispatched to");
        }
        target = dispatcher;
        request(AsyncState.DISPATCH_REQUESTED);
    }

    @Override
    public ServletRequest getRequest() {
        requireUnasked();
        return request;
    }

    @Override
    public ServletResponse getResponse() {
        requireUnasked();
        return response;
    }

    private void requireUnasked() {
        if (!state.get().acceptsRequests() && !telling) {
            throw new IllegalStateException("complete or dispatch has been called");
        }
    }

    @Override
    public boolean hasOriginalRequestAndResponse() {
        return !lockedIn
                || (!(request instanceof ServletRequestWrapper) && !(response instanceof ServletResponseWrapper));
    }

    /** Not one of the threads that run tasks of the exchange, one at a time: the timer must not wait for the application. */
    @Override
    public void start(Runnable run) {
        if (!state.get().acceptsRequests()) {
            throw new IllegalStateException("The asynchronous operation has ended or is ending");
        }
        Thread.ofVirtual().name("netpoll-async-" + life.exchange().id()).start(() -> {
            Thread.currentThread().setContextClassLoader(life.context().getClassLoader());
            try {
                run.run();
            } catch (RuntimeException | Error e) {
                life.context().events().servletFailed(life.request().servletName(), e);
            }
        });
    }

    @Override
    public void addListener(AsyncListener listener) {
        requireStartingCall();
        listeners.add(listener, null, null);
    }

    @Override
    public void addListener(AsyncListener listener, ServletRequest servletRequest, ServletResponse servletResponse) {
        requireStartingCall();
        listeners.add(listener, servletRequest, servletResponse);
    }

    @Override
    public <T extends AsyncListener> T createListener(Class<T> type) throws ServletException {
        return life.context().instantiate(type);
    }

    @Override
    public void setTimeout(long millis) {
        requireStartingCall();
        timeout = millis;
    }

    @Override
    public long getTimeout() {
        return timeout;
    }

    private void requireStartingCall() {
        if (!startingCallRuns) {
            throw new IllegalStateException("The call in which startAsync was called has returned");
        }
    }
}
