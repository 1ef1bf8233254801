package io.netpoll.reactor;

/**
 * What a wait reported about one descriptor. It is a hint: the result of the system call that follows decides.
 *
 * <p>A loop has one event object and fills it again for the next callback; it is valid only during
 * {@link EventHandler#onEvent}.
 */
public final class Event {

    static final int READABLE = 1;
    static final int WRITABLE = 2;
    static final int PEER_CLOSED = 4;
    static final int HUNG_UP = 8;
    static final int FAILED = 16;

    private Token token = new Token(-1);
    private int ready;

    Event() {}

    void fill(Token token, int ready) {
        this.token = token;
        this.ready = ready;
    }

    /** Which registration this is about. */
    public Token token() {
        return token;
    }

    /** Whether a read would not block. */
    public boolean isReadable() {
        return (ready & READABLE) != 0;
    }

    /** Whether a write would not block. */
    public boolean isWritable() {
        return (ready & WRITABLE) != 0;
    }

    /** Whether the peer has shut down its sending side; bytes it sent before may still wait to be read. */
    public boolean isPeerClosed() {
        return (ready & PEER_CLOSED) != 0;
    }

    /** Whether both directions have ended; bytes received before may still wait to be read. */
    public boolean isHungUp() {
        return (ready & HUNG_UP) != 0;
    }

    /** Whether the descriptor has an error to report. */
    public boolean isFailed() {
        return (ready & FAILED) != 0;
    }

    @Override
    public String toString() {
        return token
                + (isReadable() ? " readable" : "")
                + (isWritable() ? " writable" : "")
                + (isPeerClosed() ? " peer closed" : "")
                + (isHungUp() ? " hung up" : "")
                + (isFailed() ? " failed" : "");
    }
}
