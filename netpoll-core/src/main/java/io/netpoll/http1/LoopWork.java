package io.netpoll.http1;

import io.netpoll.http.ExchangeEnd;
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
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * What the loop does with a connection that is at home, in one of these phases:
 *
 * <pre>
 *   HANDSHAKING ──▶ READING                                        on TLS, or behind a proxy; see {@link Preliminaries}
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
        /** Waits for what comes before requests: who the client is, and keys. */
        HANDSHAKING,
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

    /** What a client may send behind our FIN. */
    private static final long MAX_LINGERING_OCTETS = 64 * 1024 * 1024;

    /** How long it may take, and how long what nobody reads of a request, however slowly or quickly it comes. */
    private static final long LINGERING_NANOS = 10_000_000_000L;

    /** How long a connection may take to bring the request that is refused. */
    private static final long REFUSAL_NANOS = 5_000_000_000L;

    private final Http1Connection connection;
    private final Http1Reactor reactor;
    private final Http1Service service;
    private final Http1Channel channel;
    private final Stream stream;
    private final Http1Input input;
    private final Http1Output output;
    private final RequestDecoder decoder;
    private final LazyDeadline deadline;
    private Phase phase;

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
        this.decoder = new RequestDecoder(service.options().headLimits(), stream.isSecure());
        this.deadline = deadline;
        this.phase = stream.preliminary() == Stream.Preliminary.NONE ? Phase.READING : Phase.HANDSHAKING;
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
                    case HANDSHAKING -> shakeHands();
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
            reject(e.violation(), null);
        } catch (SSLException e) {
            phase = Phase.CLOSING; // the client has been sent an alert, which a reset would destroy
            deadline.in(service.options().writeTimeout());
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
                                : refusing(service.options().headTimeout()));
            case HANDSHAKING -> deadline.in(firstTimeout());
            case DISCARDING, CLOSING, LINGERING -> deadline.in(LINGERING_NANOS);
            case CLOSED -> {}
        }
    }

    private boolean shakeHands() throws IOException {
        switch (Preliminaries.advance(stream, service, connection)) {
            case WAITING -> {
                return false;
            }
            case DONE -> {
                phase = Phase.READING;
                deadline.in(refusing(service.options().headTimeout()));
                drainIfIdle(); // the server may have begun to drain meanwhile
            }
            case PLAINTEXT -> reject(Violation.PLAINTEXT_ON_TLS, null);
            case FAILED -> {
                phase = Phase.CLOSING;
                deadline.in(service.options().writeTimeout());
            }
            case REFUSED -> connection.close(true);
        }
        return true;
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
            return take(decoder.takeHead());
        }
        if (!headBegun && !decoder.isIdle()) {
            headBegun = true;
            deadline.in(service.options().headTimeout());
        }
        return true;
    }

    /**
     * A request has been read: it goes to an exchange, unless it asks for more than the server takes on.
     *
     * @return whether there is more to do with the connection
     */
    private boolean take(DecodedHead head) throws IOException {
        if (connection.isRefusing()) {
            refuse(head);
            return true;
        }
        RequestLimits limits = service.options().requestLimits();
        if (limits.isTooLarge(head.contentLength())) {
            reject(Violation.CONTENT_TOO_LARGE, head);
            return true;
        }
        if (limits.maxWaiting() >= 0
                && !service.runsOnLoop()
                && service.dispatcher().isBusy(limits.maxWaiting())
                && !limits.exempts(head)) {
            service.events().requestRefused(Refusal.QUEUE_FULL);
            refuse(head);
            return true;
        }
        return connection.start(head);
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
    private void reject(Violation violation, @Nullable DecodedHead head) {
        service.events().requestRejected(stream.remoteAddress(), violation);
        boolean toHead = head == null ? decoder.asksForHead() : head.isHead();
        ResponseEncoder.violation(
                reactor.gathered(),
                violation,
                toHead,
                service.dateLine(),
                service.options().serverLine());
        lastWord();
        if (service.tellsExchanges()) {
            service.tellEnd(ExchangeJournal.refused(
                    service.clock(),
                    connection,
                    head,
                    head == null ? decoder.requestLine() : "",
                    violation.status(),
                    toHead ? 0 : violation.text().length(),
                    ExchangeEnd.REJECTED,
                    violation));
        }
    }

    private void lastWord() {
        phase = Phase.CLOSING;
    }

    /** There are too many connections, or too many requests that wait: this one is told to come again. */
    private void refuse(DecodedHead head) {
        ResponseHead answer = Refusal.response();
        ResponseFraming framing = ResponseEncoder.framing(head, answer.status(), 0);
        channel.encodeHead(reactor.gathered(), head, answer, framing, 0, true);
        lastWord();
        if (service.tellsExchanges()) {
            service.tellEnd(ExchangeJournal.refused(
                    service.clock(), connection, head, "", answer.status(), 0, ExchangeEnd.REFUSED, null));
        }
    }

    /** How long what comes first may take, ns: a proxy's header and a handshake, or a head. */
    long firstTimeout() {
        return phase == Phase.HANDSHAKING
                ? refusing(service.options().handshakeTimeout())
                : refusing(service.options().headTimeout());
    }

    /** A connection that is to be refused has only so many places. */
    private long refusing(long timeout) {
        return connection.isRefusing() ? Math.min(timeout, REFUSAL_NANOS) : timeout;
    }

    /** The deadline has passed. */
    void expired() {
        boolean late = Patience.isLate(reactor.loop().now() - deadline.at(), 0);
        if (hasComeAfterAll(late) || (late && beginAgain())) {
            return;
        }
        channel.expired(expiry());
        if (phase == Phase.HANDSHAKING) {
            Preliminaries.timedOut(stream, service, connection);
        }
        if (phase == Phase.READING && output.isDrained() && !decoder.isIdle()) {
            reject(Violation.REQUEST_TIMEOUT, null);
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
            case HANDSHAKING -> Preliminaries.expiry(stream);
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
            octetsToDrop = service.options().requestLimits().discardable();
            deadline.in(LINGERING_NANOS);
        }
    }

    /** If the server is draining, an idle connection has had its last answer. */
    void drainIfIdle() {
        if (service.isDraining()
                && (phase == Phase.HANDSHAKING || phase == Phase.READING)
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
