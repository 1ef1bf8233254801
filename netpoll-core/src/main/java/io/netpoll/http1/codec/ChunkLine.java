package io.netpoll.http1.codec;

/**
 * Reads the line in front of a chunk (RFC 9112 §7.1): its size, and extensions (§7.1.1), which are checked and ignored.
 *
 * <p>A size has at most {@value #MAX_DIGITS} digits, so leading zeros are bounded. All extensions of one request's content
 * together, with the white space around them, have at most {@value #MAX_EXTENSION_OCTETS} octets: nothing common sends any,
 * and without a bound they are a way to make a server work for nothing.
 */
final class ChunkLine {

    static final int MAX_DIGITS = 32;
    static final int MAX_EXTENSION_OCTETS = 4096;

    private enum State {
        /** The first digit is due. */
        SIZE_START,
        SIZE,
        /** White space that only a semicolon may end. */
        BLANKS,
        NAME_START,
        NAME,
        /** White space behind a name. */
        NAME_BLANKS,
        VALUE_START,
        TOKEN_VALUE,
        QUOTED_VALUE,
        QUOTED_PAIR,
        QUOTED_END,
        LINE_FEED,
        COMPLETE
    }

    private State state = State.SIZE_START;
    private long size;
    private int digits;
    private int extensionOctets;

    /**
     * Reads {@code octets[from, limit)}.
     *
     * @return the position behind the line, or {@code limit} if it goes on
     */
    int decode(byte[] octets, int from, int limit) throws ProtocolException {
        int i = from;
        while (i < limit && state != State.COMPLETE) {
            state = next(octets[i++]);
        }
        return i;
    }

    boolean isComplete() {
        return state == State.COMPLETE;
    }

    long size() {
        return size;
    }

    /** Makes ready for the next line of the same content. */
    void reset() {
        state = State.SIZE_START;
        size = 0;
        digits = 0;
    }

    private State next(byte octet) throws ProtocolException {
        return switch (state) {
            case SIZE_START, SIZE -> size(octet);
            case LINE_FEED -> lineFeed(octet);
            case COMPLETE -> throw new IllegalStateException("The line is complete");
            default -> counted(nextInExtension(octet));
        };
    }

    private State size(byte octet) throws ProtocolException {
        if (Octets.is(Octets.HEX, octet)) {
            addDigit(Octets.hexValue(octet));
            return State.SIZE;
        }
        State next = state == State.SIZE ? itemEnd(octet, State.SIZE) : State.SIZE;
        if (next == State.SIZE) {
            throw new ProtocolException(Violation.CHUNK_SIZE_SYNTAX);
        }
        return counted(next);
    }

    private void addDigit(int digit) throws ProtocolException {
        if (++digits > MAX_DIGITS) {
            throw new ProtocolException(Violation.CHUNK_SIZE_SYNTAX);
        }
        if (size > Long.MAX_VALUE >> 4) {
            throw new ProtocolException(Violation.CHUNK_TOO_LARGE);
        }
        size = size << 4 | digit;
    }

    private static State lineFeed(byte octet) throws ProtocolException {
        if (octet != '\n') {
            throw new ProtocolException(Violation.BARE_CR);
        }
        return State.COMPLETE;
    }

    /** Counts an octet of the extensions: all between the size and CR. */
    private State counted(State next) throws ProtocolException {
        if (next != State.LINE_FEED && ++extensionOctets > MAX_EXTENSION_OCTETS) {
            throw new ProtocolException(Violation.CHUNK_EXTENSIONS_TOO_LONG);
        }
        return next;
    }

    private State nextInExtension(byte octet) throws ProtocolException {
        boolean isBlank = Octets.isBlank(octet);
        boolean isToken = Octets.is(Octets.TOKEN, octet);
        return switch (state) {
            case BLANKS -> isBlank ? state : only(octet == ';', State.NAME_START);
            case NAME_START -> isBlank ? state : only(isToken, State.NAME);
            case NAME -> isToken ? state : nameEnd(octet, isBlank);
            case NAME_BLANKS -> isBlank ? state : only(octet == ';' || octet == '=', nameEnd(octet, false));
            case VALUE_START -> isBlank ? state : valueStart(octet, isToken);
            case TOKEN_VALUE -> isToken ? state : itemEnd(octet);
            case QUOTED_VALUE -> quoted(octet);
            case QUOTED_PAIR -> only(Octets.is(Octets.VALUE, octet), State.QUOTED_VALUE);
            default -> itemEnd(octet);
        };
    }

    private static State nameEnd(byte octet, boolean isBlank) throws ProtocolException {
        if (octet == '=') {
            return State.VALUE_START;
        }
        return isBlank ? State.NAME_BLANKS : itemEnd(octet);
    }

    private static State valueStart(byte octet, boolean isToken) throws ProtocolException {
        return octet == '"' ? State.QUOTED_VALUE : only(isToken, State.TOKEN_VALUE);
    }

    /** No line end can hide in a quoted string: CR and LF are no value characters. */
    private static State quoted(byte octet) throws ProtocolException {
        return switch (octet) {
            case '"' -> State.QUOTED_END;
            case '\\' -> State.QUOTED_PAIR;
            default -> only(Octets.is(Octets.VALUE, octet), State.QUOTED_VALUE);
        };
    }

    private static State itemEnd(byte octet) throws ProtocolException {
        State next = itemEnd(octet, State.COMPLETE);
        return only(next != State.COMPLETE, next);
    }

    /** What follows a size, a name or a value. */
    private static State itemEnd(byte octet, State otherwise) {
        return switch (octet) {
            case '\r' -> State.LINE_FEED;
            case ';' -> State.NAME_START;
            case ' ', '\t' -> State.BLANKS;
            default -> otherwise;
        };
    }

    private static State only(boolean isAllowed, State next) throws ProtocolException {
        if (!isAllowed) {
            throw new ProtocolException(Violation.CHUNK_EXTENSION_SYNTAX);
        }
        return next;
    }
}
