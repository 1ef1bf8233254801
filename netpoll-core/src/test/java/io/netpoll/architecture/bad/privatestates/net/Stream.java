package io.netpoll.architecture.bad.privatestates.net;

/** Changes its own state. */
final class Stream {

    private Direction open = Direction.READ;

    Direction turn() {
        open = open == Direction.READ ? Direction.WRITE : Direction.READ;
        return open;
    }
}
