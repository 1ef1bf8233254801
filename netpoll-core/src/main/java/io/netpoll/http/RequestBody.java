package io.netpoll.http;

import java.io.IOException;

/**
 * The content of a request. Only what is asked for is read from the connection: a handler that does not read holds its
 * client back. One thread at a time reads.
 */
public interface RequestBody {

    /** The length in octets as the client declared it: 0 without content, −1 if it is not known before the end. */
    long length();

    /** Whether the end has been reached. */
    boolean isFinished();

    /** How many octets can be read without waiting, as far as known; 0 may mean that nothing has come yet. */
    int available();

    /**
     * Reads, waiting until there is something. The first call answers {@code Expect: 100-continue}.
     *
     * @return how many octets were read, at least 1 if {@code length} is; −1 at the end
     * @throws IOException if the client is gone, broke the framing, or sent nothing for longer than the body timeout
     * @throws IllegalStateException on an event loop's thread, which must not wait, or after the exchange has ended
     */
    int read(byte[] target, int offset, int length) throws IOException;

    /**
     * Reads what is there, without waiting. The first call answers {@code Expect: 100-continue}.
     *
     * @return how many octets were read; 0 if there is nothing now; −1 at the end
     * @throws IOException as {@link #read}
     */
    int tryRead(byte[] target, int offset, int length) throws IOException;

    /**
     * Runs a task once when {@link #tryRead} would not answer 0. It runs as a task of {@link Exchange#execute}, on the loop
     * for a handler that runs there. At most one task may wait.
     *
     * @throws IllegalStateException if a task waits already or the exchange is not detached
     */
    void onReadable(Runnable task);

    /** The trailer fields (RFC 9110 §6.5), empty before the end has been read or if there are none. */
    Headers trailers();
}
