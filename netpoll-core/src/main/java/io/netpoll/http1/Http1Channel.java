package io.netpoll.http1;

import io.netpoll.http.RequestHead;
import io.netpoll.http.ResponseHead;
import io.netpoll.http1.codec.OctetBuffer;
import io.netpoll.http1.codec.ResponseEncoder;
import io.netpoll.http1.codec.ResponseFraming;
import io.netpoll.net.Stream;
import io.netpoll.reactor.EventLoop;
import java.io.IOException;

/**
 * What goes with a connection when the loop hands it out: the stream with both directions, each with its permit and whoever
 * waits for it. Whoever owns the connection, or a direction of it, may use this.
 */
final class Http1Channel {

    private final Http1Reactor reactor;
    private final Http1Service service;
    private final Stream stream;
    private final Permit inputPermit = new Permit();
    private final Permit outputPermit = new Permit();
    private final Waiter inputWaiter;
    private final Waiter outputWaiter;
    private final Http1Input input;
    private final Http1Output output;

    Http1Channel(Http1Reactor reactor, Stream stream) {
        this.reactor = reactor;
        this.service = reactor.service();
        this.stream = stream;
        this.inputWaiter = new Waiter(stream.input());
        this.outputWaiter = new Waiter(stream.output());
        this.input = new Http1Input(stream);
        this.output = new Http1Output(stream, outputWaiter, service);
    }

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

    Http1Output output() {
        return output;
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

    /** Opens both directions for an exchange. Called on the loop. */
    void begin(long number) {
        output.begin(Patience.writing(service.options()));
        inputPermit.begin(number);
        outputPermit.begin(number);
    }

    void expired(Expiry expiry) {
        service.events().expired(stream.remoteAddress(), expiry);
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

    /** Called on the loop before another thread may use the channel: nothing of it stays in the loop's buffers. */
    void leaveLoop() throws IOException {
        input.leave(reactor.buffer());
        sendGathered();
        reactor.addReceived(input.takeReceived());
    }

    void encodeHead(
            OctetBuffer out,
            RequestHead request,
            ResponseHead response,
            ResponseFraming framing,
            long length,
            boolean close) {
        byte[] dateLine = service.dateLine();
        ResponseEncoder.head(
                out,
                request,
                response,
                framing,
                length,
                close,
                dateLine,
                service.options().serverLine());
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

    /**
     * Called on the loop: sends what has been gathered.
     *
     * @return whether nothing is kept
     */
    boolean sendGathered() throws IOException {
        OctetBuffer gathered = reactor.gathered();
        if (gathered.length() == 0) {
            return output.isDrained();
        }
        try {
            return output.offer(gathered.array(), 0, gathered.length());
        } finally {
            gathered.clear();
            reactor.addSent(output.takeSent());
        }
    }
}
