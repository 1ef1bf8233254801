package io.netpoll.http1.codec;

/**
 * How much a client may send as a head, and as a trailer section.
 *
 * @param maxHeadSize octets from the request line to the empty line, both included; also the most a trailer section may have
 * @param maxHeaderCount field lines in a head or a trailer section
 */
public record HeadLimits(int maxHeadSize, int maxHeaderCount) {

    /** Checks that both are positive. */
    public HeadLimits {
        if (maxHeadSize < 1 || maxHeaderCount < 1) {
            throw new IllegalArgumentException("Limits must be positive: " + maxHeadSize + ", " + maxHeaderCount);
        }
    }
}
