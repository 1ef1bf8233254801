package io.netpoll.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnixAddressesTest {

    /** The {@code ~} stands for a zero octet. */
    @ParameterizedTest
    @CsvSource({"'', ''", "/run/a, /run/a", "~a, @a", "~a~b, @a@b", "a~b, ''"})
    void octetsAreAnAddressOrAsGoodAsNone(String octets, String path) {
        assertThat(UnixAddresses.of(octets.replace('~', '\0').getBytes(StandardCharsets.US_ASCII)))
                .hasToString(path);
    }
}
