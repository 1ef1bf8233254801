package io.netpoll.net;

/**
 * A header of the PROXY protocol on its way in, in one of its two forms. Takes octet by octet, and no octet more once
 * {@link #wanted} is 0. Without any I/O; used by one thread.
 */
sealed interface ProxyHeaderForm permits ProxyHeaderLine, ProxyHeaderBlock {

    /**
     * How many octets are sure to come before the header ends: who reads as many, and no more, never takes what follows the
     * header. 0 when the header is complete.
     */
    int wanted();

    /**
     * Takes the next octet.
     *
     * @throws ProxyHeaderException if no header can go on like this
     */
    void add(byte octet) throws ProxyHeaderException;

    /** What the header says; only when it is complete. */
    ProxyHeader header();
}
