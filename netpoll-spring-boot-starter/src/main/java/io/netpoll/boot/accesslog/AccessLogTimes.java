package io.netpoll.boot.accesslog;

import io.netpoll.http.ExchangeSummary;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/** Dates and times of day: when a request came, or with {@code end:} when its exchange ended. */
final class AccessLogTimes {

    private static final String COMMON = "'['dd/MMM/yyyy:HH:mm:ss Z']'";
    private static final int MILLIS = 1000;

    private AccessLogTimes() {}

    /** The time of the common log format. */
    static AccessLogValue common(Locale locale) {
        return formatted(COMMON, locale, AccessLogTimes::begin);
    }

    /**
     * A time in a format: {@code sec}, {@code msec}, {@code msec_frac}, or a pattern of {@link DateTimeFormatter}; with
     * {@code begin:} or {@code end:} before it.
     *
     * @throws IllegalArgumentException if it is none
     */
    static AccessLogValue of(String format, Locale locale) {
        if (format.startsWith("end:")) {
            return at(format.substring("end:".length()), locale, AccessLogTimes::end);
        }
        return at(
                format.startsWith("begin:") ? format.substring("begin:".length()) : format,
                locale,
                AccessLogTimes::begin);
    }

    private static AccessLogValue at(String format, Locale locale, ToLongFunction<ExchangeSummary> millis) {
        return switch (format) {
            case "sec" -> summary -> Math.floorDiv(millis.applyAsLong(summary), MILLIS);
            case "msec" -> millis::applyAsLong;
            case "msec_frac" ->
                summary -> String.format(Locale.ROOT, "%03d", Math.floorMod(millis.applyAsLong(summary), MILLIS));
            case "" -> formatted(COMMON, locale, millis);
            default -> formatted(format.replace("msec_frac", "SSS").replace("msec", "SSS"), locale, millis);
        };
    }

    private static AccessLogValue formatted(String pattern, Locale locale, ToLongFunction<ExchangeSummary> millis) {
        DateTimeFormatter formatter =
                DateTimeFormatter.ofPattern(pattern, locale).withZone(ZoneId.systemDefault());
        return summary -> formatter.format(Instant.ofEpochMilli(millis.applyAsLong(summary)));
    }

    private static long begin(ExchangeSummary summary) {
        return summary.times().arrived();
    }

    private static long end(ExchangeSummary summary) {
        return begin(summary) + TimeUnit.NANOSECONDS.toMillis(summary.times().total());
    }
}
