package io.netpoll.http1.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpDateTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "784111777    | Sun, 06 Nov 1994 08:49:37 GMT",
                "0            | Thu, 01 Jan 1970 00:00:00 GMT",
                "-1           | Wed, 31 Dec 1969 23:59:59 GMT",
                "1709164800   | Thu, 29 Feb 2024 00:00:00 GMT",
                "253402300799 | Fri, 31 Dec 9999 23:59:59 GMT",
            })
    void dates(long epochSecond, String text) {
        assertThat(HttpDate.dateLine(epochSecond)).isEqualTo(Wire.octets("Date: " + text + "⏎"));
    }

    @Test
    void agreesWithTheCalendarForEveryDayOfFourYears() {
        DateTimeFormatter format = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US);
        for (long second = 1_700_000_000L; second < 1_826_000_000L; second += 86_413) {
            String expected = format.format(Instant.ofEpochSecond(second).atOffset(ZoneOffset.UTC));
            assertThat(HttpDate.dateLine(second)).isEqualTo(Wire.octets("Date: " + expected + "⏎"));
        }
    }
}
