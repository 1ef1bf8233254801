package io.netpoll.http1.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestDecoderTest {

    private static final byte[] GET = Wire.octets("GET / HTTP/1.1⏎Host: a⏎⏎");

    private final RequestDecoder decoder = new RequestDecoder(new HeadLimits(100, 3));

    @Test
    void takesOneHeadAndNoOctetMore() throws ProtocolException {
        byte[] buffer = Wire.octets("xxGET / HTTP/1.1⏎Host: a⏎⏎GET /2");
        assertThat(decoder.decode(buffer, 2, buffer.length)).isEqualTo(2 + GET.length);
        assertThat(decoder.hasHead()).isTrue();
        assertThat(decoder.isIdle()).isFalse();
        assertThat(decoder.takeHead().path()).isEqualTo("/");
        assertThat(decoder.hasHead()).isFalse();
        assertThat(decoder.isIdle()).isTrue();
    }

    @Test
    void keepsNoReferenceToTheBuffer() throws ProtocolException {
        byte[] buffer = GET.clone();
        decoder.decode(buffer, 0, 5);
        Arrays.fill(buffer, 0, 5, (byte) 0);
        decoder.decode(buffer, 5, buffer.length);
        Arrays.fill(buffer, (byte) 0);
        DecodedHead head = decoder.takeHead();
        assertThat(head.method()).isEqualTo("GET");
        assertThat(head.authority()).isEqualTo("a");
    }

    @Test
    void isIdleUntilARequestLineBegins() throws ProtocolException {
        byte[] emptyLines = Wire.octets("⏎⏎\r");
        assertThat(decoder.isIdle()).isTrue();
        assertThat(decoder.decode(emptyLines, 0, emptyLines.length)).isEqualTo(emptyLines.length);
        assertThat(decoder.isIdle()).isTrue();
        decoder.endOfInput();
        decoder.decode(Wire.octets("\nG"), 0, 2);
        assertThat(decoder.isIdle()).isFalse();
        assertThatThrownBy(decoder::endOfInput).hasMessage(Violation.HEAD_INCOMPLETE.text());
    }

    @Test
    void emptyLinesAreCountedAnewForEachRequest() throws ProtocolException {
        byte[] request = Wire.octets("⏎".repeat(8) + "GET / HTTP/1.1⏎Host: a⏎⏎");
        for (int i = 0; i < 3; i++) {
            assertThat(decoder.decode(request, 0, request.length)).isEqualTo(request.length);
            decoder.takeHead();
        }
    }

    @Test
    void refusesAnOctetAsSoonAsItIsSeen() {
        assertRefused("G\u0001", Violation.METHOD_SYNTAX);
        assertRefused("GET /\u0001", Violation.TARGET_CHARACTER);
        assertRefused("GET / h", Violation.VERSION_SYNTAX);
        assertRefused("GET / HTTP/2", Violation.VERSION_UNSUPPORTED);
        assertRefused("GET / HTTP/1.1⏎X\u0001", Violation.FIELD_NAME);
        assertRefused("GET / HTTP/1.1⏎X:\u0001", Violation.FIELD_VALUE);
    }

    @Test
    void isOfNoUseAfterAViolationAndHoldsNothing() throws Exception {
        assertThatThrownBy(() -> decoder.decode(Wire.octets("GET / HTTP/1.1⏎X\0"), 0, 18))
                .isInstanceOf(ProtocolException.class);
        assertThat(heldArrayElements(decoder)).isZero();
        assertThatThrownBy(() -> decoder.decode(GET, 0, GET.length)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aHeadMustBeTakenBeforeTheNext() throws ProtocolException {
        assertThatThrownBy(decoder::takeHead).isInstanceOf(IllegalStateException.class);
        decoder.decode(GET, 0, GET.length);
        assertThatThrownBy(() -> decoder.decode(GET, 0, GET.length)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void holdsNothingBetweenRequests() throws Exception {
        byte[] first = Wire.octets("GET / HTTP/1.1⏎Host: a⏎X: y⏎⏎⏎");
        for (int i = 0; i < first.length; i++) {
            decoder.decode(first, i, i + 1);
            if (decoder.hasHead()) {
                decoder.takeHead();
            }
        }
        assertThat(decoder.isIdle()).isTrue();
        assertThat(heldArrayElements(decoder)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"100, true", "101, false"})
    void theSizeLimitIsExact(int size, boolean fits) {
        int padding = size - "GET / HTTP/1.1⏎Host: a⏎X:⏎⏎".length() - 4;
        assertFits("GET / HTTP/1.1⏎Host: a⏎X:" + "y".repeat(padding) + "⏎⏎", fits, Violation.FIELDS_TOO_LARGE);
    }

    @ParameterizedTest
    @CsvSource({"2, true", "3, false"})
    void theCountLimitIsExact(int more, boolean fits) {
        assertFits("GET / HTTP/1.1⏎Host: a⏎" + "X:⏎".repeat(more) + "⏎", fits, Violation.TOO_MANY_FIELDS);
    }

    @Test
    void anEndlessHeadIsRefusedAtTheLimit() throws Exception {
        RequestDecoder limited = new RequestDecoder(new HeadLimits(8192, 100));
        byte[] start = Wire.octets("GET / HTTP/1.1⏎Host: a⏎X: ");
        limited.decode(start, 0, start.length);
        byte[] stream = new byte[10 << 20];
        Arrays.fill(stream, (byte) 'a');
        int accepted = start.length;
        int held = 0;
        try {
            while (accepted < stream.length) {
                limited.decode(stream, accepted, accepted + 16);
                accepted += 16;
                held = Math.max(held, heldArrayElements(limited));
            }
        } catch (ProtocolException e) {
            assertThat(e.violation()).isEqualTo(Violation.FIELDS_TOO_LARGE);
        }
        assertThat(accepted).isBetween(8192 - 16, 8192);
        assertThat(held).isBetween(8192 - 16, 2 * 8192);
        assertThat(heldArrayElements(limited)).isZero();
    }

    @Test
    void aGiantPieceIsNotCopied() {
        byte[] stream = new byte[10 << 20];
        Arrays.fill(stream, (byte) 'a');
        assertThatThrownBy(() -> decoder.decode(stream, 0, stream.length))
                .isInstanceOfSatisfying(ProtocolException.class, e -> assertThat(e.violation())
                        .isEqualTo(Violation.REQUEST_LINE_TOO_LONG));
    }

    @Test
    void aSecuredConnectionMayBeAskedForHttps() throws ProtocolException {
        byte[] octets = Wire.octets("GET https://b/ HTTP/1.1⏎Host: a⏎⏎");
        RequestDecoder secured = new RequestDecoder(new HeadLimits(100, 3), true);
        secured.decode(octets, 0, octets.length);
        assertThat(secured.takeHead().scheme()).isEqualTo("https");
        assertRefused("GET https://b/ HTTP/1.1⏎Host: a⏎⏎", Violation.MISDIRECTED);
    }

    @Test
    void violationsAreCheap() {
        ProtocolException exception = new ProtocolException(Violation.BARE_CR);
        assertThat(exception.getStackTrace()).isEmpty();
        assertThat(exception).hasMessage(Violation.BARE_CR.text());
    }

    @Test
    void violationsCanBeShown() {
        for (Violation violation : Violation.values()) {
            assertThat(violation.text()).matches("[A-Z][ -~]*\\.");
            assertThat(violation.clause()).matches("RFC \\d{4} §.*");
            assertThat(violation.status()).isIn(400, 408, 413, 414, 417, 421, 431, 501, 505);
            assertThat(violation.closes()).isTrue();
        }
    }

    private static void assertRefused(String text, Violation violation) {
        byte[] octets = Wire.octets(text);
        assertThatThrownBy(() -> new RequestDecoder(new HeadLimits(100, 3)).decode(octets, 0, octets.length))
                .isInstanceOfSatisfying(
                        ProtocolException.class, e -> assertThat(e.violation()).isEqualTo(violation));
    }

    private void assertFits(String text, boolean fits, Violation otherwise) {
        byte[] octets = Wire.octets(text);
        if (fits) {
            assertThat(assertDecodes(octets).headers().first("Host")).isEqualTo("a");
        } else {
            assertRefused(text, otherwise);
        }
    }

    private DecodedHead assertDecodes(byte[] octets) {
        try {
            decoder.decode(octets, 0, octets.length);
            return decoder.takeHead();
        } catch (ProtocolException e) {
            throw new AssertionError(e);
        }
    }

    /** The elements of all arrays that an object holds, itself or through the codec's objects in its fields. */
    private static int heldArrayElements(Object object) throws IllegalAccessException {
        int elements = 0;
        for (Field field : object.getClass().getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) || field.getType().isPrimitive()) {
                continue;
            }
            field.setAccessible(true);
            Object value = field.get(object);
            if (value != null && value.getClass().isArray()) {
                elements += Array.getLength(value);
            } else if (value instanceof FieldScanner || value instanceof OctetBuffer) {
                elements += heldArrayElements(value);
            }
        }
        return elements;
    }
}
