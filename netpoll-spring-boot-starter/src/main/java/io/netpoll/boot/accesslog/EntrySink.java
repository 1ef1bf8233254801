package io.netpoll.boot.accesslog;

import java.io.IOException;

/** Where entries go. Used by one thread. */
interface EntrySink extends AutoCloseable {

    /**
     * Takes an entry.
     *
     * @param line without a line end
     * @throws IOException if it could not be written, and is lost
     */
    void write(String line) throws IOException;

    /** Sees to it that what was written can be read. */
    void flush() throws IOException;

    @Override
    void close() throws IOException;
}
