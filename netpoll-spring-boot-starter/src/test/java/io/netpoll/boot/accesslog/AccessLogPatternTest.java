package io.netpoll.boot.accesslog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessLogPatternTest {

    private final AccessLogTokens tokens = new AccessLogTokens(new AccessLogSettings());

    /** Every token of Tomcat's AccessLogValve. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "%a",
                "%A",
                "%b",
                "%B",
                "%D",
                "%F",
                "%h",
                "%H",
                "%I",
                "%l",
                "%m",
                "%p",
                "%q",
                "%r",
                "%s",
                "%S",
                "%t",
                "%T",
                "%u",
                "%U",
                "%v",
                "%X",
                "%{remote}a",
                "%{peer}a",
                "%{x}c",
                "%{x}i",
                "%{c}L",
                "%{x}o",
                "%{local}p",
                "%{remote}p",
                "%{x}r",
                "%{x}s",
                "%{sec}t",
                "%{msec}t",
                "%{msec_frac}t",
                "%{begin:sec}t",
                "%{end:sec}t",
                "%{dd/MMM/yyyy HH:mm:ss.msec_frac}t",
                "%{s}T",
                "%{ms}T",
                "%{us}T",
                "%{ns}T",
                "%{fracsec}T"
            })
    void tokenOfTomcatIsKnown(String token) {
        assertThat(AccessLogPattern.parse(token, tokens).parts())
                .singleElement()
                .isInstanceOf(AccessLogPattern.Token.class);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "%h %z %s, '%z' at position 4 is not known",
                "%{x}y, '%{x}y' at position 1 is not known",
                "%{x}a, '%{x}a' at position 1 is not known",
                "%{total}P, '%{total}P' at position 1 is not known",
                "a %, '%' at position 3 is cut off",
                "%{x}, '%{x}' at position 1 is cut off",
                "%{x, '%{x' at position 1 has no closing brace"
            })
    void tokenThatIsNoneIsNamed(String pattern, String message) {
        assertThatThrownBy(() -> AccessLogPattern.parse(pattern, tokens))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The token " + message);
    }

    @Test
    void dateFormatThatIsNoneIsRefused() {
        assertThatThrownBy(() -> AccessLogPattern.parse("%{bb{}t", tokens))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void percentStandsForItselfWhenItIsDoubled() {
        assertThat(AccessLogPattern.parse("100%% %%a", tokens).parts())
                .containsExactly(new AccessLogPattern.Literal("100% %a"));
    }

    /** The examples of RFC 5952 §1 and §4. */
    @ParameterizedTest
    @CsvSource({
        "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
        "2001:0db8:0000:0000:0001:0000:0000:0001, 2001:db8::1:0:0:1",
        "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
        "2001:0:0:1:0:0:0:1, 2001:0:0:1::1",
        "2001:DB8::A, 2001:db8::a",
        "::, ::",
        "::1, ::1",
        "1::, 1::",
        "fe80:0:0:0:0:0:0:1, fe80::1",
        "1:2:3:4:5:6:0:0, 1:2:3:4:5:6::"
    })
    void addressHasItsShortestForm(String address, String expected) throws UnknownHostException {
        assertThat(AccessLogAddresses.shortest(InetAddress.getByName(address).getAddress()))
                .isEqualTo(expected);
    }
}
