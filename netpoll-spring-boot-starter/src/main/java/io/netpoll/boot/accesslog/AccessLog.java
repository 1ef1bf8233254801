package io.netpoll.boot.accesslog;

import io.netpoll.http.ExchangeEnd;
import io.netpoll.http.ExchangeListener;
import io.netpoll.http.ExchangeSummary;
import java.io.IOException;
import java.time.InstantSource;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.LoggerFactory;

/**
 * The access log of a running server: an entry for each exchange, for each request that was refused before it became one, and
 * if it is wanted for each connection whose TLS handshake fails. Of an exchange the entry is made on the thread that ends it,
 * because it asks the application's request; what ends on an event loop before there is an exchange is put into words by the
 * thread that writes.
 */
public final class AccessLog implements ExchangeListener, AutoCloseable {

    private final Function<ExchangeSummary, String> format;
    private final Predicate<ExchangeSummary> condition;
    private final EntryWriter writer;

    private AccessLog(
            Function<ExchangeSummary, String> format, Predicate<ExchangeSummary> condition, EntryWriter writer) {
        this.format = format;
        this.condition = condition;
        this.writer = writer;
    }

    /**
     * Checks settings without opening anything.
     *
     * @throws IllegalArgumentException if the pattern is none; the text says which token is wrong
     */
    public static void checkPattern(AccessLogSettings settings) {
        AccessLogFormat.of(settings);
    }

    /**
     * Checks settings without opening anything.
     *
     * @throws IllegalArgumentException if the format of the date in names of files is none
     */
    public static void checkFileDateFormat(AccessLogSettings settings) {
        DatedFile.dateFormat(settings);
    }

    /**
     * Opens the file, or takes the logger, and starts a thread.
     *
     * @param settings what the log is like; not changed while it is open
     * @param serverName names the thread
     * @throws IOException if the file cannot be written to
     * @throws IllegalArgumentException if the settings cannot be
     */
    public static AccessLog open(AccessLogSettings settings, String serverName) throws IOException {
        Function<ExchangeSummary, String> format = AccessLogFormat.of(settings);
        String logger = settings.getLogger();
        EntrySink sink = logger != null
                ? new LoggerSink(LoggerFactory.getLogger(logger))
                : new DatedFile(settings, InstantSource.system());
        EntryWriter writer = new EntryWriter(sink, "netpoll-" + serverName + "-access-log", settings.isBuffered());
        return new AccessLog(format, condition(settings), writer);
    }

    private static Predicate<ExchangeSummary> condition(AccessLogSettings settings) {
        String with = settings.getConditionIf();
        String without = settings.getConditionUnless();
        boolean handshakes = settings.isHandshakeFailures();
        return summary -> (handshakes || summary.end() != ExchangeEnd.HANDSHAKE_FAILED)
                && (with == null || AttachedRequest.attribute(summary, with) != null)
                && (without == null || AttachedRequest.attribute(summary, without) == null);
    }

    @Override
    public void exchangeEnded(ExchangeSummary summary) {
        if (!condition.test(summary)) {
            return;
        }
        if (summary.id() == 0) {
            writer.offer(() -> format.apply(summary));
        } else {
            String line = format.apply(summary);
            writer.offer(() -> line);
        }
    }

    /** How many entries were lost because they came faster than they could be written, or could not be written at all. */
    public long dropped() {
        return writer.dropped();
    }

    /** Writes what is there and closes the file. */
    @Override
    public void close() {
        writer.close();
    }
}
