package io.netpoll.architecture.bad.privatestates.net;

/** Values of a state. */
enum Direction {
    READ,
    WRITE
}
