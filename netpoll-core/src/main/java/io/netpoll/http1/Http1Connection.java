package io.netpoll.http1;

import io.netpoll.http.ConnectionInfo;
import io.netpoll.http1.codec.BodyDecoder;
import io.netpoll.http1.codec.DecodedHead;
import io.netpoll.net.Stream;
import io.netpoll.reactor.Event;
import io.netpoll.reactor.EventHandler;
import io.netpoll.reactor.EventLoop;
import io.netpoll.reactor.Interest;
import io.netpoll.reactor.Task;
import io.netpoll.reactor.Token;
import java.io.IOException;
import java.net.SocketAddress;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/1.1 connection: its events, and how it goes to an exchange and comes home. While it is at home, {@link LoopWork}
 * is what is done with it.
 *
 * <p>While an exchange is out, the fields belong to it; {@link ConnectionWord} hands them over.
 */
final class Http1Connection implements EventHandler, ConnectionInfo {

    /** Registered once, for everything (epoll(7)). */
    private static final Interest INTEREST = Interest.BOTH.edge().withPeerClosed();

    private final Http1Reactor reactor;
    private final long id;
    private final boolean refusing;
    private final ConnectionWord word = new ConnectionWord();
    private final Http1Channel channel;
    private final LazyDeadline deadline;
    private final Lifetime lifetime;
    private final LoopWork work;
    private final Task homecoming = new Homecoming();
    private @Nullable Token token;
    private BodyDecoder body = BodyDecoder.none();
    private boolean closeDue;
    private @Nullable Turn turn;
    private @Nullable ExchangeTimer exchangeTimer;

    /** Exchanges that have ended while octets of their answers were still to leave. */
    private int answersDue;

    /** Where {@link Http1Reactor} has this connection. */
    private int index;

    private @Nullable Http1Exchange exchange;

    /** The exchange that has ended, for {@link #homecoming}. */
    private volatile @Nullable Http1Exchange returned;

    /**
     * A connection that is not open yet.
     *
     * @param refusing whether its first request is its last, answered with 503
     */
    Http1Connection(Http1Reactor reactor, Stream stream, boolean refusing) {
        this.reactor = reactor;
        this.id = reactor.service().nextConnectionId();
        this.channel = new Http1Channel(reactor, stream);
        this.deadline = new LazyDeadline(reactor.loop(), this::timerFired);
        this.lifetime = new Lifetime(reactor.service().options());
        this.refusing = refusing;
        this.work = new LoopWork(this, reactor, deadline);
        stream.onProgress(() -> loop().execute(this::streamMayGoOn));
    }

    /** Starts to work: the deadline for the handshake, or else for the first head, runs from here. */
    void open() throws IOException {
        token = loop().register(channel.stream().fd(), INTEREST, this);
        deadline.in(work.firstTimeout());
        lifetime.begin(loop().now());
    }

    // Events and timers, on the loop.

    @Override
    public void onEvent(Event event) {
        boolean broken = event.isHungUp() || event.isFailed();
        boolean ending = broken || event.isPeerClosed();
        boolean readable = event.isReadable() || ending;
        boolean readerWaits = readable && channel.stream().input().signal(ending);
        boolean writerWaits =
                (event.isWritable() || broken) && channel.stream().output().signal(broken);
        boolean out = readable ? word.note() : !word.isHome();
        if (!out) {
            if (turn == null || !turn.isQueued()) { // otherwise it has its turn in this pass, and one is enough
                work.advance();
            }
            return;
        }
        if (readerWaits) {
            channel.inputWaiter().resume();
        }
        if (writerWaits) {
            channel.outputWaiter().resume();
        }
        Http1Exchange current = exchange;
        if (ending && current != null) {
            current.peerEnding(broken);
        }
    }

    /** The stream has done something that no event tells of. */
    @SuppressWarnings("CatchingUnchecked") // whatever it is ends this connection, never the loop
    private void streamMayGoOn() {
        try {
            channel.wakeWaiters();
            if (word.isHome()) {
                work.advance();
            }
        } catch (RuntimeException e) {
            onFailure(e);
        }
    }

    @Override
    public void onFailure(Exception failure) {
        channel.service().events().connectionFailed(remoteAddress(), failure);
        if (word.isHome()) {
            close(true);
        } else {
            abortNow(word.number());
        }
    }

    @SuppressWarnings("CatchingUnchecked") // whatever it is ends this connection, never the loop
    private void timerFired() {
        try {
            if (!word.isHome()) {
                // The exchange sees to its own deadlines. What it leaves behind is due no earlier than this.
                deadline.lookAgainIn(channel.service().options().keepAliveTimeout());
            } else if (deadline.hasPassed()) {
                work.expired();
                if (word.state() != ConnectionWord.State.CLOSED) {
                    deadline.ensureArmed(channel.service().options().keepAliveTimeout());
                }
            }
        } catch (RuntimeException e) {
            onFailure(e);
        }
    }

    /** Closes the descriptor of a connection that is at home, once. */
    void close(boolean reset) {
        if (!word.close()) {
            return;
        }
        work.ended();
        deadline.cancel();
        if (exchangeTimer != null) {
            exchangeTimer.cancel();
        }
        channel.input().clear();
        Token registered = token;
        if (registered != null) {
            loop().forget(registered);
        }
        reactor.addSent(channel.output().takeSent());
        channel.output().discard();
        int lost = answersDue;
        answersDue = 0;
        loop().closeLater(reset ? channel.stream()::reset : channel.stream()::close);
        reactor.closed(this, refusing);
        if (lost > 0) {
            reactor.exchangesEnded(lost);
        }
    }

    // Hand-over.

    /**
     * A request has been read: gives the connection to an exchange.
     *
     * @return whether the exchange has ended already, so that the loop may go on with the connection
     */
    boolean start(DecodedHead head) throws IOException {
        lifetime.countRequest();
        long number = word.number() + 1;
        body = BodyDecoder.of(head, channel.service().options().headLimits());
        Http1Exchange started = new Http1Exchange(this, head, number, body);
        exchange = started;
        beginTimes(started);
        reactor.exchangeStarted();
        channel.begin(number);
        if (channel.service().runsOnLoop()) {
            word.handOut(number);
            started.run();
            return word.isHome();
        }
        channel.leaveLoop();
        word.handOut(number);
        channel.service().dispatcher().dispatch(started);
        return false;
    }

    private void beginTimes(Http1Exchange started) {
        if (channel.service().options().requestLimits().haveTimes()) {
            if (exchangeTimer == null) {
                exchangeTimer = new ExchangeTimer(loop(), channel.service());
            }
            exchangeTimer.begin(started);
        }
    }

    /**
     * The exchange has ended and nobody is inside it.
     *
     * @param ended the exchange
     * @param inLoop whether this is the loop, which has handed out the connection further up the stack; otherwise any thread
     */
    void release(Http1Exchange ended, boolean inLoop) {
        channel.input().endOfRequest();
        if (inLoop) {
            returned = ended;
            comeHome();
            return;
        }
        boolean nothingLeft = !ended.isOnLoop()
                && !ended.isReset()
                && !closeDue
                && body.isFinished()
                && !channel.input().hasOctets()
                && !channel.stream().input().isReady()
                && answersDue == 0
                && channel.output().isDrained();
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
        channel.output().end();
        deadline.laterIn(channel.service().options().keepAliveTimeout());
        if (!word.returnHome(ended.number())) {
            return false;
        }
        reactor.exchangesEnded(1);
        if (channel.service().isDraining()) {
            postHomecoming(ended.number());
        }
        return true;
    }

    private void postHomecoming(long number) {
        if (loop().post(homecoming)) {
            return;
        }
        int open = answersDue + (returned == null ? 0 : 1);
        if (word.closeAfterLoop(number)) {
            channel.output().discard();
            channel.stream().reset(); // the loop has ended: this was the last holder
            if (open > 0) {
                reactor.exchangesEnded(open);
            }
        }
    }

    /** The loop takes the connection back. */
    private final class Homecoming extends Task {
        @Override
        protected void run() {
            comeHome();
            if (word.isHome()) {
                answersHaveLeft();
                if (reactor.isStopped()) {
                    close(!channel.output().isDrained());
                } else {
                    work.drainIfIdle();
                    work.advance();
                }
            }
        }

        @Override
        protected void onFailure(Exception failure) {
            Http1Connection.this.onFailure(failure);
        }
    }

    /** Exchanges whose answers have left are no longer open. Called on the loop, with nothing gathered. */
    void answersHaveLeft() {
        int left = answersDue;
        if (left > 0 && channel.output().isDrained()) {
            answersDue = 0;
            reactor.exchangesEnded(left);
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
        answersDue++;
        reactor.addSent(channel.output().takeSent());
        reactor.addReceived(channel.input().takeReceived());
        if (ended.isReset()) {
            close(true);
        } else {
            work.goOnAfter(body, closeDue);
            body = BodyDecoder.none();
        }
    }

    /** The server starts to drain. Called on the loop. */
    void drain() {
        if (word.isHome()) {
            work.drainIfIdle();
            work.advance();
        }
    }

    /** The server stops: nothing is waited for. Called on the loop. */
    void stop() {
        if (word.isHome()) {
            close(!channel.output().isDrained()); // what the kernel has of the last answer still reaches the client
            return;
        }
        Http1Exchange current = exchange;
        if (current != null) {
            current.serverStopping();
        }
    }

    /** The server waits no longer for responses that have no end. Called on the loop. */
    void endStream() {
        Http1Exchange current = exchange;
        if (!word.isHome() && current != null) {
            current.endStream();
        }
    }

    /** The exchange that is out; {@code null} if there is none. Called on the loop. */
    @Nullable OpenExchange openExchange() {
        Http1Exchange current = exchange;
        return word.isHome() || current == null ? null : current.describe(loop().now());
    }

    /** Gives exchange {@code number} up, if it is still out. Any thread. */
    void requestAbort(long number) {
        loop().execute(() -> abortNow(number));
    }

    /** Gives exchange {@code number} up, if it is still out. Called on the loop. */
    void abortNow(long number) {
        if (word.abort(number)) {
            channel.stream().abort();
            channel.wakeWaiters();
        }
    }

    /** Whether nobody is left to answer: the client has reset the connection, or the server gives it up. */
    boolean isLost() {
        return word.state() == ConnectionWord.State.ABORTING
                || channel.stream().output().isEnding();
    }

    /** Whether there are too many connections, and this is one of those. */
    boolean isRefusing() {
        return refusing;
    }

    // What the exchange that is out needs.

    void launch(Dispatcher.Job job, boolean onLoop) {
        if (!onLoop) {
            channel.service().dispatcher().dispatch(job);
        } else if (!loop().execute(job)) {
            job.refused(new IOException("The event loop has ended"));
        }
    }

    boolean decideClose(boolean wanted) {
        closeDue = wanted
                || channel.service().isAnnouncing()
                || lifetime.isOver(loop().clock().nanoTime())
                || body.remainingInChunk()
                        > channel.service().options().requestLimits().discardable();
        return closeDue;
    }

    // Parts.

    EventLoop loop() {
        return reactor.loop();
    }

    boolean isHome() {
        return word.isHome();
    }

    /** Has the loop go on with this connection when the others have had their turn; once, however often this is asked. */
    void goOnLater() {
        if (turn == null) {
            turn = new Turn(loop(), this::goOn, this::onFailure);
        }
        turn.ask();
    }

    private void goOn() {
        if (word.isHome()) {
            work.advance();
        }
    }

    int index() {
        return index;
    }

    void index(int newIndex) {
        index = newIndex;
    }

    Http1Channel channel() {
        return channel;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public SocketAddress remoteAddress() {
        return channel.stream().remoteAddress();
    }

    @Override
    public SocketAddress localAddress() {
        return channel.stream().localAddress();
    }

    @Override
    public boolean isSecure() {
        return channel.stream().isSecure();
    }

    @Override
    public @Nullable SSLSession tlsSession() {
        return channel.stream().tlsSession();
    }

    @Override
    public ConnectionInfo direct() {
        Stream direct = channel.stream().direct();
        return direct.equals(channel.stream()) ? this : new DirectConnection(this, direct);
    }
}
