package io.netpoll.http1;

import io.netpoll.http.ConnectionInfo;
import io.netpoll.http.ExchangeEnd;
import io.netpoll.http.ExchangeSummary;
import io.netpoll.http.FieldList;
import io.netpoll.http.Headers;
import io.netpoll.http.RequestHead;
import io.netpoll.http1.codec.ProtocolException;
import io.netpoll.net.PeerGoneException;
import io.netpoll.reactor.Clock;
import org.jspecify.annotations.Nullable;

/**
 * What is written down of one exchange while it goes on, where somebody wants to be told of its end. Used by whoever owns the
 * exchange, but for {@link #failed}, which any thread may call.
 */
final class ExchangeJournal {

    private static final Headers NO_FIELDS = new FieldList();

    private final Clock clock;
    private final long arrivedMillis;
    private final long arrived;
    private long began;
    private long committed;
    private boolean hasBegun;
    private boolean isCommitted;
    private int status;
    private Headers fields = NO_FIELDS;
    private boolean closes = true;
    private @Nullable Object attachment;
    private volatile @Nullable Throwable failure;
    private volatile @Nullable ExchangeEnd end;

    /** The request's head is complete. */
    ExchangeJournal(Clock clock) {
        this.clock = clock;
        this.arrivedMillis = clock.epochMillis();
        this.arrived = clock.nanoTime();
    }

    /** The handler is about to be called. */
    void began() {
        began = clock.nanoTime();
        hasBegun = true;
    }

    /** The response's head is handed over. */
    void committed(int responseStatus, Headers responseFields, boolean closesConnection) {
        committed = clock.nanoTime();
        isCommitted = true;
        status = responseStatus;
        fields = responseFields;
        closes = closesConnection;
    }

    void attach(Object object) {
        attachment = object;
    }

    /** What went wrong; only the first counts. */
    void failed(Throwable cause) {
        if (failure == null) {
            failure = cause;
        }
    }

    /** How the exchange ends, where it is not an exception that says so; only the first counts. */
    void ends(ExchangeEnd how) {
        if (end == null) {
            end = how;
        }
    }

    /**
     * The exchange in retrospect.
     *
     * @param broken whether the connection is reset with it
     * @param lost whether the client, or the connection, is known to be gone
     */
    ExchangeSummary summary(
            long id,
            ConnectionInfo connection,
            RequestHead request,
            long received,
            long sent,
            boolean broken,
            boolean lost) {
        long now = clock.nanoTime();
        long handlerBegan = hasBegun ? began : now;
        long responseBegan = isCommitted ? committed : now;
        ExchangeSummary.Times times = new ExchangeSummary.Times(
                arrivedMillis,
                handlerBegan - arrived,
                Math.max(0, responseBegan - handlerBegan),
                Math.max(0, now - responseBegan));
        Throwable cause = failure;
        return new ExchangeSummary(
                id,
                connection,
                request,
                "",
                status,
                fields,
                received,
                sent,
                !broken && !closes,
                times,
                end(cause, broken, lost),
                cause instanceof ProtocolException e ? e.violation().name() : null,
                attachment);
    }

    private ExchangeEnd end(@Nullable Throwable cause, boolean broken, boolean lost) {
        ExchangeEnd known = end;
        if (known != null) {
            return known;
        }
        if (cause == null) {
            return broken && lost ? ExchangeEnd.CLIENT_GONE : broken ? ExchangeEnd.FAILED : ExchangeEnd.COMPLETED;
        }
        return switch (cause) {
            case ProtocolException e -> ExchangeEnd.REQUEST_BROKEN;
            case IncompleteContentException e -> ExchangeEnd.REQUEST_BROKEN;
            case StalledException e -> ExchangeEnd.CLIENT_STALLED;
            case PeerGoneException e -> ExchangeEnd.CLIENT_GONE;
            case OvertimeException e -> ExchangeEnd.TIMED_OUT;
            default -> ExchangeEnd.FAILED;
        };
    }

    /** A request that was refused on the loop before an exchange was made of it, or a connection that none could come on. */
    static ExchangeSummary refused(
            Clock clock,
            ConnectionInfo connection,
            @Nullable RequestHead request,
            String requestLine,
            int status,
            int sent,
            ExchangeEnd end,
            @Nullable Enum<?> detail) {
        return new ExchangeSummary(
                0,
                connection,
                request,
                requestLine,
                status,
                NO_FIELDS,
                0,
                sent,
                false,
                new ExchangeSummary.Times(clock.epochMillis(), 0, 0, 0),
                end,
                detail == null ? null : detail.name(),
                null);
    }
}
