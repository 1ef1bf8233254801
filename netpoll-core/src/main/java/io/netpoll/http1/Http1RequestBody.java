package io.netpoll.http1;

import io.netpoll.http.Headers;
import io.netpoll.http.RequestBody;
import io.netpoll.http1.codec.BodyDecoder;
import io.netpoll.http1.codec.BodyFraming;
import io.netpoll.http1.codec.DecodedHead;
import io.netpoll.http1.codec.ProtocolException;
import io.netpoll.http1.codec.Violation;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The content of one request, read by whoever owns the input of the connection. */
final class Http1RequestBody implements RequestBody {

    private final Http1Exchange exchange;
    private final ExchangeIo io;
    private final Http1Input input;
    private BodyDecoder decoder;
    private long length;
    private boolean continueDue;
    private @Nullable IOException failure;
    private Patience patience;
    private long received;

    Http1RequestBody(Http1Exchange exchange, ExchangeIo io, DecodedHead head, Http1Input input, BodyDecoder decoder) {
        this.exchange = exchange;
        this.io = io;
        this.input = input;
        this.decoder = decoder;
        this.patience = io.readingPatience();
        this.continueDue = head.expectsContinue();
        this.length = head.bodyFraming() == BodyFraming.CHUNKED ? -1 : Math.max(0, head.contentLength());
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public boolean isFinished() {
        return decoder.isFinished();
    }

    /** From here on the content is whatever comes, until the connection ends. */
    void upgrade() {
        patience = io.endlessPatience();
        decoder = BodyDecoder.raw();
        length = -1;
    }

    /** Whether the client may still be waiting for a 100 (Continue) before it sends anything. */
    boolean isContinueDue() {
        return continueDue;
    }

    /** Why the rest cannot be read any more: its framing is broken or its client stopped. {@code null} if it can. */
    @Nullable IOException failure() {
        return failure;
    }

    /** The octets of content that have been read. */
    long received() {
        return received;
    }

    @Override
    public int available() {
        return (int) Math.min(input.available(), decoder.remainingInChunk());
    }

    @Override
    public int read(byte[] target, int offset, int count) throws IOException {
        io.requireMayBlock();
        Objects.checkFromIndexSize(offset, count, target.length);
        if (decoder.isFinished()) {
            return -1;
        }
        // The permit is held while waiting too: the end of the exchange has to find whoever waits.
        io.enterInput();
        try {
            int read = count == 0 ? 0 : readInside(target, offset, count);
            while (read == Http1Input.NOTHING_YET && count > 0) {
                io.awaitInput(this, patience, received);
                read = readInside(target, offset, count);
            }
            return read;
        } finally {
            io.exitInput();
        }
    }

    @Override
    public int tryRead(byte[] target, int offset, int count) throws IOException {
        Objects.checkFromIndexSize(offset, count, target.length);
        if (decoder.isFinished()) {
            return -1;
        }
        io.enterInput();
        try {
            return count == 0 ? 0 : readInside(target, offset, count);
        } finally {
            io.exitInput();
        }
    }

    private int readInside(byte[] target, int offset, int count) throws IOException {
        if (failure != null) {
            throw failure;
        }
        try {
            if (continueDue) {
                continueDue = false;
                io.sendContinue();
            }
            int read = input.read(decoder, target, offset, count);
            received += Math.max(0, read);
            if (length < 0 && exchange.isTooLarge(received)) {
                throw new ProtocolException(Violation.CONTENT_TOO_LARGE);
            }
            return read;
        } catch (ProtocolException e) {
            throw rejected(e.violation(), e);
        } catch (IncompleteContentException e) {
            throw rejected(Violation.CONTENT_INCOMPLETE, e);
        } catch (IOException e) {
            throw failed(io.explain(e));
        }
    }

    /** Too little came for too long. */
    IOException stalled(Expiry expiry) {
        return rejected(Violation.REQUEST_TIMEOUT, StalledException.reading(expiry));
    }

    /** The client broke the protocol or was too slow. The first failure is the last: later reads meet it again. */
    private IOException rejected(Violation violation, IOException e) {
        exchange.requestBroken(violation);
        return failed(e);
    }

    private IOException failed(IOException e) {
        failure = e;
        exchange.noteFailure(e);
        return e;
    }

    @Override
    public void onReadable(Runnable task) {
        if (isFinished() || available() > 0) {
            exchange.execute(task); // the connection may have nothing more to tell
        } else {
            exchange.onInput(patience, received, task);
        }
    }

    @Override
    public Headers trailers() {
        return decoder.trailers();
    }
}
