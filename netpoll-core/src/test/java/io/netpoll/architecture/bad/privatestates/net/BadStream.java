package io.netpoll.architecture.bad.privatestates.net;

/** A state that others may change. */
final class BadStream {

    Direction open = Direction.READ;
}
