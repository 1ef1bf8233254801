package io.netpoll.http1.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OctetBufferTest {

    private final OctetBuffer buffer = new OctetBuffer(0);

    @Test
    void growsAsItIsFilled() {
        for (int i = 0; i < 1000; i++) {
            buffer.append((byte) 'a').append("bc").append(Wire.octets("xdef"), 1, 3);
        }
        assertThat(Wire.text(buffer)).isEqualTo("abcdef".repeat(1000));
        assertThat(buffer.array().length).isBetween(6000, 12000);
    }

    @Test
    void keepsItsArrayWhenCleared() {
        byte[] array = buffer.reserve(10).array();
        buffer.append("0123456789");
        buffer.clear();
        assertThat(buffer.length()).isZero();
        assertThat(buffer.append("x").array()).isSameAs(array);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 9, 10, 99, 100, 12345, 1_000_000_000_000L, Long.MAX_VALUE})
    void decimal(long number) {
        assertThat(Wire.text(buffer.appendDecimal(number))).isEqualTo(Long.toString(number));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15, 16, 4096, Integer.MAX_VALUE, -1})
    void hexadecimal(int number) {
        assertThat(Wire.text(buffer.appendHex(number))).isEqualTo(Integer.toHexString(number));
    }

    @Test
    void joinsWithoutChanging() {
        buffer.append("ab").reserve(10);
        assertThat(buffer.joinedWith(Wire.octets("xcdx"), 1, 3)).isEqualTo(Wire.octets("abcd"));
        assertThat(Wire.text(buffer)).isEqualTo("ab");
    }

    @Test
    void refusesPartsThatAreNotThere() {
        assertThatThrownBy(() -> buffer.append(new byte[3], 2, 2)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
