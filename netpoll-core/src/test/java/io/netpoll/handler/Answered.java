package io.netpoll.handler;

/** A response was sent where none was expected to be. */
final class Answered extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Answered(int status) {
        super(Integer.toString(status));
    }
}
