package io.netpoll.http1.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.http.FieldList;
import io.netpoll.http.ResponseHead;
import io.netpoll.http1.codec.ResponseReader.Field;
import io.netpoll.http1.codec.ResponseReader.Response;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nothing an application sets adds a line or a second framing to its response (RFC 9112 §11.1). */
class ResponsePropertiesTest {

    private static final byte[] DATE = HttpDate.dateLine(784_111_777);

    @Test
    void noCharacterOfAValueEndsALine() {
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            String value = "a" + (char) c + "X-Injected: 1";
            ResponseHead head = new ResponseHead(200);
            boolean isAccepted = accepts(head.fields(), "Set-Cookie", value);
            assertThat(isAccepted).as("character %x", c).isEqualTo(FuzzChecks.isValue(value));
            if (isAccepted) {
                Response response = only(head);
                assertThat(response.all("Set-Cookie")).containsExactly(value);
                assertThat(response.fields()).hasSize(3);
            }
        }
    }

    @Test
    void noCharacterOfANameEndsALine() {
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            String name = "X" + (char) c + "Injected";
            ResponseHead head = new ResponseHead(200);
            boolean isAccepted = accepts(head.fields(), name, "1");
            assertThat(isAccepted).as("character %x", c).isEqualTo(FuzzChecks.isToken(name));
            if (isAccepted) {
                assertThat(only(head).fields()).hasSize(3).contains(new Field(name, "1"));
            }
        }
    }

    @Test
    void noCharacterOfATrailerEndsALine() {
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            OctetBuffer out = chunkedHead();
            ResponseEncoder.lastChunk(out, new OneField("X-T", "a" + (char) c + "X-Injected: 1"));
            List<Field> trailers = read(out).trailers();
            if (FuzzChecks.isValue(String.valueOf((char) c))) {
                assertThat(trailers).containsExactly(new Field("X-T", "a" + (char) c + "X-Injected: 1"));
            } else {
                assertThat(trailers).as("character %x", c).isEmpty();
            }
        }
    }

    @Test
    void noTrailerFramesOrSteers() {
        for (String name : List.of("Content-Length", "TRANSFER-ENCODING", "Connection", "Set-Cookie", "Location")) {
            OctetBuffer out = chunkedHead();
            ResponseEncoder.lastChunk(out, new OneField(name, "1"));
            assertThat(read(out).trailers()).as(name).isEmpty();
        }
    }

    @Test
    void nobodyButTheServerFrames() {
        for (String name : List.of("Content-Length", "content-length", "Transfer-Encoding", "TRANSFER-ENCODING")) {
            ResponseHead head = new ResponseHead(200).with(name, "99").with(name, "chunked");
            Response response = only(head);
            assertThat(response.all("Content-Length")).containsExactly("0");
            assertThat(response.all("Transfer-Encoding")).isEmpty();
        }
    }

    private static boolean accepts(FieldList fields, String name, String value) {
        try {
            fields.add(name, value);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static Response only(ResponseHead head) {
        OctetBuffer out = new OctetBuffer(64);
        ResponseEncoder.head(out, get(), head, ResponseFraming.LENGTH, 0, false, DATE, null);
        return read(out);
    }

    private static OctetBuffer chunkedHead() {
        OctetBuffer out = new OctetBuffer(64);
        ResponseEncoder.head(out, get(), new ResponseHead(200), ResponseFraming.CHUNKED, -1, false, DATE, null);
        return out;
    }

    private static Response read(OctetBuffer out) {
        List<Response> responses = ResponseReader.read(out.toByteArray(), List.of("GET"));
        assertThat(responses).hasSize(1);
        return responses.getFirst();
    }

    private static DecodedHead get() {
        return FuzzResponses.request("GET", 1);
    }
}
