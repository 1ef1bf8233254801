package io.netpoll.server;

import io.netpoll.http1.Expiry;
import io.netpoll.http1.Http1Events;
import io.netpoll.http1.Refusal;
import io.netpoll.http1.codec.Violation;
import io.netpoll.net.HandshakeFailure;
import io.netpoll.net.ProxyHeaderFailure;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Brings events from loops and handlers to the listener, on a thread of its own. Telling is lock-free and bounded: what does
 * not fit is counted instead.
 */
final class EventPump implements Http1Events {

    private static final int CAPACITY = 1024;

    /** Loaded with this class: when the descriptors are used up, there is none left to read a class file with. */
    @SuppressWarnings("unused")
    private static final List<Class<?>> NEEDED_IN_NEED =
            List.of(ServerEvent.AcceptExhausted.class, ServerEvent.LoopFailed.class, ServerEvent.EventsDropped.class);

    private final ServerListener listener;
    private final Thread thread;
    private final ConcurrentLinkedQueue<ServerEvent> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicLong dropped = new AtomicLong();
    private final ReasonCounters<Violation> rejections = new ReasonCounters<>(Violation.class);
    private final ReasonCounters<Expiry> expiries = new ReasonCounters<>(Expiry.class);
    private final ReasonCounters<Refusal> refusals = new ReasonCounters<>(Refusal.class);
    private final ReasonCounters<HandshakeFailure> handshakeFailures = new ReasonCounters<>(HandshakeFailure.class);
    private final ReasonCounters<ProxyHeaderFailure> proxyHeaderFailures =
            new ReasonCounters<>(ProxyHeaderFailure.class);
    private final LongAdder handshakes = new LongAdder();
    private volatile boolean stopping;

    EventPump(ServerListener listener, String name) {
        this.listener = listener;
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::pump);
    }

    void start() {
        thread.start();
    }

    /** Lets the thread end when it has told what is there. */
    void stop() {
        stopping = true;
        LockSupport.unpark(thread);
    }

    void tell(ServerEvent event) {
        if (size.incrementAndGet() > CAPACITY) {
            size.decrementAndGet();
            dropped.incrementAndGet();
            return;
        }
        queue.add(event);
        LockSupport.unpark(thread);
    }

    private void pump() {
        while (true) {
            ServerEvent event = queue.poll();
            if (event != null) {
                size.decrementAndGet();
                deliver(event);
            } else if (dropped.get() > 0) {
                deliver(new ServerEvent.EventsDropped(dropped.getAndSet(0)));
            } else if (stopping) {
                return;
            } else {
                LockSupport.park(this);
            }
        }
    }

    @SuppressWarnings({"CatchingUnchecked", "EmptyCatch"}) // a listener that fails must not keep others from being told
    private void deliver(ServerEvent event) {
        try {
            listener.onEvent(event);
        } catch (Exception | LinkageError e) { // its classes may be missing, or unreadable for want of descriptors
            dropped.incrementAndGet();
        }
    }

    @Override
    public void requestRejected(SocketAddress client, Violation violation) {
        rejections.count(violation);
        tell(new ServerEvent.RequestRejected(client, violation.name(), violation.status(), violation.clause()));
    }

    @Override
    public void expired(SocketAddress client, Expiry expiry) {
        expiries.count(expiry);
    }

    @Override
    public void requestRefused(Refusal reason) {
        refusals.count(reason);
    }

    /** How often each has happened. */
    Map<String, Long> refusals() {
        return refusals.counts();
    }

    @Override
    public void handshakeCompleted() {
        handshakes.increment();
    }

    @Override
    public void handshakeFailed(SocketAddress client, HandshakeFailure reason, @Nullable IOException failure) {
        handshakeFailures.count(reason);
        String detail = failure == null ? null : failure.getMessage();
        tell(new ServerEvent.HandshakeFailed(client, reason.name(), detail));
    }

    /** How many TLS handshakes came to their end. */
    long handshakes() {
        return handshakes.sum();
    }

    /** How often each has happened. */
    Map<String, Long> handshakeFailures() {
        return handshakeFailures.counts();
    }

    @Override
    public void proxyHeaderRefused(SocketAddress peer, ProxyHeaderFailure reason) {
        proxyHeaderFailures.count(reason);
        tell(new ServerEvent.ProxyHeaderRefused(peer, reason));
    }

    /** How often each has happened. */
    Map<String, Long> proxyHeaderFailures() {
        return proxyHeaderFailures.counts();
    }

    /** How often each has happened. */
    Map<String, Long> rejections() {
        return rejections.counts();
    }

    /** How often each has happened. */
    Map<String, Long> expiries() {
        return expiries.counts();
    }

    @Override
    public void handlerFailed(String method, String path, Throwable failure, boolean committed) {
        tell(new ServerEvent.HandlerFailed(method, path, failure, committed));
    }

    @Override
    public void connectionFailed(SocketAddress client, Throwable failure) {
        tell(new ServerEvent.ConnectionFailed(client, failure));
    }

    /** There was no thread for a request or a task of one. */
    void handlerRefused(Throwable cause) {
        tell(new ServerEvent.HandlerRefused(cause));
    }

    @Override
    public void connectionLimitReached(int max, boolean refused) {
        tell(new ServerEvent.ConnectionLimitReached(max, refused));
    }

    @Override
    public void acceptExhausted() {
        tell(new ServerEvent.AcceptExhausted());
    }
}
