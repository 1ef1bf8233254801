package io.netpoll.http1;

import io.netpoll.http.ConnectionInfo;
import io.netpoll.http.RequestHead;
import io.netpoll.http.ResponseHead;
import io.netpoll.http1.codec.BodyDecoder;
import io.netpoll.http1.codec.DecodedHead;
import io.netpoll.http1.codec.OctetBuffer;
import io.netpoll.http1.codec.ProtocolException;
import io.netpoll.http1.codec.RequestDecoder;
import io.netpoll.http1.codec.ResponseEncoder;
import io.netpoll.http1.codec.ResponseFraming;
import io.netpoll.http1.codec.Violation;
import io.netpoll.net.Stream;
import io.netpoll.reactor.Event;
import io.netpoll.reactor.EventHandler;
import io.netpoll.reactor.EventLoop;
import io.netpoll.reactor.Interest;
import io.netpoll.reactor.Task;
import io.netpoll.reactor.Timer;
import io.netpoll.reactor.Token;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/1.1 connection. While it is at home the loop works on it, in one of these phases:
 *
 * <pre>
 *   READING ──a request──▶ (out, to an exchange) ──▶ READING       the connection persists
 *                                                ├─▶ DISCARDING ──▶ READING   the request was not read to its end
 *                                                └─▶ CLOSING ──▶ LINGERING ──▶ CLOSED
 *   READING ──a violation──▶ CLOSING                               the answer has to reach the client
 *   any ──error, reset, timeout──▶ CLOSED
 * </pre>
 *
 * <p>While an exchange is out, the fields belong to it; {@link ConnectionWord} hands them over. Every phase first sends what
 * is kept of earlier answers: as long as the client does not take that, nothing more is read from it.
 */
final class Http1Connection implements EventHandler, ConnectionInfo {

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

    /** Registered once, for everything (epoll(7)). */
    private static final Interest INTEREST = Interest.BOTH.edge().withPeerClosed();

    /** Requests one connection may start in one pass of the loop: others wait for their turn behind it. */
    private static final int MAX_REQUESTS_PER_PASS = 64;

    /** Octets one connection may bring in one pass of the loop, likewise. */
    private static final long MAX_OCTETS_PER_PASS = 256 * 1024;

    /** What is read of a request nobody wants before the connection is given up: Tomcat's maxSwallowSize. */
    private static final long MAX_DISCARDED = 2 * 1024 * 1024;

    /** What a client may send behind our FIN, and how long it may take. */
    private static final long MAX_LINGERING_OCTETS = 64 * 1024 * 1024;

    private static final long LINGERING_NANOS = 10_000_000_000L;

    private final Http1Reactor reactor;
    private final Http1Service service;
    private final Stream stream;
    private final long id;
    private final ConnectionWord word = new ConnectionWord();
    private final Permit inputPermit = new Permit();
    private final Permit outputPermit = new Permit();
    private final Waiter inputWaiter;
    private final Waiter outputWaiter;
    private final Http1Input input;
    private final Http1Output output;
    private final RequestDecoder decoder;
    private final Timer timer;
    private final Task homecoming = new Homecoming();
    private @Nullable Token token;
    private BodyDecoder body = BodyDecoder.none();
    private Phase phase = Phase.READING;
    private boolean headBegun = true;
    private boolean closeDue;
    private int requests;
    private long octetsToDrop;

    /** When the loop loses patience, in the loop's clock: for a head, an idle connection, a client that does not read. */
    private long deadline;

    private @Nullable Http1Exchange exchange;

    /** The exchange that has ended, for {@link #homecoming}. */
    private volatile @Nullable Http1Exchange returned;

    Http1Connection(Http1Reactor reactor, Stream stream) {
        this.reactor = reactor;
        this.service = reactor.service();
        this.stream = stream;
        this.id = service.nextConnectionId();
        EventLoop loop = reactor.loop();
        this.inputWaiter = new Waiter(stream.input(), loop.clock());
        this.outputWaiter = new Waiter(stream.output(), loop.clock());
        this.input = new Http1Input(stream);
        this.output = new Http1Output(stream, outputWaiter, service.options().writeTimeout());
        this.decoder = new RequestDecoder(service.options().headLimits());
        this.timer = loop.timer(this::timerFired);
    }

    /** Starts to work: the deadline for the first head runs from here. */
    void open() throws IOException {
        token = loop().register(stream.fd(), INTEREST, this);
        waitUntil(loop().now() + service.options().headTimeout());
    }

    // Events and timers, on the loop.

    @Override
    public void onEvent(Event event) {
        boolean broken = event.isHungUp() || event.isFailed();
        boolean ending = broken || event.isPeerClosed();
        boolean readable = event.isReadable() || ending;
        boolean readerWaits = readable && stream.input().signal(ending);
        boolean writerWaits = (event.isWritable() || broken) && stream.output().signal(broken);
        boolean out = readable ? word.note() : !word.isHome();
        if (!out) {
            advance();
            return;
        }
        if (readerWaits) {
            inputWaiter.resume();
        }
        if (writerWaits) {
            outputWaiter.resume();
        }
        Http1Exchange current = exchange;
        if (ending && current != null) {
            current.peerEnding(broken);
        }
    }

    @Override
    public void onFailure(Exception failure) {
        service.events().connectionFailed(remoteAddress(), failure);
        if (word.isHome()) {
            close(true);
        } else {
            abortNow(word.number());
        }
    }

    private void timerFired() {
        if (!word.isHome()) {
            // The exchange sees to its own deadlines. What it leaves behind is due no earlier than this.
            timer.armAt(loop().now() + service.options().keepAliveTimeout());
        } else if (deadline - loop().now() > 0) {
            timer.armAt(deadline);
        } else {
            expired();
        }
    }

    private void expired() {
        if (phase == Phase.READING && output.isDrained() && !decoder.isIdle()) {
            reject(Violation.REQUEST_TIMEOUT);
            advance();
        } else {
            close(!output.isDrained());
        }
    }

    private void waitUntil(long newDeadline) {
        deadline = newDeadline;
        if (!timer.isArmed() || timer.deadline() - newDeadline > 0) {
            timer.armAt(newDeadline);
        }
    }

    // The loop's work on a connection that is at home.

    /** Goes on as far as the client, the bounds of a pass and the phase allow. */
    private void advance() {
        int firstRequest = requests;
        long octets = input.takeReceived();
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
                octets += input.takeReceived();
                if (requests - firstRequest >= MAX_REQUESTS_PER_PASS || octets >= MAX_OCTETS_PER_PASS) {
                    more = false;
                    reactor.goOnLater(this);
                }
            }
        } catch (ProtocolException e) {
            reject(e.violation());
        } catch (IOException e) {
            close(true);
        } finally {
            reactor.addReceived(octets);
        }
        pause();
    }

    /** The end of a pass over this connection: nothing of it stays in buffers that belong to the loop. */
    private void pause() {
        if (phase == Phase.CLOSED || !word.isHome()) {
            return;
        }
        input.leave(reactor.buffer());
        try {
            if (sendGathered() && phase == Phase.CLOSING) {
                advance();
            }
        } catch (IOException e) {
            close(true);
        }
    }

    /** Called by the run queue. */
    void goOn() {
        if (word.isHome() && phase != Phase.CLOSED) {
            advance();
        }
    }

    private boolean sendKept() throws IOException {
        if (output.isDrained()) {
            return true;
        }
        boolean drained = output.flush();
        long sent = output.takeSent();
        reactor.addSent(sent);
        if (!drained && sent > 0) {
            waitUntil(loop().now() + service.options().writeTimeout());
        }
        return drained;
    }

    private boolean sendGathered() throws IOException {
        OctetBuffer gathered = reactor.gathered();
        if (gathered.length() == 0) {
            return true;
        }
        try {
            boolean drained = output.offer(gathered.array(), 0, gathered.length());
            if (!drained) {
                waitUntil(loop().now() + service.options().writeTimeout());
            }
            return drained;
        } finally {
            gathered.clear();
            reactor.addSent(output.takeSent());
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
            return start(decoder.takeHead());
        }
        if (!headBegun && !decoder.isIdle()) {
            headBegun = true;
            waitUntil(loop().now() + service.options().headTimeout());
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

    /** A request has been read: gives the connection to an exchange. */
    private boolean start(DecodedHead head) throws IOException {
        requests++;
        headBegun = false;
        long number = word.number() + 1;
        body = BodyDecoder.of(head, service.options().headLimits());
        Http1Exchange started = new Http1Exchange(this, head, number, body);
        exchange = started;
        inputPermit.begin(number);
        outputPermit.begin(number);
        if (service.runsOnLoop()) {
            word.handOut(number);
            started.run();
            return word.isHome();
        }
        leaveLoop();
        word.handOut(number);
        service.dispatcher().dispatch(started);
        return false;
    }

    /** Called on the loop before another thread may work on this connection: nothing of it stays in the loop's buffers. */
    void leaveLoop() throws IOException {
        input.leave(reactor.buffer());
        sendGathered();
        reactor.addReceived(input.takeReceived());
    }

    /** Reads the rest of a request nobody wanted, so that the next one can be found. */
    private boolean discard() throws IOException {
        byte[] nowhere = reactor.scratch();
        int read;
        try {
            read = input.read(body, nowhere, 0, nowhere.length);
        } catch (ProtocolException | EOFException e) {
            phase = Phase.CLOSING; // the request has been answered: there is nobody to tell
            return true;
        }
        if (read == Http1Input.NOTHING_YET) {
            waitUntil(loop().now() + service.options().bodyTimeout());
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
        body = BodyDecoder.none();
        waitUntil(loop().now() + service.options().keepAliveTimeout());
    }

    private boolean startLingering() throws IOException {
        if (!sendGathered()) {
            return false;
        }
        stream.shutdownOutput();
        input.clear();
        phase = Phase.LINGERING;
        octetsToDrop = MAX_LINGERING_OCTETS;
        waitUntil(loop().now() + LINGERING_NANOS);
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
            close(false);
            return false;
        }
        return true;
    }

    /** The client broke the protocol: it is told, and the connection ends. */
    private void reject(Violation violation) {
        service.events().requestRejected(remoteAddress(), violation);
        ResponseEncoder.violation(
                reactor.gathered(),
                violation,
                service.dateLine(),
                service.options().serverLine());
        phase = Phase.CLOSING;
        waitUntil(loop().now() + service.options().writeTimeout());
    }

    /** Closes the descriptor of a connection that is at home, once. */
    void close(boolean reset) {
        if (!word.close()) {
            return;
        }
        phase = Phase.CLOSED;
        timer.cancel();
        input.clear();
        Token registered = token;
        if (registered != null) {
            loop().forget(registered);
        }
        reactor.addSent(output.takeSent());
        loop().closeLater(reset ? stream::reset : stream::close);
        reactor.closed(this);
    }

    // Hand-over.

    /**
     * The exchange has ended and nobody is inside it.
     *
     * @param ended the exchange
     * @param inLoop whether this is the loop, which has handed out the connection further up the stack; otherwise any thread
     */
    void release(Http1Exchange ended, boolean inLoop) {
        input.endOfRequest();
        if (inLoop) {
            returned = ended;
            comeHome();
            return;
        }
        boolean nothingLeft = !ended.isOnLoop()
                && !ended.isReset()
                && !closeDue
                && body.isFinished()
                && !input.hasOctets()
                && !stream.input().isReady()
                && output.isDrained();
        if (nothingLeft && returnQuietly(ended)) {
            return;
        }
        returned = ended;
        postHomecoming(ended.number());
    }

    /** The ordinary end of a keep-alive request: the loop is not told, it will see the next request. */
    private boolean returnQuietly(Http1Exchange ended) {
        exchange = null;
        body = BodyDecoder.none();
        deadline = loop().clock().nanoTime() + service.options().keepAliveTimeout();
        if (!word.returnHome(ended.number())) {
            return false;
        }
        if (service.isDraining()) {
            postHomecoming(ended.number());
        }
        return true;
    }

    private void postHomecoming(long number) {
        if (!loop().post(homecoming) && word.closeAfterLoop(number)) {
            stream.reset(); // the loop has ended: this was the last holder
        }
    }

    /** The loop takes the connection back. */
    private final class Homecoming extends Task {
        @Override
        protected void run() {
            comeHome();
            if (word.isHome()) {
                if (reactor.isStopped()) {
                    close(true);
                } else {
                    drainIfIdle();
                    advance();
                }
            }
        }

        @Override
        protected void onFailure(Exception failure) {
            Http1Connection.this.onFailure(failure);
        }
    }

    private void comeHome() {
        Http1Exchange ended = returned;
        if (ended == null) {
            return;
        }
        returned = null;
        exchange = null;
        word.comeHome(ended.number());
        reactor.addSent(output.takeSent());
        reactor.addReceived(input.takeReceived());
        if (ended.isReset()) {
            close(true);
        } else if (closeDue) {
            phase = Phase.CLOSING;
        } else if (body.isFinished()) {
            readNext();
        } else {
            phase = Phase.DISCARDING;
            octetsToDrop = MAX_DISCARDED;
            waitUntil(loop().now() + service.options().bodyTimeout());
        }
    }

    /** The server is draining: an idle connection has had its last answer. */
    void drainIfIdle() {
        if (service.isDraining()
                && phase == Phase.READING
                && decoder.isIdle()
                && !input.hasOctets()
                && !stream.input().isReady()) {
            phase = Phase.CLOSING;
        }
    }

    /** The server starts to drain. Called on the loop. */
    void drain() {
        if (word.isHome()) {
            drainIfIdle();
            advance();
        }
    }

    /** The server stops: nothing is waited for. Called on the loop. */
    void stop() {
        if (word.isHome()) {
            close(true);
            return;
        }
        Http1Exchange current = exchange;
        if (current != null) {
            current.serverStopping();
            abortNow(current.number());
        }
    }

    /** Gives exchange {@code number} up, if it is still out. Any thread. */
    void requestAbort(long number) {
        loop().execute(() -> abortNow(number));
    }

    private void abortNow(long number) {
        if (word.abort(number)) {
            stream.abort();
            wakeWaiters();
        }
    }

    /** Whether nobody is left to answer: the client has reset the connection, or the server gives it up. */
    boolean isLost() {
        return word.state() == ConnectionWord.State.ABORTING || stream.output().isEnding();
    }

    /** Whoever waits for a direction looks again. */
    void wakeWaiters() {
        if (stream.input().signal(false)) {
            inputWaiter.resume();
        }
        if (stream.output().signal(false)) {
            outputWaiter.resume();
        }
    }

    // What the exchange that is out needs.

    void launch(Runnable job, boolean onLoop) {
        if (!onLoop) {
            service.dispatcher().dispatch(job);
            return;
        }
        loop().execute(job);
    }

    boolean decideClose(boolean wanted) {
        int maxRequests = service.options().maxRequests();
        closeDue = wanted
                || service.isDraining()
                || body.remainingInChunk() > MAX_DISCARDED
                || (maxRequests > 0 && requests >= maxRequests);
        return closeDue;
    }

    void encodeHead(
            OctetBuffer out,
            RequestHead request,
            ResponseHead response,
            ResponseFraming framing,
            long length,
            boolean close) {
        ResponseEncoder.head(
                out,
                request,
                response,
                framing,
                length,
                close,
                service.dateLine(),
                service.options().serverLine());
    }

    /** Sends octets, waiting while the client does not read. */
    void write(byte[] octets, int offset, int length, boolean more) throws IOException {
        output.write(octets, offset, length, more);
    }

    /** Sends octets as far as the client takes them now, and keeps the rest. */
    void offer(byte[] octets, int offset, int length) throws IOException {
        output.offer(octets, offset, length);
    }

    /** Called on the loop: lets octets wait for those of the next pipelined request. */
    void gather(byte[] octets, int offset, int length) throws IOException {
        OctetBuffer gathered = reactor.gathered();
        if (gathered.length() + length <= Http1Reactor.MAX_GATHERED) {
            gathered.append(octets, offset, length);
        } else {
            sendGathered();
            output.offer(octets, offset, length);
        }
    }

    boolean isOutputDrained() {
        return output.isDrained();
    }

    /** Sends what is kept for an exchange that waits for its output. */
    boolean flushOutput(Http1Exchange owner) {
        try {
            owner.enterOutput();
            try {
                return output.flush();
            } finally {
                owner.exitOutput();
            }
        } catch (IOException | IllegalStateException e) {
            return true; // the next write meets the same failure, where somebody can deal with it
        }
    }

    // Parts.

    EventLoop loop() {
        return reactor.loop();
    }

    Http1Service service() {
        return service;
    }

    Stream stream() {
        return stream;
    }

    Http1Input input() {
        return input;
    }

    Permit inputPermit() {
        return inputPermit;
    }

    Permit outputPermit() {
        return outputPermit;
    }

    Waiter inputWaiter() {
        return inputWaiter;
    }

    Waiter outputWaiter() {
        return outputWaiter;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public SocketAddress remoteAddress() {
        return stream.remoteAddress();
    }

    @Override
    public SocketAddress localAddress() {
        return stream.localAddress();
    }

    @Override
    public boolean isSecure() {
        return false;
    }
}
