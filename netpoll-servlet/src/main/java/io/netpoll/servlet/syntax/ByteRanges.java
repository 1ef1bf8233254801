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
        String[] specs = field.substring(6).split(",", -1);
        for (String spec : specs) {
            Range range = range(spec.strip(), length);
            if (range == null || specs.length > MAX_RANGES) {
                return null;
            }
            if (range.first() <= range.last()) {
                ranges.add(range);
                total += range.length();
            }
        }
        return total > length ? null : new ByteRanges(ranges);
    }

    /** A range that cannot be satisfied comes back empty. */
    private static @Nullable Range range(String spec, long length) {
        int hyphen = spec.indexOf('-');
        if (hyphen < 0) {
            return null;
        }
        long first = number(spec.substring(0, hyphen));
        long last = number(spec.substring(hyphen + 1));
        if (hyphen == 0) {
            return last < 0 ? null : new Range(Math.max(0, length - last), length - 1);
        }
        boolean open = hyphen == spec.length() - 1;
        if (first < 0 || (!open && last < first)) {
            return null;
        }
        return new Range(first, open ? length - 1 : Math.min(last, length - 1));
    }

    /** −1 for what is no number. */
    private static long number(String digits) {
        if (digits.isEmpty() || digits.length() > 18) {
            return -1;
        }
        for (int i = 0; i < digits.length(); i++) {
            if (digits.charAt(i) < '0' || digits.charAt(i) > '9') {
                return -1;
            }
        }
        return Long.parseLong(digits);
    }
}
