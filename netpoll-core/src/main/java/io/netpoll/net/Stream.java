package io.netpoll.net;

import java.io.IOException;
import java.net.SocketAddress;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * A connection of octets in both directions, never blocking. Each direction has one owner at a time, and the two may be
 * different threads; {@link #close} and {@link #reset} belong to the loop the stream lives on.
 */
public interface Stream {

    /** What has to come before octets can be exchanged. */
    enum Preliminary {
        /** Nothing, or nothing any more. */
        NONE,
        /** A header of the PROXY protocol. */
        PROXY_HEADER,
        /** A TLS handshake. */
        TLS_HANDSHAKE
    }

    /** Answered by a read at the end of the peer's octets. */
    int EOF = -1;

    /**
     * Answered by a call that would have to wait. A write that was answered so has to be offered the same octets again: some
     * of them may be on their way.
     */
    int WOULD_BLOCK = -2;

    /**
     * Reads what is there.
     *
     * @return how many octets, {@link #EOF} or {@link #WOULD_BLOCK}
     * @throws PeerGoneException if the peer has reset the connection
     * @throws IOException if the connection failed otherwise
     */
    int read(byte[] target, int offset, int length) throws IOException;

    /**
     * Writes as much as the connection takes now.
     *
     * @param more whether another write follows at once, so that the kernel may wait with a segment that is not full
     * @return how many octets, or {@link #WOULD_BLOCK}
     * @throws PeerGoneException if the peer is gone
     * @throws IOException if the connection failed otherwise
     */
    int write(byte[] source, int offset, int length, boolean more) throws IOException;

    /**
     * Sends as much of a file as the connection takes now. May wait for a disk, so never on a loop.
     *
     * @return how many octets, or {@link #WOULD_BLOCK}
     * @throws PeerGoneException if the peer is gone
     * @throws java.io.EOFException if the file is shorter than the region
     * @throws IOException if the connection or the file failed otherwise
     */
    int transfer(FileRegion region) throws IOException;

    /** What has to come next before octets can be exchanged. Only the loop calls this. */
    default Preliminary preliminary() {
        return Preliminary.NONE;
    }

    /**
     * Goes on with what has to be done before octets can be exchanged: {@link #preliminary}. Only the loop calls this: first,
     * and again whenever either direction may go on, until it answers {@code true}.
     *
     * @return whether octets can be exchanged now
     * @throws ProxyHeaderException if the stream has to begin with a header of the PROXY protocol and does not; the peer has
     *     been told nothing, and what is left is {@link #reset}
     * @throws HandshakeException if it failed; the client has been told, what is left is {@link #shutdownOutput} and, until
     *     the peer closes too, reads whose octets mean nothing
     * @throws IOException if the connection failed
     */
    default boolean handshake() throws IOException {
        return true;
    }

    /**
     * Sets what is called, on any thread, when a call that would have blocked may go on although no event says so. Set once,
     * before the first call.
     */
    default void onProgress(Runnable task) {}

    /**
     * The TLS session, once octets can be exchanged; {@code null} if the octets travel in the clear. Any thread.
     */
    default @Nullable SSLSession tlsSession() {
        return null;
    }

    /** Whether nobody but the peer can read and change the octets. Any thread. */
    default boolean isSecure() {
        return false;
    }

    /** Whether the end that a read has met may be somebody else's doing than the peer's (RFC 8446 §6.1). Any thread. */
    default boolean isTruncated() {
        return false;
    }

    /** The readiness of reads. */
    Readiness input();

    /** The readiness of writes. */
    Readiness output();

    /** Tells the peer that nothing more will be sent (a FIN, after close_notify on TLS); reads go on. Only the loop calls this. */
    void shutdownOutput();

    /**
     * Ends the connection so that the peer sees a reset, and keeps the descriptor: callers of read and write find out at
     * once, and never reach anything else. Only the loop calls this.
     */
    void abort();

    /** Closes the descriptor in an orderly way. Called once for a stream, instead of {@link #reset}. */
    void close();

    /** Closes the descriptor so that the peer sees a reset, not an end. Called once for a stream, instead of {@link #close}. */
    void reset();

    /** The peer's address, or that of its client if a header of the PROXY protocol has named one. Any thread. */
    SocketAddress remoteAddress();

    /** Our own address, or the one that client has connected to. Any thread. */
    SocketAddress localAddress();

    /** The stream whose addresses are the socket's, whatever a header says: this one, unless there was one. For its addresses only. */
    default Stream direct() {
        return this;
    }

    /** The descriptor, for registering. */
    int fd();
}
