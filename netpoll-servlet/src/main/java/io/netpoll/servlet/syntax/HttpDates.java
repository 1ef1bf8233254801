package io.netpoll.servlet.syntax;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;

/** Dates in header fields (RFC 9110 §5.6.7). */
public final class HttpDates {

    private static final DateTimeFormatter IMF_FIXDATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);
    /** Years of two digits: a form of the past, so that they are read as those from 1970 on. */
    private static final DateTimeFormatter RFC_850 = new DateTimeFormatterBuilder()
            .appendPattern("EEEE, dd-MMM-")
            .appendValueReduced(ChronoField.YEAR, 2, 2, 1970)
            .appendPattern(" HH:mm:ss 'GMT'")
            .toFormatter(Locale.ENGLISH);

    private static final DateTimeFormatter ASCTIME =
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ENGLISH);
    private static final List<DateTimeFormatter> FORMATS = List.of(IMF_FIXDATE, RFC_850, ASCTIME);

    private HttpDates() {}

    /** An instant as IMF-fixdate. */
    public static String format(long epochMillis) {
        return IMF_FIXDATE.format(Instant.ofEpochMilli(epochMillis));
    }

    /**
     * Reads a date in any of the three forms.
     *
     * @return milliseconds since the epoch
     * @throws IllegalArgumentException if the text is no date
     */
    public static long parse(String text) {
        for (DateTimeFormatter format : FORMATS) {
            try {
                return LocalDateTime.parse(text.strip(), format)
                        .toInstant(ZoneOffset.UTC)
                        .toEpochMilli();
            } catch (DateTimeException e) {
                // The next form.
            }
        }
        throw new IllegalArgumentException("Not a date (RFC 9110 §5.6.7)");
    }
}
