package io.netpoll.handler;

import static org.assertj.core.api.Assertions.assertThat;

import io.netpoll.http.FieldList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcceptEncodingTest {

    private static boolean prefersGzip(String... values) {
        FieldList fields = new FieldList();
        for (String value : values) {
            fields.add("accept-encoding", value);
        }
        return AcceptEncoding.prefersGzip(fields);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gzip",
                "GZIP",
                "x-gzip",
                "deflate, gzip, br",
                "*",
                "gzip;q=0.001",
                "gzip ; Q=1.000",
                "gzip;q=1.",
                "br;q=1, gzip;q=0.1",
                "identity;q=0.5, gzip;q=0.5",
                "identity;q=0, *",
                "gzip, *;q=0",
                ",, gzip,"
            })
    void gzipIsWanted(String value) {
        assertThat(prefersGzip(value)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "br",
                "identity",
                "gzip;q=0",
                "gzip;q=0.000",
                "*;q=0",
                "*, gzip;q=0",
                "gzip;q=0.5, identity;q=0.6",
                "identity, *;q=0.9",
                "gzip;q=2",
                "gzip;q=1.001",
                "gzip;q=0.0001",
                "gzip;q=-1",
                "gzip;q=",
                "gzip;level=9",
                "gzipped",
                "\"gzip\""
            })
    void gzipIsNotWanted(String value) {
        assertThat(prefersGzip(value)).isFalse();
    }

    @Test
    void linesAreOneListAndNoneSaysNothing() {
        assertThat(prefersGzip("br", "gzip")).isTrue();
        assertThat(prefersGzip()).isFalse();
    }
}
