package io.netpoll.http1;

import io.netpoll.http.BlockingWork;
import io.netpoll.net.FileRegion;
import io.netpoll.net.Stream;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What leaves on a connection, in order. Used by whoever owns the direction: a thread that may wait, or the loop, for which
 * what the connection does not take is kept.
 */
final class Http1Output {

    private final Stream stream;
    private final Waiter waiter;
    private final Http1Service service;
    private Patience patience;
    private byte @Nullable [] rest;
    private int restPosition;

    /** The loop waits for room since {@link #waitingSince}. */
    private boolean waiting;

    private long waitingSince;
    private long sent;
    private long moved;

    /** The output of one connection. */
    Http1Output(Stream stream, Waiter waiter, Http1Service service) {
        this.stream = stream;
        this.waiter = waiter;
        this.service = service;
        this.patience = service.unusedPatience();
    }

    /** An exchange begins, with a patience of its own. */
    void begin(Patience newPatience) {
        patience = newPatience;
        moved = 0;
    }

    /** The exchange has ended and all it had to send has left. */
    void end() {
        patience = service.unusedPatience();
    }

    /** How long the client is waited for to take this exchange's response. */
    Patience patience() {
        return patience;
    }

    /** How many octets of this exchange's response have left. */
    long moved() {
        return moved;
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
            int written = BlockingWork.<Integer, IOException>call(() -> stream.transfer(region));
            if (written == Stream.WOULD_BLOCK) {
                await();
            } else {
                sent(written);
            }
        }
    }

    private void await() throws IOException {
        Expiry expiry = waiter.park(service.clock(), patience, moved);
        if (expiry != null) {
            service.events().expired(stream.remoteAddress(), expiry);
            throw StalledException.writing(expiry);
        }
    }

    private void sent(int octets) {
        sent += octets;
        moved += octets;
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
                keep(Arrays.copyOfRange(octets, from, end));
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
            service.addPending(-written);
            sent(written);
        }
        rest = null;
        return true;
    }

    private void keep(byte[] octets) {
        rest = octets;
        restPosition = 0;
        service.addPending(octets.length);
    }

    private void keepBehind(byte[] octets, int offset, int length) {
        byte[] kept = rest == null ? new byte[0] : rest;
        int pending = kept.length - restPosition;
        byte[] joined = new byte[pending + length];
        System.arraycopy(kept, restPosition, joined, 0, pending);
        System.arraycopy(octets, offset, joined, pending, length);
        service.addPending(-pending);
        keep(joined);
    }

    /** The connection ends: what is kept will not leave any more. */
    void discard() {
        byte[] octets = rest;
        if (octets != null) {
            service.addPending(restPosition - octets.length);
            rest = null;
        }
    }

    /** Whether the loop waits for room. */
    boolean isWaiting() {
        return waiting;
    }

    /**
     * The loop waits for the client to take what is kept, or goes on waiting after the client has taken a part.
     *
     * @return how long it may take, ns
     */
    long waitForRoom(long now) {
        roomCame(now);
        waiting = true;
        waitingSince = now;
        return patience.next(moved);
    }

    /** The loop need not wait any more, for the time being. */
    void roomCame(long now) {
        if (waiting) {
            waiting = false;
            patience.waited(now - waitingSince);
        }
    }

    /** The loop could not look while it waited: the time does not count. */
    void forgive(long now) {
        waitingSince = now;
    }

    /** Why the loop has waited for long enough. */
    Expiry expiry() {
        return patience.expiry();
    }
}
