package io.netpoll.http1.codec;

import io.netpoll.http.HttpVersion;
import io.netpoll.http.TargetForm;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds request heads (RFC 9112 §3, §5) in what arrives on one connection, however it is cut into pieces. Not safe for use
 * by several threads.
 *
 * <pre>
 *              CR              LF
 * EMPTY_LINES ───▶ EMPTY_LINE_LF ───▶ EMPTY_LINES
 *     │ token                 SP           SP            "HTTP/1.1"              CR            LF
 *     └────────────▶ METHOD ─────▶ TARGET ─────▶ VERSION ───────────▶ VERSION_END ──▶ LINE_LF ───▶ FIELDS ───▶ COMPLETE
 * </pre>
 *
 * <p>Lines end in CR LF and nothing else: RFC 9112 §2.2 lets a recipient accept a single LF, this one does not. An octet
 * that cannot stand where it does is refused when it is seen; what takes the whole head to judge, such as its framing, is
 * judged when the head is complete.
 *
 * <p>Between requests a decoder holds nothing; while a head is incomplete it holds the octets seen so far. After a
 * {@link ProtocolException} it is of no further use.
 */
public final class RequestDecoder {

    private enum State {
        EMPTY_LINES,
        EMPTY_LINE_LF,
        METHOD,
        TARGET,
        VERSION,
        VERSION_END,
        LINE_LF,
        FIELDS,
        COMPLETE,
        FAILED
    }

    /** Old clients send an empty line behind a request's content (RFC 9112 §2.2). One is a habit, more than this is not. */
    private static final int MAX_EMPTY_LINES = 8;

    /** What a version looks like, but for its digits, and where in it they are (RFC 9112 §2.3). */
    private static final String VERSION = "HTTP/1.1";

    private static final String HEAD = "HEAD";

    /** The first octet of a ClientHello's record (RFC 8446 §5.1). */
    private static final byte TLS_HANDSHAKE = 0x16;

    /** What is told of the first line of a request that was refused. */
    private static final int MAX_REFUSED_LINE = 1024;

    private static final byte[] NO_OCTETS = new byte[0];

    private static final int MAJOR = 5;
    private static final int MINOR = 7;

    private final boolean secure;
    private final int maxHeadSize;
    private final FieldScanner fields;
    private State state = State.EMPTY_LINES;
    private int emptyLines;
    private boolean asksForHead;
    private int methodEnd;
    private int targetEnd;
    private HttpVersion version = HttpVersion.HTTP_1_1;
    private @Nullable OctetBuffer kept;
    private @Nullable DecodedHead head;
    private String refusedLine = "";

    /** A decoder for one connection without TLS. */
    public RequestDecoder(HeadLimits limits) {
        this(limits, false);
    }

    /**
     * A decoder for one connection.
     *
     * @param secure whether the connection may be asked for {@code https} resources (RFC 9110 §7.4)
     */
    public RequestDecoder(HeadLimits limits, boolean secure) {
        this.secure = secure;
        this.maxHeadSize = limits.maxHeadSize();
        this.fields = new FieldScanner(limits.maxHeaderCount());
    }

    /**
     * Takes octets from {@code buf[pos, limit)} up to the end of one request head. If the head goes on, all of them are
     * taken. The array is the caller's again after the call.
     *
     * @return the position behind the last octet taken
     * @throws ProtocolException if the client broke the protocol; no octet from {@code pos} on can be trusted then
     * @throws IllegalStateException if a head waits to be taken, or after a {@code ProtocolException}
     */
    public int decode(byte[] buf, int pos, int limit) throws ProtocolException {
        if (state == State.COMPLETE || state == State.FAILED) {
            throw new IllegalStateException("Nothing can be decoded: " + state);
        }
        try {
            int start = isIdle() ? emptyLines(buf, pos, limit) : pos;
            return start == limit ? limit : head(buf, start, limit);
        } catch (ProtocolException e) {
            refusedLine = requestLine(buf, pos, limit);
            forget(State.FAILED);
            throw e;
        }
    }

    /** Whether a head is complete and has not been taken. */
    public boolean hasHead() {
        return head != null;
    }

    /**
     * Hands the head over and makes ready for the next.
     *
     * @throws IllegalStateException if there is none
     */
    public DecodedHead takeHead() {
        DecodedHead taken = head;
        if (taken == null) {
            throw new IllegalStateException("The head is not complete");
        }
        forget(State.EMPTY_LINES);
        return taken;
    }

    /** Whether no octet of a request has been seen since the last head was taken; empty lines do not count. */
    public boolean isIdle() {
        return state == State.EMPTY_LINES || state == State.EMPTY_LINE_LF;
    }

    /**
     * Whether the request that is being read, or has been refused, has the method HEAD as far as known: its answer has no
     * content, whatever is wrong with it (RFC 9110 §9.3.2).
     */
    public boolean asksForHead() {
        return asksForHead;
    }

    /**
     * The line that a request which was refused, or is not complete, began with: as far as it came, at most so many octets
     * as anybody wants to read of it, each as the character of ISO-8859-1.
     */
    public String requestLine() {
        return state == State.FAILED ? refusedLine : requestLine(NO_OCTETS, 0, 0);
    }

    private String requestLine(byte[] buf, int pos, int limit) {
        OctetBuffer before = kept;
        int keptLength = before == null ? 0 : before.length();
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < keptLength + limit - pos && line.length() < MAX_REFUSED_LINE; i++) {
            byte octet = before != null && i < keptLength ? before.array()[i] : buf[pos + i - keptLength];
            boolean ends = isLineEnd(octet);
            if (ends && !line.isEmpty()) {
                break;
            }
            if (!ends) {
                line.append((char) (octet & 0xff));
            }
        }
        return line.toString();
    }

    /**
     * Tells the decoder that nothing more will come.
     *
     * @throws ProtocolException if that is in the middle of a head (RFC 9112 §8)
     */
    public void endOfInput() throws ProtocolException {
        if (!isIdle() && state != State.COMPLETE) {
            throw new ProtocolException(Violation.HEAD_INCOMPLETE);
        }
    }

    /** The position of the first octet that belongs to a request line. */
    private int emptyLines(byte[] buf, int pos, int limit) throws ProtocolException {
        int i = pos;
        while (i < limit) {
            byte octet = buf[i];
            if (state == State.EMPTY_LINE_LF) {
                expect('\n', octet, Violation.BARE_CR, State.EMPTY_LINES);
            } else if (octet == '\r') {
                countEmptyLine();
                state = State.EMPTY_LINE_LF;
            } else {
                state = State.METHOD;
                return i;
            }
            i++;
        }
        return i;
    }

    private void countEmptyLine() throws ProtocolException {
        if (++emptyLines > MAX_EMPTY_LINES) {
            throw new ProtocolException(Violation.TOO_MANY_EMPTY_LINES);
        }
    }

    private int head(byte[] buf, int start, int limit) throws ProtocolException {
        int before = kept == null ? 0 : kept.length();
        int end = Math.min(limit - start, maxHeadSize - before) + start;
        int behind = scan(buf, start, end, before - start);
        if (state == State.COMPLETE) {
            complete(buf, start, behind);
        } else if (before + end - start == maxHeadSize) {
            throw new ProtocolException(
                    state == State.FIELDS ? Violation.FIELDS_TOO_LARGE : Violation.REQUEST_LINE_TOO_LONG);
        } else {
            keep(buf, start, behind);
        }
        return behind;
    }

    private int scan(byte[] buf, int start, int end, int shift) throws ProtocolException {
        int i = start;
        while (i < end && state != State.COMPLETE) {
            i = switch (state) {
                case METHOD -> method(buf, i, end, shift);
                case TARGET -> target(buf, i, end, shift);
                case VERSION -> version(buf, i, end, shift);
                case VERSION_END -> versionEnd(buf[i], i);
                case LINE_LF -> lineFeed(buf[i], i);
                case FIELDS -> fields(buf, i, end, shift);
                case EMPTY_LINES, EMPTY_LINE_LF, COMPLETE, FAILED -> throw new IllegalStateException(state.name());
            };
        }
        return i;
    }

    private int method(byte[] buf, int from, int end, int shift) throws ProtocolException {
        int i = Octets.skip(Octets.TOKEN, buf, from, end);
        if (i == end) {
            return i;
        }
        if (i + shift == 0) {
            throw new ProtocolException(notAMethod(buf[i]));
        }
        expect(' ', buf[i], isLineEnd(buf[i]) ? Violation.REQUEST_LINE_SYNTAX : Violation.METHOD_SYNTAX, State.TARGET);
        methodEnd = i + shift;
        asksForHead = isHead(buf, shift);
        return i + 1;
    }

    private static Violation notAMethod(byte first) {
        return switch (first) {
            case '\n' -> Violation.BARE_LF;
            case TLS_HANDSHAKE -> Violation.TLS_ON_PLAINTEXT;
            default -> Violation.METHOD_SYNTAX;
        };
    }

    private boolean isHead(byte[] buf, int shift) {
        for (int i = 0; i < HEAD.length() && methodEnd == HEAD.length(); i++) {
            byte octet = kept != null && i < kept.length() ? kept.array()[i] : buf[i - shift];
            if (octet != HEAD.charAt(i)) {
                return false;
            }
        }
        return methodEnd == HEAD.length();
    }

    private int target(byte[] buf, int from, int end, int shift) throws ProtocolException {
        int i = Octets.skip(Octets.TARGET, buf, from, end);
        if (i == end) {
            return i;
        }
        boolean isEmpty = i + shift == methodEnd + 1;
        if (isEmpty && buf[i] == ' ') {
            throw new ProtocolException(Violation.REQUEST_LINE_SYNTAX);
        }
        expect(
                ' ',
                buf[i],
                isLineEnd(buf[i]) ? Violation.REQUEST_LINE_SYNTAX : Violation.TARGET_CHARACTER,
                State.VERSION);
        targetEnd = i + shift;
        return i + 1;
    }

    private int version(byte[] buf, int from, int end, int shift) throws ProtocolException {
        int i = from;
        int index = i + shift - targetEnd - 1;
        while (i < end && index <= MINOR) {
            versionOctet(index++, buf[i++]);
        }
        if (index > MINOR) {
            state = State.VERSION_END;
        }
        return i;
    }

    private void versionOctet(int index, byte octet) throws ProtocolException {
        boolean isDigit = index == MAJOR || index == MINOR;
        boolean fits = isDigit ? Octets.is(Octets.DIGIT, octet) : octet == VERSION.charAt(index);
        if (!fits) {
            throw new ProtocolException(Violation.VERSION_SYNTAX);
        }
        if (index == MAJOR && octet != '1') {
            throw new ProtocolException(Violation.VERSION_UNSUPPORTED);
        }
        if (index == MINOR) {
            version = octet == '0' ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1;
        }
    }

    private int versionEnd(byte octet, int i) throws ProtocolException {
        expect('\r', octet, octet == '\n' ? Violation.BARE_LF : Violation.VERSION_SYNTAX, State.LINE_LF);
        return i + 1;
    }

    private int lineFeed(byte octet, int i) throws ProtocolException {
        expect('\n', octet, Violation.BARE_CR, State.FIELDS);
        return i + 1;
    }

    private int fields(byte[] buf, int from, int end, int shift) throws ProtocolException {
        int i = fields.scan(buf, from, end, shift);
        if (fields.isComplete()) {
            state = State.COMPLETE;
        }
        return i;
    }

    private void expect(int wanted, byte octet, Violation otherwise, State next) throws ProtocolException {
        if (octet != wanted) {
            throw new ProtocolException(otherwise);
        }
        state = next;
    }

    private static boolean isLineEnd(byte octet) {
        return octet == '\r' || octet == '\n';
    }

    private void complete(byte[] buf, int start, int end) throws ProtocolException {
        byte[] octets = kept == null ? Arrays.copyOfRange(buf, start, end) : kept.joinedWith(buf, start, end);
        kept = null;
        DecodedHead decoded = new DecodedHead(octets, fields.offsets(), fields.count(), methodEnd, targetEnd, version);
        if (!secure && decoded.targetForm() == TargetForm.ABSOLUTE && "https".equals(decoded.scheme())) {
            throw new ProtocolException(Violation.MISDIRECTED);
        }
        head = decoded;
    }

    private void keep(byte[] buf, int start, int end) {
        if (kept == null) {
            kept = new OctetBuffer(end - start);
        }
        kept.append(buf, start, end - start);
    }

    private void forget(State next) {
        fields.reset();
        kept = null;
        head = null;
        emptyLines = 0;
        asksForHead &= next == State.FAILED;
        state = next;
    }
}
