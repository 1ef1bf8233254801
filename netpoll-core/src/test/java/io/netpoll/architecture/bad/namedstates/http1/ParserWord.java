package io.netpoll.architecture.bad.namedstates.http1;

/** Has its state in two bits of a word. */
final class ParserWord {

    private static final int STATE_BITS = 2;

    private long word;

    long next() {
        return word += 1L << STATE_BITS;
    }
}
