package io.netpoll.http;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * Takes a response: either whole, with {@link #send}, or as {@link #start}, any number of writes, {@link #finish}.
 *
 * <p>The sink frames the content: a known length as {@code Content-Length}, an unknown one chunked or, for HTTP/1.0, ended
 * by the connection's close. For HEAD, 204 and 304 content is counted but not sent (RFC 9110 §9.3.2, §15.3.5, §15.4.5).
 * One thread at a time writes.
 */
public interface ResponseSink {

    /** Stands for a length that is not known when the response starts. */
    long UNKNOWN_LENGTH = -1;

    /** Whether a final head has been handed over, so that status and fields can no longer change. */
    boolean isCommitted();

    /**
     * Sends a whole response and finishes it.
     *
     * @param head status and fields
     * @param content holds the content; may be reused after the call
     * @throws IOException if the client is gone or did not read for longer than the write timeout
     * @throws IllegalStateException if a response has been started, or the exchange has ended
     */
    void send(ResponseHead head, byte[] content, int offset, int length) throws IOException;

    /**
     * Starts a response. The head leaves with the first octets of content, or with {@link #flush} or {@link #finish}.
     *
     * @param head status and fields
     * @param length the exact number of octets that will be written, or {@link #UNKNOWN_LENGTH}
     * @throws IllegalStateException if a response has been started, or the exchange has ended
     */
    void start(ResponseHead head, long length) throws IOException;

    /**
     * Writes content, waiting while the client does not read.
     *
     * @throws IOException if the client is gone, did not read for longer than the write timeout, or more is written than
     *     the declared length: then exactly the declared octets leave
     * @throws IllegalStateException on an event loop's thread, before {@link #start}, or after the end
     */
    void write(byte[] content, int offset, int length) throws IOException;

    /**
     * Writes a part of a file as content, with sendfile(2) where the connection allows it. Waits for the client and for the
     * disk.
     *
     * @param file an existing file
     * @param position where the part begins, in octets
     * @param count how many octets it has
     * @throws IOException as {@link #write}, and if the file cannot be opened or ends before that: what there is has left then
     * @throws IllegalStateException as {@link #write}, and if the response was started with another than a known length, or
     *     has no room for so many octets
     */
    void sendFile(Path file, long position, long count) throws IOException;

    /**
     * Writes content without waiting. All of it is taken; what the connection cannot take now is kept, in a copy, and sent
     * when it can.
     *
     * @return whether more is welcome; if not, {@link #onWritable} tells when it is
     * @throws IOException as {@link #write}
     * @throws IllegalStateException if more was not welcome, before {@link #start}, or after the end
     */
    boolean tryWrite(byte[] content, int offset, int length) throws IOException;

    /** Whether {@link #tryWrite} may be called: nothing that was taken earlier is still waiting for the client. */
    boolean isWritable();

    /**
     * Runs a task once when {@link #isWritable} has become true, or the connection has failed. It runs as a task of
     * {@link Exchange#execute}, on the loop for a handler that runs there. At most one task may wait.
     *
     * @throws IllegalStateException if a task waits already or the exchange is not detached
     */
    void onWritable(Runnable task);

    /** Sends what has been handed over so far, the head included. */
    void flush() throws IOException;

    /**
     * Sets the fields that follow a chunked response (RFC 9110 §6.5). They are dropped where the framing has no room for
     * them.
     *
     * @param trailers asked at {@link #finish}
     */
    void trailers(Supplier<? extends Headers> trailers);

    /**
     * Ends the content.
     *
     * @throws IOException if the client is gone, or fewer octets were written than declared: what there is has left and the
     *     connection will be aborted
     */
    void finish() throws IOException;
}
