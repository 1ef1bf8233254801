package io.netpoll.http1;

import io.netpoll.http.Cancellable;
import io.netpoll.http.ConnectionInfo;
import io.netpoll.http.DetachedListener;
import io.netpoll.http.Exchange;
import io.netpoll.http.ExchangeEnd;
import io.netpoll.http.FieldList;
import io.netpoll.http.HttpVersion;
import io.netpoll.http.RequestBody;
import io.netpoll.http.RequestHead;
import io.netpoll.http.ResponseHead;
import io.netpoll.http.ResponseSink;
import io.netpoll.http1.codec.BodyDecoder;
import io.netpoll.http1.codec.DecodedHead;
import io.netpoll.http1.codec.OctetBuffer;
import io.netpoll.http1.codec.ResponseEncoder;
import io.netpoll.http1.codec.ResponseFraming;
import io.netpoll.http1.codec.Violation;
import io.netpoll.reactor.EventLoop;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One request on an HTTP/1.1 connection, and at the same time the job that runs its handler.
 *
 * <p>It ends in three steps: somebody wins the right to end it ({@link #ending}); the response is finished; both directions
 * are closed to callers ({@link ExchangeIo}), and whoever leaves last gives the connection back.
 */
final class Http1Exchange implements Exchange, Dispatcher.Job {

    private static final int SWITCHING_PROTOCOLS = 101;
    private static final VarHandle ENDING;
    private static final VarHandle HANDLER_THREAD;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ENDING = lookup.findVarHandle(Http1Exchange.class, "ending", boolean.class);
            HANDLER_THREAD = lookup.findVarHandle(Http1Exchange.class, "handlerThread", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Http1Connection connection;
    private final Http1Channel channel;
    private final Http1Service service;
    private final DecodedHead head;
    private final long number;
    private final long began;
    private final boolean onLoop;
    private final ExchangeIo io;
    private final Http1RequestBody body;
    private final Http1ResponseSink sink;
    private final @Nullable ExchangeJournal journal;

    private volatile @Nullable ExchangeTasks tasks;

    /** Somebody has won the right to end the exchange. */
    @SuppressWarnings("unused") // read and written through ENDING
    private volatile boolean ending;

    /** The thread inside the handler. */
    @SuppressWarnings("unused") // read and written through HANDLER_THREAD
    private @Nullable Thread handlerThread;

    /** The response has no end; decided before it is committed. */
    private boolean endless;

    private boolean reset;

    Http1Exchange(Http1Connection connection, DecodedHead head, long number, BodyDecoder decoder) {
        this.connection = connection;
        this.channel = connection.channel();
        this.service = channel.service();
        this.head = head;
        this.number = number;
        this.began = connection.loop().now();
        this.onLoop = service.runsOnLoop();
        this.io = new ExchangeIo(this, channel, number, onLoop);
        this.body = new Http1RequestBody(this, io, head, channel.input(), decoder);
        this.sink = new Http1ResponseSink(this, io);
        this.journal = service.newJournal();
    }

    // What the handler sees.

    @Override
    public RequestHead request() {
        return head;
    }

    @Override
    public RequestBody requestBody() {
        return body;
    }

    @Override
    public ResponseSink response() {
        return sink;
    }

    @Override
    public ConnectionInfo connection() {
        return connection;
    }

    /** The connection's number and the request's place on it: unique without a counter that all loops share. */
    @Override
    public long id() {
        return (connection.id() << Integer.SIZE) | number;
    }

    @Override
    public void attach(Object attachment) {
        if (journal != null) {
            journal.attach(attachment);
        }
    }

    @Override
    public void detach(DetachedListener listener) {
        if (tasks != null || io.isOver()) {
            throw new IllegalStateException("The exchange is detached already, or has ended");
        }
        if (onLoop) {
            io.leaveLoop();
            connection.answersHaveLeft();
        }
        ExchangeTasks detached = new ExchangeTasks(this, connection, listener);
        tasks = detached;
        if (isEnding()) {
            detached.finish(() -> end(true)); // given up before there was a place to say so
        }
    }

    @Override
    public void upgrade(String protocol, FieldList fields) throws IOException {
        if (head.version() != HttpVersion.HTTP_1_1 || !body.isFinished()) {
            throw new IllegalStateException(
                    "Only an HTTP/1.1 request that has been read to its end can be upgraded (RFC 9110 §7.8)");
        }
        if (!head.headers().hasMember("Upgrade", protocol)) {
            throw new IllegalStateException("The client has not offered this protocol (RFC 9110 §7.8)");
        }
        io.setUpgraded(true); // before the client can know: what it does from then on is judged by other rules
        try {
            sink.upgrade(protocol, fields);
            body.upgrade();
        } catch (IOException | RuntimeException e) {
            io.setUpgraded(false);
            throw e;
        }
    }

    @Override
    public void complete() {
        ExchangeTasks detached = requireDetached();
        if (winEnding()) {
            detached.finish(() -> conclude(null));
        }
    }

    @Override
    public void abort(Throwable cause) {
        if (!winEnding()) {
            return;
        }
        io.setAbortCause(cause);
        boolean answered = io.isAnsweredForHandler();
        if (!answered) {
            connection.requestAbort(number);
        }
        ExchangeTasks detached = tasks;
        if (detached != null) {
            detached.finish(() -> end(!answered));
        }
    }

    @Override
    public boolean execute(Runnable task) {
        return requireDetached().add(task);
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable task) {
        return requireDetached().schedule(delay, task);
    }

    private ExchangeTasks requireDetached() {
        ExchangeTasks detached = tasks;
        if (detached == null) {
            throw new IllegalStateException("The exchange is not detached");
        }
        return detached;
    }

    // Running the handler, and the end.

    @Override
    public EventLoop loop() {
        return channel.loop();
    }

    @Override
    @SuppressWarnings("CatchingUnchecked") // application code: whatever it throws ends its exchange, not the thread
    public void run() {
        if (connection.isLost() && winEnding()) {
            end(true); // it was waiting for a thread, and nobody waits for its answer any more
            return;
        }
        if (journal != null) {
            journal.began();
        }
        Throwable failure = null;
        HANDLER_THREAD.setOpaque(this, Thread.currentThread());
        try {
            service.handler().handle(this);
        } catch (Throwable t) {
            failure = t;
        } finally {
            HANDLER_THREAD.setOpaque(this, null);
        }
        ExchangeTasks detached = tasks;
        if (detached == null || failure != null) {
            endAfterHandler(failure);
        } else {
            detached.handlerReturned();
        }
    }

    private void endAfterHandler(@Nullable Throwable failure) {
        if (winEnding()) {
            conclude(failure);
        } else {
            end(io.isAborted() && !io.isAnsweredForHandler()); // it was ended while the handler ran
        }
    }

    /** A task of this detached exchange threw. */
    void taskFailed(Throwable failure) {
        if (winEnding()) {
            conclude(failure);
        } else {
            service.events().handlerFailed(head.method(), head.path(), failure, true);
        }
    }

    /** There is no thread for the handler. */
    @Override
    public void refused(Throwable cause) {
        io.leaveUnattended();
        endsAs(ExchangeEnd.REFUSED);
        boolean broken = true;
        if (winEnding() && !connection.isLost()) {
            try {
                FailureAnswer.sendUnavailable(sink);
                broken = false;
            } catch (IOException | IllegalStateException e) {
                // The connection cannot carry an answer either.
            }
        }
        end(broken);
    }

    /** There is no thread for the tasks of this detached exchange, so that nobody can go on with it. */
    void abandoned(Throwable cause) {
        winEnding(); // or somebody else has, whose last task will not run either
        if (!io.isOver()) {
            io.setAbortCause(cause);
            connection.requestAbort(number);
            end(true);
        }
    }

    private boolean winEnding() {
        return ENDING.compareAndSet(this, false, true);
    }

    boolean isEnding() {
        return (boolean) ENDING.getVolatile(this);
    }

    private void conclude(@Nullable Throwable failure) {
        if (io.isOver()) {
            return; // abandoned, after this had been asked for
        }
        if (io.isAnsweredForHandler()) {
            end(false);
            return;
        }
        boolean broken;
        try {
            if (failure != null) {
                broken = !answer(failure);
            } else if (sink.isCommitted()) {
                sink.finish();
                broken = false;
            } else {
                IOException incomplete = body.failure();
                broken = !answer(
                        incomplete != null
                                ? incomplete
                                : new IllegalStateException("The handler has made no response"));
            }
        } catch (IOException | IllegalStateException e) {
            broken = true;
            noteFailure(e);
            if (!FailureAnswer.isClientsDoing(e)) {
                service.events().handlerFailed(head.method(), head.path(), e, true);
            }
        }
        end(broken);
    }

    /** Answers a failure if the client has no status yet; otherwise the connection has to end visibly broken. */
    private boolean answer(Throwable failure) throws IOException {
        boolean committed = sink.isCommitted();
        noteFailure(failure);
        if (!FailureAnswer.isClientsDoing(failure)) {
            service.events().handlerFailed(head.method(), head.path(), failure, committed);
        }
        if (committed) {
            return false;
        }
        FailureAnswer.send(failure, sink);
        return true;
    }

    /** The last step, taken once. */
    private void end(boolean broken) {
        if (io.isOver()) {
            return;
        }
        reset = broken;
        tellEnd(broken);
        ExchangeTasks detached = tasks;
        if (io.end()) {
            connection.release(this, onLoop && detached == null);
        }
    }

    private void tellEnd(boolean broken) {
        if (journal != null) {
            boolean cut = broken || !sink.isFinished();
            service.tellEnd(
                    journal.summary(id(), connection, head, body.received(), sink.sent(), cut, connection.isLost()));
        }
    }

    /** What went wrong, for whoever is told of the end. */
    void noteFailure(Throwable cause) {
        if (journal != null) {
            journal.failed(cause);
        }
    }

    private void endsAs(ExchangeEnd how) {
        if (journal != null) {
            journal.ends(how);
        }
    }

    // When the server will not go on with it; called on the loop.

    /** It has waited for a handler for too long. Nobody else has it: the dispatcher has given it back. */
    void refuse() {
        if (winEnding()) {
            service.events().requestRefused(Refusal.WAITED_TOO_LONG);
            endsAs(ExchangeEnd.REFUSED);
            end(!io.answerForHandler(sink));
        }
    }

    /**
     * It has taken too long. A client without a status gets one, and the handler's own answer fails; otherwise the connection
     * is reset.
     */
    void timeOut() {
        service.events().requestRefused(Refusal.TIMED_OUT);
        OvertimeException cause = new OvertimeException();
        io.setAbortCause(cause);
        if (io.answerForHandler(sink)) {
            channel.wakeWaiters(); // a handler that waits for the request's content need not wait any more
        } else {
            connection.abortNow(number);
        }
        ExchangeTasks detached = tasks;
        if (detached != null) {
            detached.gone(cause);
        }
    }

    /** The last caller has left an exchange that had ended before. */
    void left() {
        connection.release(this, false);
    }

    // What body and sink need.

    boolean isOnLoop() {
        return onLoop;
    }

    @Nullable IOException requestFailure() {
        return body.failure();
    }

    boolean isTooLarge(long received) {
        return !io.isUpgraded() && service.options().requestLimits().isTooLarge(received);
    }

    /** What an upgraded connection brings is no request any more: how it ends is between the other protocol's parties. */
    void requestBroken(Violation violation) {
        if (!io.isUpgraded()) {
            service.events().requestRejected(connection.remoteAddress(), violation);
        }
    }

    /** Decides, when the head is made, whether the connection ends with this response. */
    boolean decideClose(boolean wanted) {
        return connection.decideClose(wanted || !head.keepAlive() || body.isContinueDue() || body.failure() != null);
    }

    void encodeHead(OctetBuffer out, ResponseHead response, ResponseFraming framing, long length, boolean close) {
        boolean unbounded = framing == ResponseFraming.CHUNKED || framing == ResponseFraming.UNTIL_CLOSE;
        endless = unbounded && service.options().streamTypes().matches(response.fields());
        if (journal != null) {
            journal.committed(response.status(), response.fields(), close);
        }
        channel.encodeHead(out, head, response, framing, length, close);
    }

    void encodeUpgrade(OctetBuffer out, String protocol, FieldList fields) {
        if (journal != null) {
            journal.committed(SWITCHING_PROTOCOLS, fields, true);
        }
        ResponseEncoder.switchingProtocols(
                out, protocol, fields, service.dateLine(), service.options().serverLine());
    }

    void onInput(Patience patience, long received, Runnable task) {
        // What came is the application's to read: there is nothing the server could try for it.
        requireDetached().demand(channel.inputWaiter(), patience, received, () -> false, this::inputExpired, task);
    }

    void onOutput(Runnable task) {
        ExchangeTasks detached = requireDetached();
        Http1Output output = channel.output();
        long moved = output.moved();
        Runnable flush = () -> {
            if (io.flushKept()) {
                task.run();
            } else {
                onOutput(task);
            }
        };
        detached.demand(
                channel.outputWaiter(),
                output.patience(),
                moved,
                () -> io.tryFlushKept(moved),
                this::outputExpired,
                flush);
    }

    private IOException inputExpired(Expiry expiry) {
        channel.expired(expiry);
        return body.stalled(expiry);
    }

    /** Called on the loop: what was written will never be read, so the connection is reset before anybody is told. */
    private IOException outputExpired(Expiry expiry) {
        StalledException cause = StalledException.writing(expiry);
        channel.expired(expiry);
        io.setAbortCause(cause);
        connection.abortNow(number);
        return cause;
    }

    // What the connection needs.

    long number() {
        return number;
    }

    boolean isReset() {
        return reset || !sink.isFinished();
    }

    boolean isCommitted() {
        return sink.isCommitted();
    }

    /** The loop has seen the end of the client's octets, or of the connection. */
    void peerEnding(boolean broken) {
        ExchangeTasks detached = tasks;
        if (detached != null && (broken || !io.isUpgraded())) {
            detached.peerEnding(broken);
        }
    }

    /** The server shuts down and waits no longer for a response that has no end. */
    void endStream() {
        ExchangeTasks detached = tasks;
        if (detached != null && isStream()) {
            detached.requestEnd();
        }
    }

    private boolean isStream() {
        return tasks != null && !isEnding() && (io.isUpgraded() || (sink.isCommitted() && endless));
    }

    OpenExchange describe(long now) {
        Thread thread = (Thread) HANDLER_THREAD.getOpaque(this);
        return new OpenExchange(head.method(), head.path(), Math.max(0, now - began), isStream(), thread);
    }

    /** Why the server has given this exchange up, if it has; whoever detaches it after that has not been told. */
    @Nullable IOException givenUp() {
        return io.abortCause() instanceof IOException cause ? cause : null;
    }

    /** The server stops and does not wait for this exchange. */
    void serverStopping() {
        endsAs(ExchangeEnd.SERVER_STOPPED);
        ServerStoppingException cause = new ServerStoppingException();
        io.setAbortCause(cause);
        connection.abortNow(number);
        ExchangeTasks detached = tasks;
        if (detached != null) {
            detached.gone(cause);
        }
    }
}
