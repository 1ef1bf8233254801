package io.netpoll.servlet;

import io.netpoll.http.RequestBody;
import jakarta.servlet.ReadListener;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reading without blocking (Servlet 6.1 §3.8, Javadoc of {@code ServletInputStream} and {@code ReadListener}): says that it
 * is ready only when it holds an octet, and asks the server for more only when the application was told that there is none.
 *
 * <p>The listener is called by tasks of the exchange, one at a time; another thread of the application may read meanwhile. Of
 * that one it cannot be known when it has dealt with the octets that it read last: it hears of the end when it asks again,
 * be it by {@code isReady}, {@code isFinished} or another read, and not earlier does the listener.
 */
final class NonBlockingInput {

    private static final int CAPACITY = 8192;

    private final StreamOwner owner;
    private final RequestBody body;
    private final ReadListener listener;
    private final byte[] buffer = new byte[CAPACITY];
    private int position;
    private int limit;
    private boolean started;
    private boolean dropped;
    private boolean waiting;
    private boolean ended;
    private boolean endToCome;
    private boolean endDue;
    private boolean endTold;
    private @Nullable IOException failure;
    private boolean failureTold;

    NonBlockingInput(StreamOwner owner, RequestBody body, ReadListener listener) {
        this.owner = owner;
        this.body = body;
        this.listener = listener;
    }

    /** The container's call has returned: tells the listener for the first time, or what it could not be told before. */
    synchronized void start() {
        if (!started || dropped) {
            started = true;
            dropped = false;
            owner.execute(this::evaluate);
        }
    }

    /** Why there is no more to read; {@code null} if nothing has failed. */
    synchronized @Nullable IOException failure() {
        return failure;
    }

    /** Whether all content has been read by the application, which has now heard of it. */
    synchronized boolean isFinished() {
        boolean finished = isReadToTheEnd();
        if (finished) {
            tellEndLater();
        }
        return finished;
    }

    private boolean isReadToTheEnd() {
        return position == limit && (ended || body.isFinished());
    }

    synchronized boolean isReady() {
        if (position < limit) {
            return true;
        }
        if (waiting || endDue || failure != null) {
            return false;
        }
        if (fetch()) {
            return true;
        }
        if (failure != null) {
            owner.execute(this::tellFailure);
        } else if (ended) {
            tellEndLater();
        } else {
            waiting = true;
            if (started) {
                body.onReadable(this::evaluate);
            }
        }
        return false;
    }

    /** Reads what there is now into the empty buffer. */
    private boolean fetch() {
        try {
            int n = ended || body.isFinished() ? -1 : body.tryRead(buffer, 0, buffer.length);
            position = 0;
            limit = Math.max(n, 0);
            ended |= n < 0;
            return n > 0;
        } catch (IOException e) {
            failure = e;
            return false;
        }
    }

    /** Reads; not ready is an illegal state, but the end may be asked for as often as one likes. */
    synchronized int read(byte[] target, int offset, int length) throws IOException {
        if (isFinished()) {
            return -1;
        }
        if (failure != null) {
            throw failure;
        }
        if (!isReady()) {
            if (failure != null) {
                throw failure;
            }
            if (ended) {
                return -1;
            }
            throw new IllegalStateException("The stream is not ready: isReady has to be asked first");
        }
        int n = Math.min(length, limit - position);
        System.arraycopy(buffer, position, target, offset, n);
        position += n;
        if (isReadToTheEnd()) {
            if (owner.isContainerThread()) {
                tellEndLater();
            } else {
                endToCome = true;
            }
        }
        return n;
    }

    synchronized int available() {
        return limit - position;
    }

    private void tellEndLater() {
        if (!endDue) {
            endDue = true;
            if (started) {
                owner.execute(this::tellEnd);
            }
        }
    }

    /** A task of the exchange: there may be something to tell. */
    private void evaluate() {
        boolean ready;
        synchronized (this) {
            waiting = false;
            if (endDue) {
                owner.execute(this::tellEnd);
                return;
            }
            if (endToCome) {
                return;
            }
            ready = isReady();
        }
        if (ready && !owner.callback(listener::onDataAvailable, this::failed)) {
            drop();
        }
    }

    private void tellEnd() {
        synchronized (this) {
            if (endTold) {
                return;
            }
            endTold = true;
        }
        if (!owner.callback(listener::onAllDataRead, this::failed)) {
            drop();
        }
    }

    /** Somebody else has the request now, a dispatch: what is due waits until it has come back. */
    private synchronized void drop() {
        dropped = true;
        endTold = false;
    }

    /** Whether there is nothing to tell the listener any more. */
    synchronized boolean isToldAll() {
        return endTold;
    }

    private void tellFailure() {
        IOException cause = failure;
        if (cause != null) {
            owner.streamFailed(cause);
        }
    }

    /** Something has ended the request before its time: the listener is told once. */
    void failed(Throwable cause) {
        synchronized (this) {
            if (failureTold) {
                return;
            }
            failureTold = true;
            if (failure == null) {
                failure = cause instanceof IOException io ? io : new IOException(cause);
            }
        }
        listener.onError(cause);
    }

    /** Whether the listener has heard the end or is going to, and need not hear of failures. */
    synchronized boolean isDone() {
        return endDue || endToCome;
    }
}
