package io.netpoll.handler;

import static io.netpoll.handler.CompressionPolicy.LOOP_LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netpoll.handler.CompressionPolicy.Treatment;
import io.netpoll.http.FieldList;
import io.netpoll.http.ResponseHead;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompressionPolicyTest {

    private static final CompressionOptions DEFAULTS =
            CompressionOptions.builder().build();
    private static final CompressionOptions WEAKENING =
            CompressionOptions.builder().weakenEntityTags(true).build();

    private final FieldList asked = new FieldList().add("Accept-Encoding", "gzip");

    private Treatment decide(CompressionOptions options, ResponseHead head, long length) {
        return new CompressionPolicy(options).decide(new Request("GET", asked), head, length, false);
    }

    private Treatment decide(ResponseHead head) {
        return decide(DEFAULTS, head, 5_000);
    }

    private static ResponseHead html(int status) {
        return new ResponseHead(status).with("Content-Type", "text/html;charset=utf-8");
    }

    @ParameterizedTest
    @CsvSource({"-1, COMPRESSED", "0, UNTOUCHED", "2047, UNTOUCHED", "2048, COMPRESSED"})
    void theLengthCountsIfItIsKnown(long length, Treatment treatment) {
        assertThat(decide(DEFAULTS, html(200), length)).isEqualTo(treatment);
    }

    @Test
    void nothingIsCompressedEvenWithoutAMinimum() {
        assertThat(decide(CompressionOptions.builder().minimumSize(0).build(), html(200), 0))
                .isEqualTo(Treatment.UNTOUCHED);
    }

    @ParameterizedTest
    @CsvSource({
        "text/html, COMPRESSED",
        "TEXT/HTML, COMPRESSED",
        "application/json, COMPRESSED",
        "application/json;charset=utf-8, COMPRESSED",
        "image/png, UNTOUCHED",
        "application/vnd.api+json, UNTOUCHED",
        "text, UNTOUCHED",
        "test~plain, UNTOUCHED",
        "'', UNTOUCHED"
    })
    void theTypeHasToBeListed(String type, Treatment treatment) {
        assertThat(decide(new ResponseHead(200).with("Content-Type", type))).isEqualTo(treatment);
    }

    @Test
    void whatHasNoTypeIsLeftAsItIs() {
        assertThat(decide(new ResponseHead(200))).isEqualTo(Treatment.UNTOUCHED);
    }

    @ParameterizedTest
    @CsvSource({"image/*, image/png, COMPRESSED", "*/*, anything, COMPRESSED", "image/s, image/svg+xml, COMPRESSED"})
    void aListedTypeIsABeginning(String listed, String type, Treatment treatment) {
        CompressionOptions options =
                CompressionOptions.builder().mediaTypes(List.of(listed)).build();
        assertThat(decide(options, new ResponseHead(200).with("Content-Type", type), 5_000))
                .isEqualTo(treatment);
    }

    @ParameterizedTest
    @CsvSource({
        "200, COMPRESSED",
        "404, COMPRESSED",
        "500, COMPRESSED",
        "204, UNTOUCHED",
        "205, UNTOUCHED",
        "206, UNTOUCHED"
    })
    void theStatusHasToHaveContentOfItsOwn(int status, Treatment treatment) {
        assertThat(decide(html(status))).isEqualTo(treatment);
    }

    @ParameterizedTest
    @CsvSource({
        "Content-Encoding, br",
        "Content-Encoding, gzip",
        "Content-Range, bytes 0-1/2",
        "Repr-Digest, sha-256=:AA==:",
        "Content-Digest, sha-256=:AA==:",
        "Digest, sha-256=AA==",
        "Content-MD5, AA==",
        "Cache-Control, 'public, No-Transform'",
        "ETag, '\"abc\"'"
    })
    void whatDescribesTheOctetsKeepsThem(String name, String value) {
        assertThat(decide(html(200).with(name, value))).isEqualTo(Treatment.UNTOUCHED);
    }

    @Test
    void aStrongEntityTagIsWeakenedIfThatIsWanted() {
        ResponseHead head = html(200).with("ETag", "\"abc\"");
        assertThat(decide(WEAKENING, head, 5_000)).isEqualTo(Treatment.COMPRESSED);
        assertThat(new CompressionPolicy(WEAKENING).compressed(head).fields().first("ETag"))
                .isEqualTo("W/\"abc\"");
        assertThat(head.fields().first("ETag")).isEqualTo("\"abc\"");
        assertThat(decide(html(200).with("ETag", "W/\"abc\""))).isEqualTo(Treatment.COMPRESSED);
    }

    @Test
    void notModifiedHasTheFieldsOfWhatTheClientHas() {
        ResponseHead head = new ResponseHead(304).with("ETag", "\"abc\"");
        assertThat(decide(head)).isEqualTo(Treatment.UNTOUCHED);
        assertThat(decide(WEAKENING, head, 0)).isEqualTo(Treatment.VARIES);
        assertThat(decide(DEFAULTS, new ResponseHead(304).with("Content-Type", "image/png"), 0))
                .isEqualTo(Treatment.UNTOUCHED);
        CompressionPolicy policy = new CompressionPolicy(WEAKENING);
        asked.add("If-None-Match", "\"abc\"");
        assertThat(policy.varying(new Request("GET", asked), head).fields().first("ETag"))
                .isEqualTo("\"abc\"");
        asked.set("If-None-Match", "\"x\", W/\"abc\"");
        ResponseHead weak = policy.varying(new Request("GET", asked), head);
        assertThat(weak.fields().first("ETag")).isEqualTo("W/\"abc\"");
        assertThat(weak.fields().all("Vary")).containsExactly("Accept-Encoding");
    }

    @Test
    void whoDoesNotAskIsToldThatOthersGetSomethingElse() {
        asked.clear();
        assertThat(decide(html(200))).isEqualTo(Treatment.VARIES);
        assertThat(decide(DEFAULTS, html(200), 100)).isEqualTo(Treatment.UNTOUCHED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Old/1.0 (bad)", "Old/1.0"})
    void aClientMayBeExcluded(String userAgent) {
        asked.add("User-Agent", userAgent);
        CompressionOptions options = CompressionOptions.builder()
                .excludedUserAgents(List.of(Pattern.compile("Nobody"), Pattern.compile("Old/.*")))
                .build();
        assertThat(decide(options, html(200), 5_000)).isEqualTo(Treatment.VARIES);
        asked.set("User-Agent", "Not Old/1.0");
        assertThat(decide(options, html(200), 5_000)).isEqualTo(Treatment.COMPRESSED);
    }

    @Test
    void onALoopContentHasToBeKnownToBeSmall() {
        CompressionPolicy policy = new CompressionPolicy(DEFAULTS);
        Request request = new Request("GET", asked);
        assertThat(policy.decide(request, html(200), LOOP_LIMIT, true)).isEqualTo(Treatment.COMPRESSED);
        assertThat(policy.decide(request, html(200), LOOP_LIMIT + 1, true)).isEqualTo(Treatment.UNTOUCHED);
        assertThat(policy.decide(request, html(200), -1, true)).isEqualTo(Treatment.UNTOUCHED);
        assertThat(policy.decide(new Request("CONNECT", asked), html(200), -1, false))
                .isEqualTo(Treatment.UNTOUCHED);
    }

    @ParameterizedTest
    @CsvSource({
        "Origin, 'Origin, Accept-Encoding'",
        "*, *",
        "accept-encoding, accept-encoding",
        "'Origin , Accept-Encoding', 'Origin , Accept-Encoding'",
        "'', Accept-Encoding"
    })
    void varyHasTheFieldOnce(String before, String after) {
        ResponseHead head = html(200).with("vary", before).with("Accept-Ranges", "bytes");
        ResponseHead compressed = new CompressionPolicy(DEFAULTS).compressed(head);
        assertThat(compressed.fields().all("Vary")).containsExactly(after);
        assertThat(compressed.fields().contains("Accept-Ranges")).isFalse();
        assertThat(compressed.fields().all("Content-Encoding")).containsExactly("gzip");
    }

    @Test
    void severalLinesOfVaryBecomeOne() {
        ResponseHead head = html(200).with("Vary", "Origin").with("Vary", "Cookie");
        assertThat(new CompressionPolicy(DEFAULTS).compressed(head).fields().all("Vary"))
                .containsExactly("Origin, Cookie, Accept-Encoding");
    }

    @Test
    void aMinimumBelowZeroIsRefusedByItsName() {
        assertThatThrownBy(() -> CompressionOptions.builder().minimumSize(-1).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("minimumSize");
    }
}
