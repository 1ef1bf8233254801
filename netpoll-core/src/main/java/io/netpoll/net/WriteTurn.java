package io.netpoll.net;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Whose turn it is to make records and send them: the writer's, or the reader's when what it has read must be answered (a
 * KeyUpdate, RFC 8446 §4.6.3). One word, without any I/O; there is at most one writer and one reader.
 *
 * <pre>
 *   FREE            ──beginWrite──▶ WRITING
 *   WRITING         ──endWrite────▶ FREE
 *   WRITING         ──beginAnswer─▶ WRITING_DUE      the reader does not wait: the writer answers on its way out
 *   WRITING_DUE     ──endWrite────▶ WRITING          and is told so
 *   WRITING, WRITING_DUE ──leaveWrite─▶ FREE         the writer has failed, and with it whatever was due
 *   FREE            ──beginAnswer─▶ ANSWERING
 *   ANSWERING       ──beginWrite──▶ ANSWERING_WAITED the writer would block
 *   ANSWERING, ANSWERING_WAITED ──endAnswer─▶ FREE   the writer who waits has to be resumed
 * </pre>
 */
final class WriteTurn {

    private static final int FREE = 0;
    private static final int WRITING = 1;
    private static final int WRITING_DUE = 2;
    private static final int ANSWERING = 3;
    private static final int ANSWERING_WAITED = 4;
    private static final VarHandle WORD;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(WriteTurn.class, "word", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // read and written through WORD
    private volatile int word = FREE;

    WriteTurn() {}

    /** Whether {@link #beginWrite} would be granted now. */
    boolean isFree() {
        return word == FREE;
    }

    /**
     * The writer wants to write.
     *
     * @return whether it may; if not, it is resumed when {@link #endAnswer} says so
     */
    boolean beginWrite() {
        while (true) {
            if (change(FREE, WRITING)) {
                return true;
            }
            if (word == ANSWERING_WAITED || change(ANSWERING, ANSWERING_WAITED)) {
                return false;
            }
            // The reader left between the two attempts.
        }
    }

    /**
     * The writer leaves.
     *
     * @return whether it may; if not, it has an answer to send and then to leave again
     */
    boolean endWrite() {
        if (change(WRITING, FREE)) {
            return true;
        }
        word = WRITING;
        return false;
    }

    /** The writer cannot answer, because writing fails, and leaves all the same. */
    void leaveWrite() {
        word = FREE;
    }

    /**
     * The reader has something to answer.
     *
     * @return whether it does so itself; if not, the writer does
     */
    boolean beginAnswer() {
        while (true) {
            if (change(FREE, ANSWERING)) {
                return true;
            }
            if (word == WRITING_DUE || change(WRITING, WRITING_DUE)) {
                return false;
            }
            // The writer left between the two attempts.
        }
    }

    /**
     * The reader has answered.
     *
     * @return whether a writer waits and has to be resumed
     */
    boolean endAnswer() {
        return (int) WORD.getAndSet(this, FREE) == ANSWERING_WAITED;
    }

    private boolean change(int from, int to) {
        return WORD.compareAndSet(this, from, to);
    }
}
