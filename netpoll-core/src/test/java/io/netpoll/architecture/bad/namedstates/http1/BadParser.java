package io.netpoll.architecture.bad.namedstates.http1;

/** Which number is which? */
final class BadParser {

    private int phase = -1;

    int next() {
        return ++phase;
    }
}
