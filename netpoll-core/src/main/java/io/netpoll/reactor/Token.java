package io.netpoll.reactor;

/**
 * Names one registration with one loop: a slot of the loop's table and the generation that occupies it. A descriptor number
 * comes back after a close, a token never does; an event that carries an older generation is dropped.
 *
 * @param value the generation in the upper, the slot in the lower 32 bits
 */
public record Token(long value) {

    static Token of(int slot, int generation) {
        return new Token(((long) generation << 32) | slot);
    }

    /** The place in the loop's table, from 0. */
    public int slot() {
        return slot(value);
    }

    /** Which occupant of the slot is meant. */
    public int generation() {
        return generation(value);
    }

    static int slot(long value) {
        return (int) value;
    }

    static int generation(long value) {
        return (int) (value >>> 32);
    }
}
