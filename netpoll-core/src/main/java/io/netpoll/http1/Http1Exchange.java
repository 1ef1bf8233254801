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
import io.netpoll.net.FileRegion;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One request on an HTTP/1.1 connection, and at the same time the job that runs its handler.
 *
 * <p>It ends in three steps: somebody wins the right to end it ({@link #ending}); the response is finished; both directions
 * are closed to callers, and whoever leaves last gives the connection back.
 */
final class Http1Exchange implements Exchange, Runnable {

    private static final VarHandle ENDING;
    private static final VarHandle HOLDERS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ENDING = lookup.findVarHandle(Http1Exchange.class, "ending", boolean.class);
            HOLDERS = lookup.findVarHandle(Http1Exchange.class, "holders", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final int DIRECTIONS = 2;
    private static final int CONTINUE_CAPACITY = 32;
    private static final int SWITCHING_PROTOCOLS = 101;

    private final Http1Connection connection;
    private final Http1Channel channel;
    private final Http1Service service;
    private final DecodedHead head;
    private final long number;
    private final boolean onLoop;
    private final Http1RequestBody body;
    private final Http1ResponseSink sink;
    private final @Nullable ExchangeJournal journal;

    private volatile @Nullable ExchangeTasks tasks;

    /** Why the exchange was given up, if it was. */
    private volatile @Nullable Throwable abortCause;

    /** Somebody has won the right to end the exchange. */
    @SuppressWarnings("unused") // read and written through ENDING
    private volatile boolean ending;

    /** No caller gets in any more. */
    private volatile boolean over;

    /** The directions that are not closed to callers, or have one inside. */
    @SuppressWarnings("unused") // read and written through HOLDERS
    private volatile int holders = DIRECTIONS;

    private boolean reset;

    /** It has taken too long, and its client has been told so in the handler's place. */
    private volatile boolean answeredForHandler;

    /** The octets are no longer HTTP's, and neither are the deadlines for reading. */
    private volatile boolean upgraded;

    Http1Exchange(Http1Connection connection, DecodedHead head, long number, BodyDecoder decoder) {
        this.connection = connection;
        this.channel = connection.channel();
        this.service = channel.service();
        this.head = head;
        this.number = number;
        this.onLoop = service.runsOnLoop();
        this.body = new Http1RequestBody(this, head, channel.input(), decoder);
        this.sink = new Http1ResponseSink(this);
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
        if (tasks != null || over) {
            throw new IllegalStateException("The exchange is detached already, or has ended");
        }
        if (onLoop) {
            leaveLoop();
        }
        service.exchangeDetached();
        ExchangeTasks detached = new ExchangeTasks(this, connection, listener);
        tasks = detached;
        if (isEnding()) {
            detached.finish(() -> end(true)); // given up before there was a place to say so
        }
    }

    private void leaveLoop() {
        try {
            channel.leaveLoop();
        } catch (IOException e) {
            channel.stream().output().signal(true); // whoever writes next meets the error again
        }
    }

    @Override
    public void upgrade(String protocol, FieldList fields) throws IOException {
        if (head.version() != HttpVersion.HTTP_1_1 || !body.isFinished()) {
            throw new IllegalStateException(
                    "Only an HTTP/1.1 request that has been read to its end can be upgraded (RFC 9110 §7.8)");
        }
        upgraded = true; // before the client can know: what it does from then on is judged by other rules
        try {
            sink.upgrade(protocol, fields);
            body.upgrade();
        } catch (IOException | RuntimeException e) {
            upgraded = false;
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
        giveUpFor(cause);
        boolean answered = answeredForHandler;
        if (!answered) {
            connection.requestAbort(number);
        }
        ExchangeTasks detached = tasks;
        if (detached != null) {
            detached.finish(() -> end(!answered));
        }
    }

    private void giveUpFor(Throwable cause) {
        abortCause = cause;
        noteFailure(cause);
    }

    void noteFailure(Throwable cause) {
        if (journal != null) {
            journal.failed(cause);
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
        try {
            service.handler().handle(this);
        } catch (Throwable t) {
            failure = t;
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
            end(abortCause != null && !answeredForHandler); // it was ended while the handler ran
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

    private boolean winEnding() {
        return ENDING.compareAndSet(this, false, true);
    }

    boolean isEnding() {
        return (boolean) ENDING.getVolatile(this);
    }

    private void conclude(@Nullable Throwable failure) {
        if (answeredForHandler) {
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

    /** Closes both directions to callers; whoever is inside one of them does the rest on his way out. */
    private void end(boolean broken) {
        reset = broken;
        over = true;
        ExchangeTasks detached = tasks;
        if (detached != null) {
            detached.end();
        }
        tellEnd(broken);
        boolean inputFree = channel.inputPermit().end(number);
        boolean outputFree = channel.outputPermit().end(number);
        if (inputFree && outputFree) {
            connection.release(this, onLoop && detached == null);
        } else {
            channel.wakeWaiters();
            leave((inputFree ? 1 : 0) + (outputFree ? 1 : 0));
        }
    }

    private void tellEnd(boolean broken) {
        if (journal != null) {
            boolean cut = broken || !sink.isFinished();
            service.tellEnd(
                    journal.summary(id(), connection, head, body.received(), sink.sent(), cut, connection.isLost()));
        }
    }

    // When the server will not go on with it; called on the loop.

    /** It has waited for a handler for too long. Nobody else has it: the dispatcher has given it back. */
    void refuse() {
        if (!winEnding()) {
            return;
        }
        service.events().requestRefused(Refusal.WAITED_TOO_LONG);
        if (journal != null) {
            journal.ends(ExchangeEnd.REFUSED);
        }
        end(!answerForHandler());
    }

    /**
     * It has taken too long. A client without a status gets one, and the handler's own answer fails; otherwise the connection
     * is reset.
     */
    void timeOut() {
        service.events().requestRefused(Refusal.TIMED_OUT);
        OvertimeException cause = new OvertimeException();
        giveUpFor(cause);
        if (answerForHandler()) {
            channel.wakeWaiters(); // a handler that waits for the request's content need not wait any more
        } else {
            connection.abortNow(number);
        }
        ExchangeTasks detached = tasks;
        if (detached != null) {
            detached.gone(cause);
        }
    }

    /** Answers 503 unless the handler is answering. */
    private boolean answerForHandler() {
        if (channel.outputPermit().enter(number) != Permit.Entry.GRANTED) {
            return false;
        }
        try {
            if (sink.isCommitted()) {
                return false;
            }
            sink.refuse(Refusal.response(), Refusal.text());
            answeredForHandler = true;
            return true;
        } catch (IOException e) {
            return false;
        } finally {
            exitOutput();
        }
    }

    /** The handler's own answer fails when the client has been given another. */
    void requireInTime() throws IOException {
        Throwable cause = abortCause;
        if (answeredForHandler && cause instanceof IOException e) {
            throw e;
        }
    }

    boolean isTooLarge(long received) {
        return !upgraded && service.options().requestLimits().isTooLarge(received);
    }

    private void leave(int directions) {
        if (directions > 0 && (int) HOLDERS.getAndAdd(this, -directions) == directions) {
            connection.release(this, false);
        }
    }

    // What body and sink need.

    boolean isOnLoop() {
        return onLoop;
    }

    boolean mayBlock() {
        return !onLoop;
    }

    void requireMayBlock() {
        if (onLoop) {
            throw new IllegalStateException("This call may wait, but the handler runs on the event loop");
        }
    }

    void enterInput() {
        enter(channel.inputPermit(), "reads the request");
    }

    void exitInput() {
        if (channel.inputPermit().exit(number)) {
            leave(1);
        }
    }

    void enterOutput() {
        enter(channel.outputPermit(), "writes the response");
    }

    void exitOutput() {
        if (channel.outputPermit().exit(number)) {
            leave(1);
        }
    }

    private void enter(Permit permit, String what) {
        switch (permit.enter(number)) {
            case GRANTED -> {}
            case BUSY -> throw new IllegalStateException("Another thread " + what);
            case ENDED -> throw new IllegalStateException("The exchange has ended");
        }
    }

    void awaitInput(Http1RequestBody reader, MinimumRate rate, long received) throws IOException {
        requireOpen();
        requireInTime();
        Expiry expiry = channel.inputWaiter().park(readTimeout(), rate, received);
        if (expiry != null) {
            channel.expired(expiry);
            throw reader.stalled(expiry);
        }
        requireOpen();
        requireInTime();
    }

    MinimumRate newRate() {
        return channel.newRate();
    }

    private long readTimeout() {
        return upgraded ? Long.MAX_VALUE / 2 : service.options().bodyTimeout();
    }

    private void requireOpen() {
        if (over) {
            throw new IllegalStateException("The exchange has ended");
        }
    }

    /** Sends 100 (Continue), unless the client has been answered or has sent content already (RFC 9110 §10.1.1). */
    void sendContinue() throws IOException {
        if (!channel.input().hasOctets() && channel.outputPermit().enter(number) == Permit.Entry.GRANTED) {
            try {
                if (!sink.isCommitted()) {
                    OctetBuffer out = new OctetBuffer(CONTINUE_CAPACITY);
                    ResponseEncoder.continueResponse(out);
                    emit(out.array(), 0, out.length(), onLoop, false);
                }
            } finally {
                exitOutput();
            }
        }
    }

    @Nullable IOException requestFailure() {
        return body.failure();
    }

    void requestBroken(Violation violation) {
        service.events().requestRejected(connection.remoteAddress(), violation);
    }

    /** Decides, when the head is made, whether the connection ends with this response. */
    boolean decideClose(boolean wanted) {
        return connection.decideClose(wanted || !head.keepAlive() || body.isContinueDue() || body.failure() != null);
    }

    void encodeHead(OctetBuffer out, ResponseHead response, ResponseFraming framing, long length, boolean close) {
        if (journal != null) {
            journal.committed(response.status(), response.fields(), close);
        }
        channel.encodeHead(out, head, response, framing, length, close);
    }

    /**
     * Sends octets of the response: gathered with others while the handler is on the loop, kept as far as the client does not
     * take them if nobody may wait, otherwise waiting for the client.
     */
    void emit(byte[] octets, int offset, int length, boolean keep, boolean more) throws IOException {
        if (onLoop && tasks == null) {
            channel.gather(octets, offset, length);
        } else if (onLoop || keep) {
            channel.output().offer(octets, offset, length);
        } else {
            channel.output().write(octets, offset, length, more);
        }
    }

    /** Sends a part of a file, waiting for the client and the disk. */
    void emit(FileRegion region) throws IOException {
        channel.output().write(region);
    }

    void encodeUpgrade(OctetBuffer out, String protocol, FieldList fields) {
        if (journal != null) {
            journal.committed(SWITCHING_PROTOCOLS, fields, true);
        }
        ResponseEncoder.switchingProtocols(
                out, protocol, fields, service.dateLine(), service.options().serverLine());
    }

    boolean isOutputDrained() {
        return channel.output().isDrained();
    }

    void onInput(Runnable task) {
        requireDetached().demand(channel.inputWaiter(), readTimeout(), this::inputStalled, task);
    }

    void onOutput(Runnable task) {
        ExchangeTasks detached = requireDetached();
        detached.demand(channel.outputWaiter(), service.options().writeTimeout(), this::outputStalled, () -> {
            if (channel.flushFor(this)) {
                task.run();
            } else {
                onOutput(task);
            }
        });
    }

    private IOException inputStalled() {
        channel.expired(Expiry.STALLED);
        return body.stalled(Expiry.STALLED);
    }

    /** Called on the loop: what was written will never be read, so the connection is reset before anybody is told. */
    private IOException outputStalled() {
        StalledException cause = StalledException.writing(Expiry.STALLED);
        channel.expired(Expiry.STALLED);
        giveUpFor(cause);
        connection.abortNow(number);
        return cause;
    }

    /** An error of a call, or why the exchange was given up if that is what made the call fail. */
    IOException explain(IOException e) {
        Throwable cause = abortCause;
        if (cause == null || cause.equals(e)) {
            return e;
        }
        return cause instanceof IOException io ? io : new IOException(cause);
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
        if (detached != null && (broken || !upgraded)) {
            detached.peerEnding(broken);
        }
    }

    /** The server stops and does not wait for this exchange. */
    void serverStopping() {
        if (journal != null) {
            journal.ends(ExchangeEnd.SERVER_STOPPED);
        }
        ExchangeTasks detached = tasks;
        if (detached != null) {
            detached.gone(new IOException("The server is stopping; connection reset by peer"));
        }
    }
}
