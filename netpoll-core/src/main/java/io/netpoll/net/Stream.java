package io.netpoll.net;

import java.io.IOException;
import java.net.SocketAddress;

/**
 * A connection of octets in both directions, never blocking. Each direction has one owner at a time, and the two may be
 * different threads; {@link #close} and {@link #reset} belong to the loop the stream lives on.
 */
public interface Stream {

    /** Answered by a read at the end of the peer's octets. */
    int EOF = -1;

    /** Answered by a call that would have to wait for its own direction. */
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

    /** The readiness of reads. */
    Readiness input();

    /** The readiness of writes. */
    Readiness output();

    /** Tells the peer that nothing more will be sent (a FIN); reads go on. Only the loop calls this. */
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

    /** The peer's address. */
    SocketAddress remoteAddress();

    /** Our own address. */
    SocketAddress localAddress();

    /** The descriptor, for registering. */
    int fd();
}
