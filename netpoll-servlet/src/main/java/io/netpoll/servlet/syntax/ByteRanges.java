package io.netpoll.servlet.syntax;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a representation that a client asks for (RFC 9110 §14.1.2).
 *
 * @param ranges those that can be satisfied, in the order asked for; empty if none can
 */
public record ByteRanges(List<Range> ranges) {

    /** More than this looks like an attack rather than a reader (RFC 9110 §14.2 allows to ignore the field then). */
    private static final int MAX_RANGES = 16;

    /**
     * One range.
     *
     * @param first offset of its first octet
     * @param last offset of its last octet
     */
    public record Range(long first, long last) {

        /** How many octets it has. */
        public long length() {
            return last - first + 1;
        }
    }

    /**
     * Reads a Range field.
     *
     * @param field the field's value
     * @param length the length of the representation
     * @return {@code null} if the field is to be ignored: another unit, not the grammar's form, or unreasonable
     */
    public static @Nullable ByteRanges parse(String field, long length) {
        if (!field.regionMatches(true, 0, "bytes=", 0, 6)) {
            return null;
        }
        List<Range> ranges = new ArrayList<>();
        long total = 0;
        int specs = 0;
        for (String element : field.substring(6).split(",", -1)) {
            String spec = element.strip();
            if (spec.isEmpty()) {
                continue; // RFC 9110 §5.6.1.2
            }
            specs++;
            Range range = range(spec, length);
            if (range == null || specs > MAX_RANGES) {
                return null;
            }
            if (range.first() <= range.last()) {
                ranges.add(range);
                total += range.length();
            }
        }
        return specs == 0 || total > length ? null : new ByteRanges(ranges);
    }

    /** A range that cannot be satisfied comes back empty. */
    private static @Nullable Range range(String spec, long length) {
        int hyphen = spec.indexOf('-');
        if (hyphen < 0) {
            return null;
        }
        String first = spec.substring(0, hyphen);
        String last = spec.substring(hyphen + 1);
        if (!isDigits(first) || !isDigits(last)) {
            return null;
        }
        if (first.isEmpty()) {
            return last.isEmpty() ? null : new Range(Math.max(0, length - number(last)), length - 1);
        }
        if (last.isEmpty()) {
            return new Range(number(first), length - 1);
        }
        return isLess(last, first) ? null : new Range(number(first), Math.min(number(last), length - 1));
    }

    private static boolean isDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /** Positions have any number of digits; what is beyond the type is beyond every representation. */
    private static long number(String digits) {
        String significant = withoutZeros(digits);
        return significant.length() > 18 ? Long.MAX_VALUE : Long.parseLong(significant);
    }

    private static boolean isLess(String a, String b) {
        String left = withoutZeros(a);
        String right = withoutZeros(b);
        return left.length() == right.length() ? left.compareTo(right) < 0 : left.length() < right.length();
    }

    private static String withoutZeros(String digits) {
        int start = 0;
        while (start < digits.length() - 1 && digits.charAt(start) == '0') {
            start++;
        }
        return digits.substring(start);
    }
}
