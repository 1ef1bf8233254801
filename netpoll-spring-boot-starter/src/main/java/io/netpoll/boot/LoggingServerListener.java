package io.netpoll.boot;

import io.netpoll.server.ServerEvent;
import io.netpoll.server.ServerListener;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Writes what a server has to say to the log. It is called on a thread that the server keeps for this, so a slow appender
 * holds no event loop. Of warnings of one kind the first is written at once, further ones at most every ten seconds, with
 * the number of those left out: a client that misbehaves must not fill the disk.
 */
final class LoggingServerListener implements ServerListener {

    static final String LOGGER = "io.netpoll.server";
    private static final long INTERVAL = Duration.ofSeconds(10).toNanos();

    private final Logger logger;
    private final String serverName;
    private final LongSupplier nanoTime;
    private final Map<Class<?>, Repetition> repetitions = new HashMap<>();

    LoggingServerListener(String serverName) {
        this(LoggerFactory.getLogger(LOGGER), serverName, System::nanoTime);
    }

    LoggingServerListener(Logger logger, String serverName, LongSupplier nanoTime) {
        this.logger = logger;
        this.serverName = serverName;
        this.nanoTime = nanoTime;
    }

    @Override
    public void onEvent(ServerEvent event) {
        Level level = Level.valueOf(event.severity().name());
        if (!logger.isEnabledForLevel(level)) {
            return;
        }
        if (level == Level.WARN) {
            warn(event);
        } else {
            write(level, event, "");
        }
    }

    private void warn(ServerEvent event) {
        Repetition repetition = repetitions.computeIfAbsent(event.getClass(), kind -> new Repetition());
        if (repetition.isDue(nanoTime.getAsLong())) {
            write(Level.WARN, event, repetition.takeNote());
        }
    }

    private void write(Level level, ServerEvent event, String note) {
        logger.atLevel(level).setCause(event.cause()).log("{}: {}{}", serverName, event.message(), note);
    }

    /** When a kind of warning was written last, and how often it was left out since. */
    private static final class Repetition {

        private boolean written;
        private long lastWritten;
        private int leftOut;

        boolean isDue(long now) {
            if (written && now - lastWritten < INTERVAL) {
                leftOut++;
                return false;
            }
            written = true;
            lastWritten = now;
            return true;
        }

        String takeNote() {
            String note = leftOut == 0 ? "" : " (" + leftOut + " more of this kind since the last)";
            leftOut = 0;
            return note;
        }
    }
}
