package io.netpoll.http1.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netpoll.http.Headers;
import io.netpoll.http.HttpVersion;
import io.netpoll.http.TargetForm;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecodedHeadTest {

    /** What a request line and a Host field mean. */
    record TargetRow(
            String line,
            String host,
            TargetForm form,
            @Nullable String scheme,
            String authority,
            String path,
            @Nullable String query) {}

    static List<TargetRow> targets() {
        return List.of(
                new TargetRow("GET /", "a", TargetForm.ORIGIN, null, "a", "/", null),
                new TargetRow("GET /?", "a:8", TargetForm.ORIGIN, null, "a:8", "/", ""),
                new TargetRow("GET /a/%2F;p=1?b?c", "", TargetForm.ORIGIN, null, "", "/a/%2F;p=1", "b?c"),
                new TargetRow("GET //evil.example/", "a", TargetForm.ORIGIN, null, "a", "//evil.example/", null),
                new TargetRow("GET http://b", "a", TargetForm.ABSOLUTE, "http", "b", "/", null),
                new TargetRow("GET http://b:1/", "a", TargetForm.ABSOLUTE, "http", "b:1", "/", null),
                new TargetRow("GET http://b?q=http://c/", "a", TargetForm.ABSOLUTE, "http", "b", "/", "q=http://c/"),
                new TargetRow("GET HTTPS://[::1]:2/x?y", "a", TargetForm.ABSOLUTE, "https", "[::1]:2", "/x", "y"),
                new TargetRow("GET s+1.x-y://b/x", "a", TargetForm.ABSOLUTE, "s+1.x-y", "b", "/x", null),
                new TargetRow("OPTIONS *", "a", TargetForm.ASTERISK, null, "a", "*", null),
                new TargetRow("OPTIONS /x", "a", TargetForm.ORIGIN, null, "a", "/x", null),
                new TargetRow("CONNECT b:443", "a", TargetForm.AUTHORITY, null, "b:443", "", null));
    }

    @ParameterizedTest
    @MethodSource("targets")
    void targets(TargetRow row) throws ProtocolException {
        DecodedHead head = head(row.line() + " HTTP/1.1⏎Host: " + row.host() + "⏎⏎");
        for (int time = 1; time <= 2; time++) {
            TargetRow seen = new TargetRow(
                    head.method() + " " + head.target(),
                    row.host(),
                    head.targetForm(),
                    head.scheme(),
                    head.authority(),
                    head.path(),
                    head.query());
            assertThat(seen).isEqualTo(row);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"})
    void wellKnownMethodsAreConstants(String method) throws ProtocolException {
        DecodedHead head = head(method + " / HTTP/1.1⏎Host: a⏎⏎");
        assertThat(head.method()).isSameAs(method.intern());
        assertThat(head.isHead()).isEqualTo(method.equals("HEAD"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"G", "get", "GEX", "HEAP", "PURGE", "CONNECTS", "MKCALENDAR", "!#$%&'*+-.^_`|~9"})
    void otherTokensAreMethodsToo(String method) throws ProtocolException {
        assertThat(head(method + " / HTTP/1.1⏎Host: a⏎⏎").method()).isEqualTo(method);
    }

    @ParameterizedTest
    @CsvSource({"1.0, HTTP_1_0", "1.1, HTTP_1_1", "1.2, HTTP_1_1", "1.9, HTTP_1_1"})
    void versions(String text, HttpVersion version) throws ProtocolException {
        assertThat(head("GET / HTTP/" + text + "⏎Host: a⏎⏎").version()).isEqualTo(version);
    }

    @Test
    void http10NeedsNoHost() throws ProtocolException {
        DecodedHead head = head("GET / HTTP/1.0⏎⏎");
        assertThat(head.authority()).isEmpty();
        assertThat(head.headers().size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "A.b:",
                "a:0",
                "a:65535",
                "a:00080",
                "1.2.3.4",
                "999.1.1.1",
                "a_b",
                "a%20b",
                "!$&'()*+;=~",
                "[::1]:8080",
                "[::]",
                "[1::]",
                "[1:2:3:4:5:6:7:8]",
                "[1:2:3:4:5:6:7::]",
                "[::2:3:4:5:6:7:8]",
                "[a::b:C]",
                "[::1.2.3.4]",
                "[1:2:3:4:5:6:255.0.10.1]",
                "[v1.a:b,c]"
            })
    void validHosts(String host) throws ProtocolException {
        assertThat(head("GET / HTTP/1.1⏎Host:" + host + "⏎⏎").authority()).isEqualTo(host);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[:]",
                "[:::]",
                "[:1]",
                "[1:]",
                "[1::2::3]",
                "[1:2:3:4:5:6:7]",
                "[1:2:3:4:5:6:7:8:9]",
                "[1:2:3:4:5:6:7:8::]",
                "[12345::]",
                "[::1.2.3]",
                "[::1.2.3.4.5]",
                "[::1.2.3.256]",
                "[::01.2.3.4]",
                "[1:2:3:4:5:6:7:1.2.3.4]",
                "[::1.2.3.4:5]",
                "[v.a]",
                "[v1.]",
                "[v1a]",
                "[vg.a]",
                "[v1.%20]",
                "[::1]:x",
                "[::1",
                "]",
                "a]"
            })
    void invalidHosts(String host) {
        assertThatThrownBy(() -> head("GET / HTTP/1.1⏎Host:" + host + "⏎⏎"))
                .isInstanceOfSatisfying(
                        ProtocolException.class, e -> assertThat(e.violation()).isEqualTo(Violation.HOST_SYNTAX));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1.1 | ''                          | true",
                "1.1 | close                       | false",
                "1.1 | CLOSE                       | false",
                "1.1 | closed, xclose              | true",
                "1.1 | 'frob,\tclose\t,x'          | false",
                "1.1 | ',,close'                   | false",
                "1.1 | keep-alive, close           | false",
                "1.1 | upgrade                     | true",
                "1.0 | ''                          | false",
                "1.0 | Keep-Alive                  | true",
                "1.0 | x , keep-alive              | true",
                "1.0 | 'close,keep-alive'          | false",
            })
    void persistence(String version, String connection, boolean keepAlive) throws ProtocolException {
        DecodedHead head = head("GET / HTTP/" + version + "⏎Host: a⏎Connection: " + connection + "⏎⏎");
        assertThat(head.keepAlive()).isEqualTo(keepAlive);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1.1 | X: y                                            | NONE    | -1 | false",
                "1.1 | Content-Length: 0                               | NONE    | 0  | false",
                "1.1 | Content-Length: 7                               | LENGTH  | 7  | false",
                "1.1 | content-length: 9223372036854775807             | LENGTH  | 9223372036854775807 | false",
                "1.1 | Content-Length: 00000000000000000000000000007   | LENGTH  | 7  | false",
                "1.1 | 'Content-Length: 7 ,7⏎Content-Length: 07'       | LENGTH  | 7  | false",
                "1.1 | Transfer-Encoding: CHUNKED                      | CHUNKED | -1 | false",
                "1.1 | Expect: 100-continue                            | NONE    | -1 | false",
                "1.1 | Content-Length: 0⏎Expect: 100-continue          | NONE    | 0  | false",
                "1.1 | Content-Length: 7⏎Expect: 100-Continue          | LENGTH  | 7  | true",
                "1.1 | Expect: 100-continue⏎Transfer-Encoding: chunked | CHUNKED | -1 | true",
                "1.0 | Content-Length: 7⏎Expect: 100-continue          | LENGTH  | 7  | false",
            })
    void framing(String version, String fields, BodyFraming framing, long length, boolean expectsContinue)
            throws ProtocolException {
        DecodedHead head = head("POST / HTTP/" + version + "⏎Host: a⏎" + fields + "⏎⏎");
        assertThat(head.bodyFraming()).isEqualTo(framing);
        assertThat(head.contentLength()).isEqualTo(length);
        assertThat(head.expectsContinue()).isEqualTo(expectsContinue);
    }

    @Test
    void fieldsAreFoundWhateverTheirCase() throws ProtocolException {
        Headers headers = head("GET / HTTP/1.1⏎Host: h⏎X-A:\t 1 2 \t⏎x-a:⏎X-B: caf\u00e9⏎X-a: 3⏎⏎")
                .headers();
        assertThat(headers.size()).isEqualTo(5);
        assertThat(headers.name(2)).isEqualTo("x-a");
        assertThat(headers.value(2)).isEmpty();
        assertThat(headers.first("x-A")).isEqualTo("1 2");
        assertThat(headers.all("X-A")).containsExactly("1 2", "", "3");
        assertThat(headers.first("X-B")).isEqualTo("caf\u00e9");
        assertThat(headers.contains("x-b")).isTrue();
        assertThat(headers.names()).containsExactly("Host", "X-A", "X-B");
        assertThat(headers.first("X-")).isNull();
        assertThat(headers.first("X-\u00c1")).isNull();
        assertThat(headers.contains("")).isFalse();
        assertThat(headers.all("X-C")).isEmpty();
        assertThatThrownBy(() -> headers.name(5)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> headers.value(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void listMembersAreFoundInAnyLine() throws ProtocolException {
        Headers headers = head("GET / HTTP/1.1⏎Host: a⏎X: a , B,,c d⏎X:⏎x: e⏎⏎").headers();
        for (String member : List.of("a", "A", "b", "c d", "e", "")) {
            assertThat(headers.hasMember("X", member)).as(member).isTrue();
        }
        for (String member : List.of("c", "d", "ab", "a,b")) {
            assertThat(headers.hasMember("X", member)).as(member).isFalse();
        }
        assertThat(headers.hasMember("Y", "a")).isFalse();
    }

    private static DecodedHead head(String text) throws ProtocolException {
        byte[] octets = Wire.octets(text);
        RequestDecoder decoder = new RequestDecoder(Connection.LIMITS, true);
        assertThat(decoder.decode(octets, 0, octets.length)).isEqualTo(octets.length);
        return decoder.takeHead();
    }
}
