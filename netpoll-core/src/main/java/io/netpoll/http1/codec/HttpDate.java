package io.netpoll.http1.codec;

import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Dates in the one format that may be generated, IMF-fixdate (RFC 9110 §5.6.7). */
public final class HttpDate {

    private static final String DAYS = "MonTueWedThuFriSatSun";
    private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
    private static final int DATE_LINE_LENGTH = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n".length();

    private HttpDate() {}

    /**
     * The Date field line of a response (RFC 9110 §6.6.1), CR LF included. Worth keeping for a second.
     *
     * @param epochSecond seconds since 1970-01-01T00:00:00Z, in the years 0 to 9999
     */
    public static byte[] dateLine(long epochSecond) {
        LocalDateTime date = LocalDateTime.ofEpochSecond(epochSecond, 0, ZoneOffset.UTC);
        OctetBuffer line = new OctetBuffer(DATE_LINE_LENGTH);
        line.append("Date: ")
                .append(abbreviation(DAYS, date.getDayOfWeek().getValue()))
                .append(", ");
        append(line, date.getDayOfMonth(), (byte) ' ');
        line.append(abbreviation(MONTHS, date.getMonthValue())).append((byte) ' ');
        appendPair(line, date.getYear() / 100);
        append(line, date.getYear() % 100, (byte) ' ');
        append(line, date.getHour(), (byte) ':');
        append(line, date.getMinute(), (byte) ':');
        append(line, date.getSecond(), (byte) ' ');
        return line.append("GMT\r\n").toByteArray();
    }

    private static String abbreviation(String all, int number) {
        return all.substring(3 * (number - 1), 3 * number);
    }

    private static void append(OctetBuffer line, int number, byte behind) {
        appendPair(line, number);
        line.append(behind);
    }

    private static void appendPair(OctetBuffer line, int number) {
        line.append((byte) ('0' + number / 10)).append((byte) ('0' + number % 10));
    }
}
