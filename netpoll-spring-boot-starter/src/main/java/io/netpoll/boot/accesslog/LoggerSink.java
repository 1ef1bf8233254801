package io.netpoll.boot.accesslog;

import org.slf4j.Logger;

/** Writes entries to a logger, at level INFO. */
record LoggerSink(Logger logger) implements EntrySink {

    @Override
    public void write(String line) {
        logger.info("{}", line);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
