package io.netpoll.http1;

import io.netpoll.http1.codec.OctetBuffer;
import io.netpoll.http1.codec.ResponseEncoder;
import io.netpoll.net.FileRegion;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What one exchange does on its connection: its callers' way into both directions and out of them, waiting for the client,
 * and sending. When the exchange has ended nobody gets in any more, and whoever leaves last gives the connection back.
 */
final class ExchangeIo {

    private static final VarHandle HOLDERS;

    static {
        try {
            HOLDERS = MethodHandles.lookup().findVarHandle(ExchangeIo.class, "holders", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final int DIRECTIONS = 2;
    private static final int CONTINUE_CAPACITY = 32;

    private final Http1Exchange exchange;
    private final Http1Channel channel;
    private final Http1Options options;
    private final long number;

    /** Octets gather with those of other answers: the handler is on the loop and has not been detached. */
    private volatile boolean gathering;

    /** Nobody waits: the exchange is on the loop, or has no thread. */
    private volatile boolean unattended;

    /** Why the exchange was given up, if it was. */
    private volatile @Nullable Throwable abortCause;

    /** The octets are no longer HTTP's, and neither are the deadlines for reading. */
    private volatile boolean upgraded;

    /** It has taken too long, and its client has been told so in the handler's place. */
    private volatile boolean answeredForHandler;

    /** No caller gets in any more. */
    private volatile boolean over;

    /** The directions that are not closed to callers, or have one inside. */
    @SuppressWarnings("unused") // read and written through HOLDERS
    private volatile int holders = DIRECTIONS;

    ExchangeIo(Http1Exchange exchange, Http1Channel channel, long number, boolean onLoop) {
        this.exchange = exchange;
        this.channel = channel;
        this.options = channel.service().options();
        this.number = number;
        this.gathering = onLoop;
        this.unattended = onLoop;
    }

    // In and out.

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

    /**
     * Closes both directions to callers. Called once.
     *
     * @return whether nobody was inside; otherwise the last one to leave does what follows, {@link Http1Exchange#left}
     */
    boolean end() {
        over = true;
        boolean inputFree = channel.inputPermit().end(number);
        boolean outputFree = channel.outputPermit().end(number);
        if (inputFree && outputFree) {
            return true;
        }
        channel.wakeWaiters();
        leave((inputFree ? 1 : 0) + (outputFree ? 1 : 0));
        return false;
    }

    private void leave(int directions) {
        if (directions > 0 && (int) HOLDERS.getAndAdd(this, -directions) == directions) {
            exchange.left();
        }
    }

    boolean isOver() {
        return over;
    }

    private void requireOpen() {
        if (over) {
            throw new IllegalStateException("The exchange has ended");
        }
    }

    // Waiting.

    boolean mayBlock() {
        return !unattended;
    }

    void requireMayBlock() {
        if (unattended) {
            throw new IllegalStateException("This call may wait, but the handler runs on the event loop");
        }
    }

    /** Nobody is there who could wait for the client: what it does not take at once is kept for the loop to send. */
    void leaveUnattended() {
        unattended = true;
    }

    void awaitInput(Http1RequestBody reader, Patience patience, long received) throws IOException {
        requireOpen();
        requireInTime();
        Expiry expiry = channel.inputWaiter().park(channel.loop().clock(), patience, received);
        if (expiry != null) {
            channel.expired(expiry);
            throw reader.stalled(expiry);
        }
        requireOpen();
        requireInTime();
    }

    Patience readingPatience() {
        return Patience.reading(options);
    }

    Patience endlessPatience() {
        return Patience.endless(options);
    }

    void setUpgraded(boolean upgraded) {
        this.upgraded = upgraded;
    }

    boolean isUpgraded() {
        return upgraded;
    }

    // Sending.

    /** The exchange leaves the loop: what it has gathered is sent, and nothing more is gathered. Called on the loop. */
    void leaveLoop() {
        gathering = false;
        try {
            channel.leaveLoop();
        } catch (IOException e) {
            channel.stream().output().signal(true); // whoever writes next meets the error again
        }
    }

    /**
     * Sends octets of the response: gathered with others while the handler is on the loop, kept as far as the client does not
     * take them if nobody may wait, otherwise waiting for the client.
     */
    void emit(byte[] octets, int offset, int length, boolean keep, boolean more) throws IOException {
        if (gathering) {
            channel.gather(octets, offset, length);
        } else if (unattended || keep) {
            channel.output().offer(octets, offset, length);
        } else {
            channel.output().write(octets, offset, length, more);
        }
    }

    /** Sends a part of a file, waiting for the client and the disk. */
    void emit(FileRegion region) throws IOException {
        channel.output().write(region);
    }

    /** Sends 100 (Continue), unless the client has been answered or has sent content already (RFC 9110 §10.1.1). */
    void sendContinue() throws IOException {
        if (!channel.input().hasOctets() && channel.outputPermit().enter(number) == Permit.Entry.GRANTED) {
            try {
                if (!exchange.isCommitted()) {
                    OctetBuffer out = new OctetBuffer(CONTINUE_CAPACITY);
                    ResponseEncoder.continueResponse(out);
                    emit(out.array(), 0, out.length(), unattended, false);
                }
            } finally {
                exitOutput();
            }
        }
    }

    boolean isOutputDrained() {
        return channel.output().isDrained();
    }

    /** Sends what is kept; answers whether nothing is left, or nothing more can be sent. */
    boolean flushKept() {
        try {
            enterOutput();
            try {
                return channel.output().flush();
            } finally {
                exitOutput();
            }
        } catch (IOException | IllegalStateException e) {
            return true; // the next write meets the same failure, where somebody can deal with it
        }
    }

    /** Sends what is kept, although nothing has said that there is room: whether anything left. Called on the loop. */
    boolean tryFlushKept(long movedBefore) {
        channel.stream().output().signal(false);
        return flushKept() || channel.output().moved() != movedBefore;
    }

    // Giving up.

    void setAbortCause(Throwable cause) {
        abortCause = cause;
        exchange.noteFailure(cause);
    }

    /**
     * Answers 503, without waiting for the client, unless the handler is answering.
     *
     * @return whether the answer has been handed to the connection
     */
    boolean answerForHandler(Http1ResponseSink sink) {
        if (channel.outputPermit().enter(number) != Permit.Entry.GRANTED) {
            return false;
        }
        try {
            if (sink.isCommitted()) {
                return false;
            }
            sink.refuse(Refusal.response());
            answeredForHandler = true;
            return true;
        } catch (IOException e) {
            return false;
        } finally {
            exitOutput();
        }
    }

    boolean isAnsweredForHandler() {
        return answeredForHandler;
    }

    /** The handler's own answer fails when the client has been given another. */
    void requireInTime() throws IOException {
        Throwable cause = abortCause;
        if (answeredForHandler && cause instanceof IOException e) {
            throw e;
        }
    }

    @Nullable Throwable abortCause() {
        return abortCause;
    }

    boolean isAborted() {
        return abortCause != null;
    }

    /** An error of a call, or why the exchange was given up if that is what made the call fail. */
    IOException explain(IOException e) {
        Throwable cause = abortCause;
        if (cause == null || cause.equals(e)) {
            return e;
        }
        return cause instanceof IOException io ? io : new IOException(cause);
    }
}
