package io.netpoll.http1.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netpoll.http.FieldList;
import io.netpoll.http.ResponseHead;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseEncoderTest {

    private static final byte[] DATE = HttpDate.dateLine(784_111_777);
    private static final byte[] SERVER = Wire.octets("Server: s⏎");
    private static final String DATE_TEXT = "Date: Sun, 06 Nov 1994 08:49:37 GMT⏎";

    private final OctetBuffer out = new OctetBuffer(4);

    @ParameterizedTest
    @CsvSource({
        "GET,     1.1, 200, 5,  LENGTH",
        "GET,     1.1, 200, 0,  LENGTH",
        "GET,     1.1, 200, -1, CHUNKED",
        "GET,     1.0, 200, 5,  LENGTH",
        "GET,     1.0, 200, -1, UNTIL_CLOSE",
        "HEAD,    1.1, 200, 5,  NO_CONTENT",
        "HEAD,    1.0, 200, -1, NO_CONTENT",
        "GET,     1.1, 204, 5,  NO_CONTENT",
        "GET,     1.1, 205, 5,  NO_CONTENT",
        "GET,     1.1, 304, -1, NO_CONTENT",
        "GET,     1.1, 404, -1, CHUNKED",
        "CONNECT, 1.1, 200, 0,  UNTIL_CLOSE",
        "CONNECT, 1.1, 204, 0,  NO_CONTENT",
        "CONNECT, 1.1, 205, 0,  UNTIL_CLOSE",
        "CONNECT, 1.1, 405, 0,  LENGTH",
    })
    void framing(String method, String version, int status, long length, ResponseFraming framing) throws Exception {
        assertThat(ResponseEncoder.framing(request(method, version), status, length))
                .isEqualTo(framing);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET  | 1.1 | 200 | 5   | false | 200 OK           | Content-Length: 5⏎",
                "GET  | 1.1 | 200 | 0   | false | 200 OK           | Content-Length: 0⏎",
                "GET  | 1.1 | 200 | 9223372036854775807 | false | 200 OK | Content-Length: 9223372036854775807⏎",
                "GET  | 1.1 | 200 | -1  | false | 200 OK           | Transfer-Encoding: chunked⏎",
                "GET  | 1.1 | 404 | 5   | true  | 404 Not Found    | Content-Length: 5⏎Connection: close⏎",
                "GET  | 1.0 | 200 | 5   | false | 200 OK           | Content-Length: 5⏎Connection: keep-alive⏎",
                "GET  | 1.0 | 200 | -1  | false | 200 OK           | Connection: close⏎",
                "HEAD | 1.1 | 200 | 5   | false | 200 OK           | Content-Length: 5⏎",
                "HEAD | 1.1 | 200 | 0   | false | 200 OK           | ''",
                "HEAD | 1.1 | 200 | -1  | false | 200 OK           | ''",
                "GET  | 1.1 | 204 | 5   | false | 204 No Content   | ''",
                "GET  | 1.1 | 205 | 5   | false | 205 Reset Content | Content-Length: 0⏎",
                "GET  | 1.1 | 304 | 5   | false | 304 Not Modified | Content-Length: 5⏎",
                "GET  | 1.1 | 304 | 0   | false | 304 Not Modified | ''",
                "GET  | 1.1 | 299 | 0   | false | '299 '           | Content-Length: 0⏎",
                "GET  | 1.1 | 599 | 0   | false | '599 '           | Content-Length: 0⏎",
            })
    void heads(String method, String version, int status, long length, boolean close, String line, String end)
            throws Exception {
        encode(method, version, new ResponseHead(status), length, close, null);
        assertThat(Wire.text(out)).isEqualTo("HTTP/1.1 " + line + "⏎" + DATE_TEXT + end + "⏎");
    }

    @Test
    void aTunnelHasNoFraming() throws Exception {
        DecodedHead request = request("CONNECT", "1.1");
        ResponseEncoder.head(out, request, new ResponseHead(200), ResponseFraming.UNTIL_CLOSE, 0, false, DATE, null);
        assertThat(Wire.text(out)).isEqualTo("HTTP/1.1 200 OK⏎" + DATE_TEXT + "Connection: close⏎⏎");
    }

    @Test
    void framingAndConnectionFieldsOfTheApplicationAreLeftOut() throws Exception {
        ResponseHead head = new ResponseHead(200)
                .with("X-A", "1")
                .with("content-length", "99")
                .with("TRANSFER-ENCODING", "gzip")
                .with("Connection", "x, Close")
                .with("Keep-Alive", "timeout=5")
                .with("x-a", "caf\u00e9\u00ff")
                .with("X-Empty", "");
        encode("GET", "1.1", head, 3, false, SERVER);
        assertThat(Wire.text(out))
                .isEqualTo("HTTP/1.1 200 OK⏎X-A: 1⏎x-a: caf\u00e9\u00ff⏎X-Empty: ⏎" + DATE_TEXT
                        + "Server: s⏎Content-Length: 3⏎⏎");
        assertThat(ResponseEncoder.wantsClose(head)).isTrue();
        assertThat(ResponseEncoder.wantsClose(new ResponseHead(200).with("Connection", "closed")))
                .isFalse();
    }

    @Test
    void dateAndServerOfTheApplicationWin() throws Exception {
        encode("GET", "1.1", new ResponseHead(200).with("DATE", "d").with("server", "t"), 0, false, SERVER);
        assertThat(Wire.text(out)).isEqualTo("HTTP/1.1 200 OK⏎DATE: d⏎server: t⏎Content-Length: 0⏎⏎");
    }

    @Test
    void everyStatusHasALine() {
        for (int status = 100; status < 600; status++) {
            String line = Wire.text(StatusLines.of(status), 0, StatusLines.of(status).length);
            assertThat(line).matches("HTTP/1\\.1 " + status + " [A-Za-z -]*\r\n");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "9, 9",
        "10, a",
        "15, f",
        "16, 10",
        "255, ff",
        "256, 100",
        "65536, 10000",
        "2147483647, 7fffffff"
    })
    void chunkSizesAreHexadecimal(int size, String hex) {
        ResponseEncoder.chunkStart(out, size);
        assertThat(Wire.text(out)).isEqualTo(hex + "⏎");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    void noChunkIsEmpty(int size) {
        assertThatThrownBy(() -> ResponseEncoder.chunkStart(out, size)).isInstanceOf(IllegalArgumentException.class);
        assertThat(out.length()).isZero();
    }

    @Test
    void trailersFollowTheLastChunk() {
        ResponseEncoder.chunkEnd(out);
        ResponseEncoder.lastChunk(out, new FieldList());
        FieldList trailers = new FieldList()
                .add("X-T", "1")
                .add("Content-Length", "5")
                .add("Digest", "")
                .add("TE", "x");
        ResponseEncoder.lastChunk(out, trailers);
        assertThat(Wire.text(out)).isEqualTo("⏎0⏎⏎0⏎X-T: 1⏎Digest: ⏎⏎");
    }

    @Test
    void trailersThatWouldEndALineAreDropped() {
        ResponseEncoder.lastChunk(out, new OneField("X", "a\r\nY: b"));
        ResponseEncoder.lastChunk(out, new OneField("X", "\u010a"));
        ResponseEncoder.lastChunk(out, new OneField("X:", "a"));
        assertThat(Wire.text(out)).isEqualTo("0⏎⏎0⏎⏎0⏎⏎");
    }

    @Test
    void continueIsAHeadOfItsOwn() {
        ResponseEncoder.continueResponse(out);
        assertThat(Wire.text(out)).isEqualTo("HTTP/1.1 100 Continue⏎⏎");
    }

    @ParameterizedTest
    @EnumSource
    void violationsAreAnsweredWhole(Violation violation) {
        ResponseEncoder.violation(out, violation, false, DATE, SERVER);
        assertThat(Wire.text(out))
                .startsWith("HTTP/1.1 " + violation.status() + " ")
                .contains("⏎" + DATE_TEXT + "Server: s⏎Content-Type: text/plain⏎Content-Length: "
                        + violation.text().length() + "⏎Connection: close⏎⏎")
                .endsWith("⏎⏎" + violation.text());
        out.clear();
        ResponseEncoder.violation(out, violation, true, DATE, SERVER);
        assertThat(Wire.text(out)).contains("Content-Length: ").endsWith("⏎⏎");
    }

    @Test
    void anUpgradeOfTheApplicationIsSentWithItsConnectionOption() throws Exception {
        encode("GET", "1.1", new ResponseHead(426).with("upgrade", "TLS/1.3"), 0, true, null);
        assertThat(Wire.text(out))
                .isEqualTo("HTTP/1.1 426 Upgrade Required⏎upgrade: TLS/1.3⏎" + DATE_TEXT
                        + "Content-Length: 0⏎Connection: Upgrade⏎Connection: close⏎⏎");
    }

    private void encode(
            String method, String version, ResponseHead head, long length, boolean close, byte @Nullable [] serverLine)
            throws ProtocolException {
        DecodedHead request = request(method, version);
        ResponseFraming framing = ResponseEncoder.framing(request, head.status(), length);
        ResponseEncoder.head(out, request, head, framing, length, close, DATE, serverLine);
    }

    private static DecodedHead request(String method, String version) throws ProtocolException {
        String target = method.equals("CONNECT") ? "a:1" : "/";
        byte[] octets = Wire.octets(method + " " + target + " HTTP/" + version + "⏎Host: a⏎⏎");
        RequestDecoder decoder = new RequestDecoder(Connection.LIMITS);
        decoder.decode(octets, 0, octets.length);
        return decoder.takeHead();
    }
}
