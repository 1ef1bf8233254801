package io.netpoll.http1.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netpoll.http.Headers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BodyDecoderTest {

    private final byte[] out = new byte[64];

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0⏎⏎                                              | ''",
                "5⏎hello⏎0⏎⏎                                      | hello",
                "3⏎hel⏎1⏎l⏎3⏎o, ⏎000⏎⏎                            | 'hello, '",
                "A⏎0123456789⏎a⏎0123456789⏎0⏎⏎                    | 01234567890123456789",
                "00000000000000000000000000000005⏎hello⏎0⏎⏎       | hello",
                "5;a=b;c⏎hello⏎0;last⏎⏎                           | hello",
                "5 \t; \ta \t=\t \"q;\\\"\" ; b=c⏎hello⏎0⏎⏎       | hello",
                "6⏎0⏎⏎0⏎0⏎⏎                                       | 0⏎⏎0",
            })
    void chunks(String wire, String content) throws ProtocolException {
        byte[] in = Wire.octets(wire + "GET");
        BodyDecoder decoder = chunked();
        assertThat(decoder.decode(in, 0, in.length, out, 0, out.length)).isEqualTo(in.length - 3);
        assertThat(Wire.text(out, 0, decoder.produced()))
                .isEqualTo(Wire.text(Wire.octets(content), 0, decoder.produced()));
        assertThat(decoder.produced()).isEqualTo(Wire.octets(content).length);
        assertThat(decoder.isFinished()).isTrue();
        assertThat(decoder.trailers().size()).isZero();
        decoder.endOfInput();
    }

    @Test
    void framingIsConsumedThoughThereIsNoRoom() throws ProtocolException {
        byte[] in = Wire.octets("2⏎ab⏎3⏎cde⏎0⏎⏎");
        BodyDecoder decoder = chunked();
        assertThat(decoder.decode(in, 0, in.length, out, 0, 0)).isEqualTo(3);
        assertThat(decoder.produced()).isZero();
        assertThat(decoder.decode(in, 3, in.length, out, 7, 2)).isEqualTo(10);
        assertThat(decoder.produced()).isEqualTo(2);
        assertThat(decoder.remainingInChunk()).isEqualTo(3);
        assertThat(decoder.decode(in, 10, in.length, out, 9, 3)).isEqualTo(in.length);
        assertThat(decoder.isFinished()).isTrue();
        assertThat(Wire.text(out, 7, 12)).isEqualTo("abcde");
        assertThat(out[6]).isZero();
        assertThat(out[12]).isZero();
    }

    @Test
    void contentMayBypassTheDecoder() throws ProtocolException {
        byte[] in = Wire.octets("a⏎");
        BodyDecoder decoder = chunked();
        assertThat(decoder.remainingInChunk()).isZero();
        decoder.decode(in, 0, in.length, out, 0, out.length);
        assertThat(decoder.remainingInChunk()).isEqualTo(10);
        decoder.consumed(0);
        decoder.consumed(4);
        assertThat(decoder.remainingInChunk()).isEqualTo(6);
        assertThatThrownBy(() -> decoder.consumed(7)).isInstanceOf(IllegalArgumentException.class);
        decoder.consumed(6);
        assertThat(decoder.remainingInChunk()).isZero();
        assertThat(decoder.isFinished()).isFalse();
        byte[] end = Wire.octets("⏎0⏎⏎");
        assertThat(decoder.decode(end, 0, end.length, out, 0, out.length)).isEqualTo(end.length);
        assertThat(decoder.isFinished()).isTrue();
    }

    @Test
    void onlyTrailersThatMayBeTrailersAreBelieved() throws ProtocolException {
        byte[] in = Wire.octets(
                "0⏎Content-Length: 9⏎Host: b⏎Authorization: x⏎X-Ok: 1⏎x-ok:\t2 ⏎If-Match: *⏎Content-Type: a⏎"
                        + "Content-Digest: d⏎X-Forwarded-For: c⏎Server-Timing: e⏎⏎");
        BodyDecoder decoder = chunked();
        decoder.decode(in, 0, in.length, out, 0, out.length);
        Headers trailers = decoder.trailers();
        assertThat(trailers.names()).containsExactly("Content-Digest", "Server-Timing", "X-Ok");
        assertThat(trailers.all("X-OK")).isEqualTo(List.of("1", "2"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void aBodyWithoutItsEndIsIncomplete(int received) throws ProtocolException {
        BodyDecoder decoder = chunked();
        decoder.decode(Wire.octets("1⏎a⏎0⏎⏎"), 0, received, out, 0, out.length);
        assertThat(decoder.isFinished()).isFalse();
        assertThatThrownBy(decoder::endOfInput).hasMessage(Violation.CONTENT_INCOMPLETE.text());
    }

    @Test
    void extensionsAreBoundedOverAllChunks() throws ProtocolException {
        BodyDecoder decoder = chunked();
        byte[] chunk = Wire.octets("1;abc⏎x⏎");
        for (int i = 0; i < 1024; i++) {
            decoder.decode(chunk, 0, chunk.length, out, 0, out.length);
        }
        assertThatThrownBy(() -> decoder.decode(chunk, 0, chunk.length, out, 0, out.length))
                .hasMessage(Violation.CHUNK_EXTENSIONS_TOO_LONG.text());
    }

    @Test
    void aLengthIsCounted() throws ProtocolException {
        byte[] in = Wire.octets("0123456789");
        BodyDecoder decoder = BodyDecoder.of(head("Content-Length: 8"), Connection.LIMITS);
        assertThat(decoder.remainingInChunk()).isEqualTo(8);
        assertThat(decoder.decode(in, 0, 10, out, 0, 3)).isEqualTo(3);
        assertThat(decoder.produced()).isEqualTo(3);
        decoder.consumed(1);
        assertThatThrownBy(decoder::endOfInput).hasMessage(Violation.CONTENT_INCOMPLETE.text());
        assertThatThrownBy(() -> decoder.consumed(5)).isInstanceOf(IllegalArgumentException.class);
        assertThat(decoder.decode(in, 4, 10, out, 3, 10)).isEqualTo(8);
        assertThat(decoder.produced()).isEqualTo(4);
        assertThat(decoder.isFinished()).isTrue();
        assertThat(decoder.remainingInChunk()).isZero();
        assertThat(Wire.text(out, 0, 7)).isEqualTo("0124567");
        assertThat(decoder.decode(in, 8, 10, out, 3, 10)).isEqualTo(8);
        assertThat(decoder.trailers().size()).isZero();
    }

    @Test
    void noContentIsFinishedAtOnce() throws ProtocolException {
        BodyDecoder decoder = BodyDecoder.of(head("X: y"), Connection.LIMITS);
        assertThat(decoder.isFinished()).isTrue();
        assertThat(decoder.decode(out, 3, 10, out, 0, 5)).isEqualTo(3);
        assertThat(decoder.produced()).isZero();
        assertThat(decoder.remainingInChunk()).isZero();
        decoder.consumed(0);
        assertThatThrownBy(() -> decoder.consumed(1)).isInstanceOf(IllegalArgumentException.class);
        decoder.endOfInput();
        Headers none = decoder.trailers();
        assertThat(none.first("X")).isNull();
        assertThatThrownBy(() -> none.name(0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> none.value(0)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void whatTheEncoderChunksComesOutAgain() throws ProtocolException {
        OctetBuffer wire = new OctetBuffer(1);
        for (String chunk : List.of("a", "0123456789abcdef", "x".repeat(40))) {
            ResponseEncoder.chunkStart(wire, chunk.length());
            wire.append(chunk);
            ResponseEncoder.chunkEnd(wire);
        }
        ResponseEncoder.lastChunk(wire, NoFields.INSTANCE);
        BodyDecoder decoder = chunked();
        assertThat(decoder.decode(wire.array(), 0, wire.length(), out, 0, out.length))
                .isEqualTo(wire.length());
        assertThat(Wire.text(out, 0, decoder.produced())).isEqualTo("a0123456789abcdef" + "x".repeat(40));
        assertThat(decoder.isFinished()).isTrue();
    }

    private static BodyDecoder chunked() throws ProtocolException {
        return BodyDecoder.of(head("Transfer-Encoding: chunked"), new HeadLimits(300, 20));
    }

    private static DecodedHead head(String field) throws ProtocolException {
        byte[] octets = Wire.octets("POST / HTTP/1.1⏎Host: a⏎" + field + "⏎⏎");
        RequestDecoder decoder = new RequestDecoder(Connection.LIMITS);
        decoder.decode(octets, 0, octets.length);
        return decoder.takeHead();
    }
}
