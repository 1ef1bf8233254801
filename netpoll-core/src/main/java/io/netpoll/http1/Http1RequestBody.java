package io.netpoll.http1;

import io.netpoll.http.Headers;
import io.netpoll.http.RequestBody;
import io.netpoll.http1.codec.BodyDecoder;
import io.netpoll.http1.codec.BodyFraming;
import io.netpoll.http1.codec.DecodedHead;
import io.netpoll.http1.codec.ProtocolException;
import io.netpoll.http1.codec.Violation;
import java.io.EOFException;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The content of one request, read by whoever owns the input of the connection. */
final class Http1RequestBody implements RequestBody {

    private final Http1Exchange exchange;
    private final Http1Input input;
    private BodyDecoder decoder;
    private long length;
    private boolean continueDue;
    private @Nullable IOException failure;
    private MinimumRate rate;
    private long received;

    Http1RequestBody(Http1Exchange exchange, DecodedHead head, Http1Input input, BodyDecoder decoder) {
        this.exchange = exchange;
        this.input = input;
        this.decoder = decoder;
        this.rate = exchange.newRate();
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
        rate = new MinimumRate(0, 0);
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
        exchange.requireMayBlock();
        Objects.checkFromIndexSize(offset, count, target.length);
        if (decoder.isFinished()) {
            return -1;
        }
        // The permit is held while waiting too: the end of the exchange has to find whoever waits.
        exchange.enterInput();
        try {
            int read = count == 0 ? 0 : readInside(target, offset, count);
            while (read == Http1Input.NOTHING_YET && count > 0) {
                exchange.awaitInput(this, rate, received);
                read = readInside(target, offset, count);
            }
            return read;
        } finally {
            exchange.exitInput();
        }
    }

    @Override
    public int tryRead(byte[] target, int offset, int count) throws IOException {
        Objects.checkFromIndexSize(offset, count, target.length);
        if (decoder.isFinished()) {
            return -1;
        }
        exchange.enterInput();
        try {
            return count == 0 ? 0 : readInside(target, offset, count);
        } finally {
            exchange.exitInput();
        }
    }

    private int readInside(byte[] target, int offset, int count) throws IOException {
        if (failure != null) {
            throw failure;
        }
        try {
            if (continueDue) {
                continueDue = false;
                exchange.sendContinue();
            }
            int read = input.read(decoder, target, offset, count);
            received += Math.max(0, read);
            if (length < 0 && exchange.isTooLarge(received)) {
                throw new ProtocolException(Violation.CONTENT_TOO_LARGE);
            }
            return read;
        } catch (ProtocolException e) {
            exchange.requestBroken(e.violation());
            throw failed(e);
        } catch (EOFException e) {
            throw failed(e);
        } catch (IOException e) {
            throw failed(exchange.explain(e));
        }
    }

    /** Too little came for too long. */
    IOException stalled(Expiry expiry) {
        return failed(StalledException.reading(expiry));
    }

    private IOException failed(IOException e) {
        failure = e;
        exchange.noteFailure(e);
        return e;
    }

    @Override
    public void onReadable(Runnable task) {
        exchange.onInput(task);
    }

    @Override
    public Headers trailers() {
        return decoder.trailers();
    }
}
