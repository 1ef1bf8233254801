package io.netpoll.http1;

import io.netpoll.net.FileRegion;
import io.netpoll.net.Stream;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What leaves on a connection, in order. Used by whoever owns the direction: a thread that may wait, or the loop, for which
 * what the connection does not take is kept.
 */
final class Http1Output {

    private final Stream stream;
    private final Waiter waiter;
    private final long timeout;
    private final Consumer<Expiry> expiries;
    private MinimumRate rate = new MinimumRate(0, 0);
    private long sentBefore;
    private byte @Nullable [] rest;
    private int restPosition;
    private long sent;
    private long total;

    /**
     * The output of one connection.
     *
     * @param timeout how long {@link #write} waits for the client, ns
     * @param expiries is told when it has waited for long enough
     */
    Http1Output(Stream stream, Waiter waiter, long timeout, Consumer<Expiry> expiries) {
        this.stream = stream;
        this.waiter = waiter;
        this.timeout = timeout;
        this.expiries = expiries;
    }

    /** An exchange begins, with a rate of its own. */
    void begin(MinimumRate newRate) {
        rate = newRate;
        sentBefore = total;
    }

    /** Whether nothing is kept. */
    boolean isDrained() {
        return rest == null;
    }

    /** The octets sent since this was asked last. */
    long takeSent() {
        long taken = sent;
        sent = 0;
        return taken;
    }

    /**
     * Sends octets, waiting while the client does not read.
     *
     * @param more whether another write follows at once
     * @throws StalledException if the client does not read for longer than the timeout
     */
    void write(byte[] octets, int offset, int length, boolean more) throws IOException {
        while (!flush()) {
            await();
        }
        int end = offset + length;
        for (int from = offset; from < end; ) {
            int written = stream.write(octets, from, end - from, more);
            if (written == Stream.WOULD_BLOCK) {
                await();
            } else {
                from += written;
                sent(written);
            }
        }
    }

    /** Sends a part of a file, waiting while the client does not read. */
    void write(FileRegion region) throws IOException {
        while (!flush()) {
            await();
        }
        while (region.remaining() > 0) {
            int written = stream.transfer(region);
            if (written == Stream.WOULD_BLOCK) {
                await();
            } else {
                sent(written);
            }
        }
    }

    private void await() throws IOException {
        Expiry expiry = waiter.park(timeout, rate, total - sentBefore);
        if (expiry != null) {
            expiries.accept(expiry);
            throw StalledException.writing(expiry);
        }
    }

    private void sent(int octets) {
        sent += octets;
        total += octets;
    }

    /**
     * Sends what the connection takes now and keeps a copy of the rest.
     *
     * @return whether nothing had to be kept
     */
    boolean offer(byte[] octets, int offset, int length) throws IOException {
        if (rest != null) {
            keepBehind(octets, offset, length);
            return flush();
        }
        int end = offset + length;
        for (int from = offset; from < end; ) {
            int written = stream.write(octets, from, end - from, false);
            if (written == Stream.WOULD_BLOCK) {
                rest = Arrays.copyOfRange(octets, from, end);
                restPosition = 0;
                return false;
            }
            from += written;
            sent(written);
        }
        return true;
    }

    /**
     * Sends what is kept, as far as the connection takes it now.
     *
     * @return whether nothing is left
     */
    boolean flush() throws IOException {
        byte[] octets = rest;
        if (octets == null) {
            return true;
        }
        while (restPosition < octets.length) {
            int written = stream.write(octets, restPosition, octets.length - restPosition, false);
            if (written == Stream.WOULD_BLOCK) {
                return false;
            }
            restPosition += written;
            sent(written);
        }
        rest = null;
        return true;
    }

    private void keepBehind(byte[] octets, int offset, int length) {
        byte[] kept = rest == null ? new byte[0] : rest;
        int pending = kept.length - restPosition;
        byte[] joined = new byte[pending + length];
        System.arraycopy(kept, restPosition, joined, 0, pending);
        System.arraycopy(octets, offset, joined, pending, length);
        rest = joined;
        restPosition = 0;
    }
}
