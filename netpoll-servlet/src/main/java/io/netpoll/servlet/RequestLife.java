package io.netpoll.servlet;

import io.netpoll.http.DetachedListener;
import io.netpoll.http.Exchange;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpUpgradeHandler;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request from its first filter to its end, with the thread that is inside it: dispatches it, answers its errors, and
 * ends it, at once or, if it went asynchronous, later.
 */
final class RequestLife implements StreamOwner {

    private final ApplicationContext context;
    private final Exchange exchange;
    private final ErrorPages errorPages;
    private final EngineResponse response;
    private final EngineRequest request;
    private String containerUri;
    private volatile @Nullable AsyncCycle async;
    private @Nullable Throwable abandoned;
    private @Nullable ProtocolSwitch upgrade;
    private volatile @Nullable UpgradedConnection upgraded;
    private volatile @Nullable Thread containerThread;
    private boolean detached;
    private volatile boolean over;

    @FunctionalInterface
    private interface Call {
        void run() throws ServletException, IOException;
    }

    RequestLife(ApplicationContext context, ErrorPages errorPages, Exchange exchange, RequestPath path) {
        this.context = context;
        this.exchange = exchange;
        this.response = new EngineResponse(context, this);
        this.request = new EngineRequest(context, this, exchange, response, path);
        this.errorPages = errorPages;
        this.containerUri = path.requestUri();
    }

    ApplicationContext context() {
        return context;
    }

    Exchange exchange() {
        return exchange;
    }

    EngineRequest request() {
        return request;
    }

    EngineResponse response() {
        return response;
    }

    /** The URI of the request when the container dispatched it last. */
    String containerUri() {
        return containerUri;
    }

    /** Runs the request, on the handler's thread. */
    void run(Route route) {
        exchange.attach(request);
        inside(() -> {
            call(() -> {
                context.listeners().requestInitialized(context, request);
                context.dispatching().invoke(request, request, response, route.servlet(), route.path());
            });
            proceed();
        });
    }

    /** Runs something of the application's, with its class loader, as the container's call. */
    void inside(Runnable call) {
        Thread thread = Thread.currentThread();
        if (isContainerThread()) {
            call.run();
            return;
        }
        ClassLoader outer = thread.getContextClassLoader();
        thread.setContextClassLoader(context.getClassLoader());
        containerThread = thread;
        try {
            call.run();
        } finally {
            if (isContainerThread()) { // another one may be inside already, for what came next
                containerThread = null;
            }
            thread.setContextClassLoader(outer);
        }
    }

    @Override
    @SuppressWarnings("ReferenceEquality")
    public boolean isContainerThread() {
        return containerThread == Thread.currentThread();
    }

    /** The container is free: does what comes next, until the request waits for the application or is over. */
    void proceed() {
        while (true) {
            AsyncCycle cycle = async;
            switch (cycle == null ? AsyncCycle.Next.COMPLETE : cycle.callReturned()) {
                case WAIT -> {
                    return;
                }
                case DISPATCH -> dispatchAgain();
                case COMPLETE -> {
                    end();
                    return;
                }
            }
        }
    }

    private void dispatchAgain() {
        AsyncCycle cycle = async;
        if (cycle != null) {
            response.output().release();
            call(() -> {
                cycle.runDispatch();
            });
            containerUri = request.getRequestURI();
        }
    }

    /** Calls the application and answers what it throws or reports. */
    private void call(Call call) {
        Throwable failure = null;
        try {
            call.run();
        } catch (Throwable e) {
            failure = e;
        }
        if (failure != null) {
            failed(failure);
        } else if (response.hasError()) {
            errors().answerReported();
        }
    }

    private ErrorAnswers errors() {
        return new ErrorAnswers(context, errorPages, request, response);
    }

    private void failed(Throwable failure) {
        errors().report(failure);
        AsyncCycle cycle = async;
        if (cycle != null && !cycle.failed(failure)) {
            return;
        }
        answerFailure(failure);
    }

    /** Answers an exception, if that is still possible. */
    void answerFailure(Throwable failure) {
        if (!errors().answer(failure)) {
            abandon(failure);
        }
    }

    /** The response cannot be saved: the connection ends with the request. */
    void abandon(Throwable cause) {
        abandoned = cause;
    }

    /** Nobody has answered in time, nor taken that on himself when told. */
    void answerTimeout() {
        response.output().claim();
        IOException cause = new IOException("The asynchronous request timed out");
        if (!errors().answerStatus(500, "", null)) {
            abandon(cause);
        }
    }

    private void end() {
        over = true;
        if (response.hasError()) {
            errors().answerReported();
        }
        AsyncCycle cycle = async;
        try {
            response.seal();
        } catch (IOException | RuntimeException e) {
            abandon(e);
        }
        if (cycle != null) {
            cycle.completed();
        }
        context.listeners().requestDestroyed(context, request);
        request.session().release();
        endExchange();
        request.content().dispose();
        startUpgraded();
    }

    private void endExchange() {
        Throwable cause = abandoned;
        if (cause == null) {
            reportShortContent();
            try {
                response.finish();
            } catch (IOException | RuntimeException e) {
                // The client has gone, or the application wrote less than it declared: the sink ends the connection.
                cause = e;
            }
        }
        response.output().close();
        if (abandoned != null && cause != null) {
            exchange.abort(cause);
        } else if (isUpgraded()) {
            detach();
        } else if (detached) {
            exchange.complete();
        }
    }

    /** A servlet wants another protocol on this connection, once filters and servlets have returned (§2.3.3.5). */
    <T extends HttpUpgradeHandler> T upgrade(Class<T> handlerClass) throws ServletException {
        if (over || upgrade != null || response.isCommitted()) {
            throw new IllegalStateException("The response is committed, or the request has been upgraded already");
        }
        ProtocolSwitch.offered(exchange);
        T handler = context.instantiate(handlerClass);
        ProtocolSwitch wanted = new ProtocolSwitch(exchange, handler);
        upgrade = wanted;
        response.switchTo(wanted);
        return handler;
    }

    private boolean isUpgraded() {
        return upgrade != null && upgrade.isDone();
    }

    private void startUpgraded() {
        if (upgrade != null && upgrade.isDone() && abandoned == null) {
            UpgradedConnection connection = new UpgradedConnection(this, upgrade.handler());
            upgraded = connection;
            connection.start();
        }
    }

    /** Less than was declared (§5.7): the sink ends the connection, and somebody should know why. */
    private void reportShortContent() {
        ResponseOutput output = response.output();
        if (output.isShort() && !request.head().method().equals("HEAD") && response.getStatus() != 304) {
            IOException cause = new IOException("Less content was written than the Content-Length that was set");
            context.events().servletFailed(request.servletName(), cause);
        }
    }

    AsyncCycle async() {
        if (over || response.output().isEnded()) {
            throw new IllegalStateException("The request is over");
        }
        if (!request.isAsyncSupported()) {
            throw new IllegalStateException("Servlet " + request.servletName()
                    + " or a filter on the way to it is not registered as supporting asynchronous operation");
        }
        AsyncCycle cycle = async;
        if (cycle == null) {
            cycle = new AsyncCycle(this);
            async = cycle;
        }
        return cycle;
    }

    @Override
    public void requireListening() {
        if (!isAsyncStarted()) {
            throw new IllegalStateException("The request is not in asynchronous mode");
        }
    }

    boolean isAsyncStarted() {
        AsyncCycle cycle = async;
        return cycle != null && cycle.isStarted();
    }

    AsyncContext asyncContext() {
        AsyncCycle cycle = async;
        if (cycle == null) {
            throw new IllegalStateException("startAsync has not been called");
        }
        return cycle;
    }

    /** Keeps the exchange beyond the handler's return. */
    void detach() {
        if (!detached) {
            detached = true;
            exchange.detach(new Listener());
        }
    }

    /** Runs on a thread of the server, while none is inside. */
    private final class Listener implements DetachedListener {

        @Override
        public void gone(IOException cause) {
            RequestLife.this.gone(cause);
        }

        @Override
        public void endRequested() {
            UpgradedConnection connection = upgraded;
            AsyncCycle cycle = async;
            if (connection != null) {
                connection.endRequested();
            } else if (cycle != null) {
                cycle.endRequested();
            }
        }
    }

    private void gone(IOException cause) {
        UpgradedConnection connection = upgraded;
        AsyncCycle cycle = async;
        if (connection != null) {
            connection.gone(cause);
        } else if (cycle != null) {
            cycle.gone(cause);
        }
    }

    /** Lets a thread of the server go on with this request. */
    void resume() {
        execute(() -> inside(this::proceed));
    }

    /**
     * The request cannot be read to its end: its sender has gone or broke its framing. That is the answer, too, even if the
     * application takes no notice or, as frameworks do with departed clients, keeps silent.
     */
    @Override
    public void readFailed(IOException cause) {
        response.refuse(BrokenRequest.status(cause));
        ioFailed(cause);
    }

    /** Reading or writing has failed. A thread of the application, which is not the container's to watch, may have met it. */
    @Override
    public void ioFailed(IOException cause) {
        AsyncCycle cycle = async;
        if (cycle != null && cycle.isWaiting()) {
            execute(() -> cycle.gone(cause));
        }
    }

    /** Streams that are read or written without blocking start as soon as the container's call has returned. */
    void startStreams() {
        NonBlockingInput input = request.content().rawStream().nonBlocking();
        if (input != null) {
            input.start();
        }
        NonBlockingOutput output = response.output().nonBlocking();
        if (output != null) {
            output.start();
        }
    }

    /** A listener has been set; by another thread of the application it may be after the container's call has returned. */
    @Override
    public void streamsChanged() {
        AsyncCycle cycle = async;
        if (cycle != null && cycle.isWaiting()) {
            startStreams();
        }
    }

    /** The client has gone: those who read and write without blocking learn of it first. */
    void tellStreams(Throwable cause) {
        NonBlockingInput input = request.content().rawStream().nonBlocking();
        if (input != null && !input.isDone()) {
            guarded(() -> input.failed(cause));
        }
        NonBlockingOutput output = response.output().nonBlocking();
        if (output != null) {
            guarded(() -> output.failed(cause));
        }
    }

    private void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | LinkageError e) {
            context.events().listenerFailed(e);
        }
    }

    /** Calls a listener unless the request has ended meanwhile, or is being dispatched. */
    @Override
    public boolean callback(Callback call, Consumer<Throwable> onFailure) {
        AsyncCycle cycle = async;
        if (cycle == null || !cycle.isWaiting()) {
            return false;
        }
        inside(() -> {
            try {
                call.run();
            } catch (IOException | RuntimeException | Error e) {
                guarded(() -> onFailure.accept(e));
                cycle.callbackFailed(e);
            }
        });
        return true;
    }

    @Override
    public void streamFailed(IOException cause) {
        AsyncCycle cycle = async;
        if (cycle != null) {
            cycle.gone(cause);
        }
    }

    /** The exchange may have ended already, but the application's listeners are still to be told. */
    @Override
    public void execute(Runnable task) {
        if (!exchange.execute(task)) {
            Thread.ofVirtual().name("netpoll-async-" + exchange.id()).start(task);
        }
    }
}
