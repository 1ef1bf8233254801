package io.netpoll.http1.codec;

import java.util.Arrays;
import java.util.Objects;

/** Octets that are being collected, in an array that grows. Not safe for use by several threads. */
public final class OctetBuffer {

    private static final int LONGEST_DECIMAL = 20;
    private static final byte[] HEX_DIGITS = {
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
    };

    private byte[] array;
    private int length;

    /** An empty buffer with room for so many octets. */
    public OctetBuffer(int capacity) {
        this.array = new byte[capacity];
    }

    /** The octets, from 0 to {@link #length()}: the buffer's own array, until it grows. */
    public byte[] array() {
        return array;
    }

    /** How many octets there are. */
    public int length() {
        return length;
    }

    /** Forgets the octets and keeps the array. */
    public void clear() {
        length = 0;
    }

    /** A copy of the octets. */
    public byte[] toByteArray() {
        return Arrays.copyOf(array, length);
    }

    /** A new array with the octets and, behind them, {@code octets[from, to)}. */
    byte[] joinedWith(byte[] octets, int from, int to) {
        byte[] joined = Arrays.copyOf(array, length + to - from);
        System.arraycopy(octets, from, joined, length, to - from);
        return joined;
    }

    /** Makes room for so many octets more, so that appending them does not move the array. */
    public OctetBuffer reserve(int octets) {
        if (octets > array.length - length) {
            grow(octets);
        }
        return this;
    }

    /** Appends an octet. */
    public OctetBuffer append(byte octet) {
        reserve(1);
        array[length++] = octet;
        return this;
    }

    /** Appends all of an array. */
    public OctetBuffer append(byte[] octets) {
        return append(octets, 0, octets.length);
    }

    /** Appends a part of an array. */
    public OctetBuffer append(byte[] octets, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, octets.length);
        reserve(count);
        System.arraycopy(octets, offset, array, length, count);
        length += count;
        return this;
    }

    /** Appends a text in ISO-8859-1: the low eight bits of each character, so the caller sees to it that there are no others. */
    @SuppressWarnings("deprecation") // The one conversion that copies a Latin-1 string straight into an existing array.
    public OctetBuffer append(String text) {
        int count = text.length();
        reserve(count);
        text.getBytes(0, count, array, length);
        length += count;
        return this;
    }

    /** Appends a number that is not negative, in decimal. */
    public OctetBuffer appendDecimal(long number) {
        reserve(LONGEST_DECIMAL);
        int digits = 1;
        for (long rest = number; rest >= 10; rest /= 10) {
            digits++;
        }
        long rest = number;
        for (int i = length + digits - 1; i >= length; i--) {
            array[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
        return this;
    }

    /** Appends a number in lower-case hexadecimal without leading zeros, taking it as unsigned. */
    public OctetBuffer appendHex(int number) {
        int digits = Math.max(1, (Integer.SIZE - Integer.numberOfLeadingZeros(number) + 3) / 4);
        reserve(digits);
        for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
            array[length++] = HEX_DIGITS[number >>> shift & 0xF];
        }
        return this;
    }

    private void grow(int octets) {
        int needed = Math.addExact(length, octets);
        int doubled = (int) Math.min(Integer.MAX_VALUE - 8L, array.length * 2L);
        array = Arrays.copyOf(array, Math.max(needed, doubled));
    }
}
