package io.netpoll.http1.codec;

import java.util.Arrays;

/**
 * Finds the lines of a header or trailer section (RFC 9112 §5) up to and including the empty line that ends it. It may be
 * stopped after any octet and goes on with the next. Each state hands over to the one that mostly follows it, so that a whole
 * line in one piece takes one round.
 *
 * <pre>
 *               token        ":"           CR           LF
 * LINE_START ──────────▶ NAME ───▶ VALUE ──────▶ LINE_LF ───▶ LINE_START
 *     │ CR                                                        LF
 *     └──────────────────────────────────────▶ SECTION_LF ──────────────▶ COMPLETE
 * </pre>
 */
final class FieldScanner {

    private enum State {
        LINE_START,
        NAME,
        VALUE,
        LINE_LF,
        SECTION_LF,
        COMPLETE
    }

    private static final int[] NO_OFFSETS = {};
    private static final int FIRST_CAPACITY = 8;

    private final int maxCount;
    private State state = State.LINE_START;
    private int[] offsets = NO_OFFSETS;
    private int used;
    /** How many lines the last section had: the best guess for the next on the same connection. */
    private int expectedCount = FIRST_CAPACITY;

    FieldScanner(int maxCount) {
        this.maxCount = maxCount;
    }

    /**
     * Scans {@code octets[from, end)}.
     *
     * @param shift what has to be added to a position in the array to get an offset in the head
     * @return the position behind the section, or {@code end} if it goes on
     */
    int scan(byte[] octets, int from, int end, int shift) throws ProtocolException {
        int i = from;
        while (i < end && state != State.COMPLETE) {
            i = switch (state) {
                case LINE_START -> lineStart(octets, i, end, shift);
                case NAME -> name(octets, i, end, shift);
                case VALUE -> value(octets, i, end);
                case LINE_LF -> lineFeed(octets[i], i, State.LINE_START);
                case SECTION_LF -> lineFeed(octets[i], i, State.COMPLETE);
                case COMPLETE -> i;
            };
        }
        return i;
    }

    boolean isComplete() {
        return state == State.COMPLETE;
    }

    int count() {
        return used / 2;
    }

    /** The section that has been scanned; its octets are those of the whole head. */
    int[] offsets() {
        return offsets;
    }

    /** Makes ready for the next section. The offsets belong to whoever took them. */
    void reset() {
        expectedCount = Math.max(1, count());
        offsets = NO_OFFSETS;
        used = 0;
        state = State.LINE_START;
    }

    private int lineStart(byte[] octets, int i, int end, int shift) throws ProtocolException {
        if (octets[i] == '\r') {
            markEnd(i + shift);
            state = State.SECTION_LF;
            return i + 1;
        }
        if (!Octets.is(Octets.TOKEN, octets[i])) {
            throw new ProtocolException(badLineStart(octets[i]));
        }
        if (count() == maxCount) {
            throw new ProtocolException(Violation.TOO_MANY_FIELDS);
        }
        push(i + shift);
        state = State.NAME;
        return name(octets, i + 1, end, shift);
    }

    private int name(byte[] octets, int from, int end, int shift) throws ProtocolException {
        int i = Octets.skip(Octets.TOKEN, octets, from, end);
        if (i == end) {
            return i;
        }
        if (octets[i] != ':') {
            throw new ProtocolException(badName(octets[i]));
        }
        push(i + shift);
        state = State.VALUE;
        return value(octets, i + 1, end);
    }

    private int value(byte[] octets, int from, int end) throws ProtocolException {
        int i = Octets.skip(Octets.VALUE, octets, from, end);
        if (i == end) {
            return i;
        }
        if (octets[i] != '\r') {
            throw new ProtocolException(octets[i] == '\n' ? Violation.BARE_LF : Violation.FIELD_VALUE);
        }
        state = State.LINE_LF;
        return i + 1 < end ? lineFeed(octets[i + 1], i + 1, State.LINE_START) : i + 1;
    }

    private int lineFeed(byte octet, int i, State next) throws ProtocolException {
        if (octet != '\n') {
            throw new ProtocolException(Violation.BARE_CR);
        }
        state = next;
        return i + 1;
    }

    private Violation badLineStart(byte octet) {
        return switch (octet) {
            case ' ', '\t' -> used == 0 ? Violation.SPACE_BEFORE_FIELDS : Violation.LINE_FOLDING;
            case '\n' -> Violation.BARE_LF;
            default -> Violation.FIELD_NAME;
        };
    }

    private static Violation badName(byte octet) {
        return switch (octet) {
            case ' ', '\t' -> Violation.SPACE_BEFORE_COLON;
            case '\r', '\n' -> Violation.FIELD_WITHOUT_COLON;
            default -> Violation.FIELD_NAME;
        };
    }

    /** Notes where the section ends, which is where its last line does; it counts as no line. */
    private void markEnd(int offset) {
        if (used > 0) {
            push(offset);
            used--;
        }
    }

    private void push(int offset) {
        if (used == offsets.length) {
            int lines = used == 0 ? expectedCount : used;
            offsets = Arrays.copyOf(offsets, 2 * lines + 1);
        }
        offsets[used++] = offset;
    }
}
