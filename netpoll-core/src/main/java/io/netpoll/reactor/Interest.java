package io.netpoll.reactor;

/**
 * What to be told about a descriptor. The end of the peer's sending side is reported with readability when
 * {@link #peerClosed} is asked for; errors and hang-ups are always reported (epoll_ctl(2)).
 *
 * @param readable whether to report that a read would not block
 * @param writable whether to report that a write would not block
 * @param peerClosed whether to report that a stream's peer has shut down its sending side
 * @param edgeTriggered whether to report changes only, not states
 * @param oneShot whether to report once, until {@link EventLoop#modify} asks again
 */
public record Interest(boolean readable, boolean writable, boolean peerClosed, boolean edgeTriggered, boolean oneShot) {

    /** Reads, level-triggered. */
    public static final Interest READABLE = new Interest(true, false, false, false, false);

    /** Writes, level-triggered. */
    public static final Interest WRITABLE = new Interest(false, true, false, false, false);

    /** Both directions, level-triggered. */
    public static final Interest BOTH = new Interest(true, true, false, false, false);

    /** The same interest, edge-triggered. */
    public Interest edge() {
        return new Interest(readable, writable, peerClosed, true, oneShot);
    }

    /** The same interest, level-triggered. */
    public Interest level() {
        return new Interest(readable, writable, peerClosed, false, oneShot);
    }

    /** The same interest, for one report only. */
    public Interest once() {
        return new Interest(readable, writable, peerClosed, edgeTriggered, true);
    }

    /** The same interest, and in the end of the peer's sending side. */
    public Interest withPeerClosed() {
        return new Interest(readable, writable, true, edgeTriggered, oneShot);
    }
}
