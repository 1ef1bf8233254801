package io.netpoll.http1;

import io.netpoll.http.ResponseHead;
import io.netpoll.http1.codec.BodyDecoder;
import io.netpoll.http1.codec.DecodedHead;
import io.netpoll.http1.codec.ProtocolException;
import io.netpoll.http1.codec.RequestDecoder;
import io.netpoll.http1.codec.ResponseEncoder;
import io.netpoll.http1.codec.ResponseFraming;
import io.netpoll.http1.codec.Violation;
import io.netpoll.net.Stream;
import java.io.IOException;

/**
 * What the loop does with a connection that is at home, in one of these phases:
 *
 * <pre>
 *   READING ──a request──▶ (out, to an exchange) ──▶ READING       the connection persists
 *                                                ├─▶ DISCARDING ──▶ READING   the request was not read to its end
 *                                                └─▶ CLOSING ──▶ LINGERING ──▶ CLOSED
 *   READING ──a violation──▶ CLOSING                               the answer has to reach the client
 *   any ──error, reset, timeout──▶ CLOSED
 * </pre>
 *
 * <p>Every phase first sends what is kept of earlier answers: as long as the client does not take that, nothing more is read
 * from it.
 */
final class LoopWork {

    /** What the loop does with a connection that is at home. */
    enum Phase {
        /** Waits for a request, or for the rest of its head. */
        READING,
        /** Reads what is left of a request whose answer has been sent. */
        DISCARDING,
        /** Has said its last word, which is still to leave; then only the sending side is closed (RFC 9112 §9.6). */
        CLOSING,
        /** Waits for the client to close too: closing before would reset the connection and could destroy the answer. */
        LINGERING,
        /** Is over. */
        CLOSED
    }

    /**
     * Requests and reads of one connection in one turn: others wait for theirs behind it. A connection has one turn in a pass
     * of the loop, and a second in the pass in which it begins to flood.
     */
    private static final int MAX_STEPS_PER_TURN = 64;

    /** Octets one connection may bring in one turn; a turn ends with the read that goes beyond. */
    static final long MAX_OCTETS_PER_TURN = 256 * 1024;

    /** What is read of a request nobody wants before the connection is given up: Tomcat's maxSwallowSize. */
    static final long MAX_DISCARDED = 2 * 1024 * 1024;

    /** What a client may send behind our FIN. */
    private static final long MAX_LINGERING_OCTETS = 64 * 1024 * 1024;

    /** How long it may take, and how long what nobody reads of a request, however slowly or quickly it comes. */
    private static final long LINGERING_NANOS = 10_000_000_000L;

    /** How long a connection may take to bring the request that is refused. */
    private static final long REFUSAL_NANOS = 5_000_000_000L;

    private static final int SERVICE_UNAVAILABLE = 503;

    /** What a client is asked to wait when there are too many, s (RFC 9110 §10.2.3). */
    private static final String RETRY_AFTER = "1";

    private final Http1Connection connection;
    private final Http1Reactor reactor;
    private final Http1Service service;
    private final Http1Channel channel;
    private final Stream stream;
    private final Http1Input input;
    private final Http1Output output;
    private final RequestDecoder decoder;
    private final LazyDeadline deadline;
    private Phase phase = Phase.READING;

    /** A request's head is on its way, or the first one is waited for: its deadline is set. */
    private boolean headBegun = true;

    /** A deadline that passed while the loop was not looking has been set anew; so it is not, until a request is complete. */
    private boolean begunAgain;

    private BodyDecoder unread = BodyDecoder.none();
    private long octetsToDrop;

    LoopWork(Http1Connection connection, Http1Reactor reactor, LazyDeadline deadline) {
        this.connection = connection;
        this.reactor = reactor;
        this.service = reactor.service();
        this.channel = connection.channel();
        this.stream = channel.stream();
        this.input = channel.input();
        this.output = channel.output();
        this.decoder = new RequestDecoder(service.options().headLimits());
        this.deadline = deadline;
    }

    /** Goes on as far as the client, the bounds of a pass and the phase allow. */
    void advance() {
        int steps = 0;
        long before = input.received();
        reactor.addSent(output.takeSent());
        try {
            boolean more = true;
            while (more && phase != Phase.CLOSED && sendKept()) {
                more = switch (phase) {
                    case READING -> readRequest();
                    case DISCARDING -> discard();
                    case CLOSING -> startLingering();
                    case LINGERING -> linger();
                    case CLOSED -> false;
                };
                if (!more) {
                    break; // it may be out by now, and nothing here is ours to touch
                }
                if (++steps >= MAX_STEPS_PER_TURN || input.received() - before >= MAX_OCTETS_PER_TURN) {
                    more = false;
                    connection.goOnLater();
                }
            }
        } catch (ProtocolException e) {
            reject(e.violation());
        } catch (IOException e) {
            connection.close(true);
        }
        pause();
    }

    /** The end of a pass over this connection: nothing of it stays in buffers that belong to the loop. */
    private void pause() {
        if (phase != Phase.CLOSED && !connection.isHome()) {
            return;
        }
        reactor.addReceived(input.takeReceived());
        if (phase == Phase.CLOSED) {
            return;
        }
        input.leave(reactor.buffer());
        try {
            if (!channel.sendGathered()) {
                waitForRoom(0);
                return;
            }
            connection.answersHaveLeft();
            if (phase == Phase.CLOSING) {
                advance();
            }
        } catch (IOException e) {
            connection.close(true);
        }
    }

    private boolean sendKept() throws IOException {
        if (output.isDrained()) {
            return true;
        }
        boolean drained = output.flush();
        long sent = output.takeSent();
        reactor.addSent(sent);
        if (!drained) {
            waitForRoom(sent);
        } else if (output.isWaiting()) {
            output.roomCame(reactor.loop().now());
            restartDeadline();
        }
        return drained;
    }

    /** The client has to take something before anything goes on: the deadline is moved only if it took some. */
    private void waitForRoom(long sent) {
        if (sent > 0 || !output.isWaiting()) {
            deadline.in(output.waitForRoom(reactor.loop().now()));
        }
    }

    /**
     * While the client was waited for to take an answer nothing was read from it, and while the process was stopped nothing
     * at all: it has its whole time for that again.
     */
    private void restartDeadline() {
        switch (phase) {
            case READING ->
                deadline.in(
                        decoder.isIdle()
                                ? service.options().keepAliveTimeout()
                                : service.options().headTimeout());
            case DISCARDING, CLOSING, LINGERING -> deadline.in(LINGERING_NANOS);
            case CLOSED -> {}
        }
    }

    private boolean readRequest() throws IOException {
        if (!input.hasOctets()) {
            int read = input.fill(reactor.buffer());
            if (read == Stream.EOF) {
                endOfInput();
                return true;
            }
            if (read == Stream.WOULD_BLOCK) {
                return false;
            }
        }
        input.advanceTo(decoder.decode(input.array(), input.position(), input.limit()));
        if (decoder.hasHead()) {
            headBegun = false;
            begunAgain = false;
            DecodedHead head = decoder.takeHead();
            return connection.isRefusing() ? refuse(head) : connection.start(head);
        }
        if (!headBegun && !decoder.isIdle()) {
            headBegun = true;
            deadline.in(service.options().headTimeout());
        }
        return true;
    }

    private void endOfInput() throws ProtocolException {
        if (decoder.isIdle()) {
            phase = Phase.CLOSING;
        } else {
            decoder.endOfInput();
        }
    }

    /** Reads the rest of a request nobody wanted, so that the next one can be found. */
    private boolean discard() throws IOException {
        byte[] nowhere = reactor.scratch();
        int read;
        try {
            read = input.read(unread, nowhere, 0, nowhere.length);
        } catch (ProtocolException | IncompleteContentException e) {
            phase = Phase.CLOSING; // the request has been answered: there is nobody to tell
            return true;
        }
        if (read == Http1Input.NOTHING_YET) {
            return false;
        }
        if (read < 0) {
            input.endOfRequest();
            readNext();
        } else {
            octetsToDrop -= read;
            if (octetsToDrop < 0) {
                phase = Phase.CLOSING;
            }
        }
        return true;
    }

    private void readNext() {
        phase = Phase.READING;
        unread = BodyDecoder.none();
        deadline.in(service.options().keepAliveTimeout());
    }

    private boolean startLingering() throws IOException {
        if (!channel.sendGathered()) {
            waitForRoom(0);
            return false;
        }
        stream.shutdownOutput();
        input.clear();
        phase = Phase.LINGERING;
        octetsToDrop = MAX_LINGERING_OCTETS;
        deadline.in(LINGERING_NANOS);
        return true;
    }

    private boolean linger() throws IOException {
        int read = input.fill(reactor.buffer());
        input.clear();
        if (read == Stream.WOULD_BLOCK) {
            return false;
        }
        octetsToDrop -= Math.max(0, read);
        if (read == Stream.EOF || octetsToDrop < 0) {
            connection.close(false);
            return false;
        }
        return true;
    }

    /** The client broke the protocol: it is told, and the connection ends. */
    private void reject(Violation violation) {
        service.events().requestRejected(stream.remoteAddress(), violation);
        ResponseEncoder.violation(
                reactor.gathered(),
                violation,
                decoder.asksForHead(),
                service.dateLine(),
                service.options().serverLine());
        phase = Phase.CLOSING;
    }

    /** There are too many connections: this one ends with its first request. */
    private boolean refuse(DecodedHead head) {
        ResponseHead answer = new ResponseHead(SERVICE_UNAVAILABLE).with("Retry-After", RETRY_AFTER);
        ResponseFraming framing = ResponseEncoder.framing(head, SERVICE_UNAVAILABLE, 0);
        channel.encodeHead(reactor.gathered(), head, answer, framing, 0, true);
        phase = Phase.CLOSING;
        deadline.in(service.options().writeTimeout());
        return true;
    }

    /** How long the first head may take, ns: a connection that is to be refused has only so many places. */
    long firstHeadTimeout() {
        long timeout = service.options().headTimeout();
        return connection.isRefusing() ? Math.min(timeout, REFUSAL_NANOS) : timeout;
    }

    /** The deadline has passed. */
    void expired() {
        boolean late = Patience.isLate(reactor.loop().now() - deadline.at(), 0);
        if (hasComeAfterAll(late) || (late && beginAgain())) {
            return;
        }
        channel.expired(expiry());
        if (phase == Phase.READING && output.isDrained() && !decoder.isIdle()) {
            reject(Violation.REQUEST_TIMEOUT);
            advance();
        } else {
            connection.close(!output.isDrained());
        }
    }

    /**
     * The kernel may have what was waited for, if the process was stopped or the loop late: what came in that time is not
     * held against the client.
     *
     * @return whether there is no deadline any more, or another one
     */
    private boolean hasComeAfterAll(boolean late) {
        long passed = deadline.at();
        if (late) {
            output.forgive(reactor.loop().now());
        }
        stream.input().signal(false);
        stream.output().signal(false);
        advance();
        return phase == Phase.CLOSED || !connection.isHome() || deadline.at() != passed;
    }

    /** The loop came too late to know whether the client did: it has its time again, once. */
    private boolean beginAgain() {
        if (begunAgain) {
            return false;
        }
        begunAgain = true;
        if (output.isDrained()) {
            restartDeadline();
        } else {
            deadline.in(output.waitForRoom(reactor.loop().now()));
        }
        return true;
    }

    private Expiry expiry() {
        if (!output.isDrained()) {
            return output.expiry();
        }
        return switch (phase) {
            case READING -> decoder.isIdle() ? Expiry.KEEP_ALIVE : Expiry.HEAD;
            case DISCARDING, CLOSING, LINGERING, CLOSED -> Expiry.LINGERING;
        };
    }

    /** An exchange has ended in good order. */
    void goOnAfter(BodyDecoder body, boolean closeDue) {
        if (closeDue) {
            phase = Phase.CLOSING;
        } else if (body.isFinished()) {
            readNext();
        } else {
            phase = Phase.DISCARDING;
            unread = body;
            octetsToDrop = MAX_DISCARDED;
            deadline.in(LINGERING_NANOS);
        }
    }

    /** If the server is draining, an idle connection has had its last answer. */
    void drainIfIdle() {
        if (service.isDraining()
                && phase == Phase.READING
                && decoder.isIdle()
                && !input.hasOctets()
                && !stream.input().isReady()) {
            phase = Phase.CLOSING;
        }
    }

    /** The connection is closed. */
    void ended() {
        phase = Phase.CLOSED;
    }
}
