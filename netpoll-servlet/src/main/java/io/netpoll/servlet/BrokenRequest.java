package io.netpoll.servlet;

import io.netpoll.http.ClientFailureException;
import java.io.EOFException;
import java.io.IOException;

/** Why a request could not be read to its end, in terms of what its sender is told. */
final class BrokenRequest {

    private BrokenRequest() {}

    /** 408 if the content stalled (RFC 9110 §15.5.9), what the server says of broken framing, 400 for the rest. */
    static int status(IOException cause) {
        return cause instanceof ClientFailureException failure ? failure.status() : BadRequestException.BAD_REQUEST;
    }

    /** Whether the sender may still be there to be told: it was too slow, broke the framing, or closed its sending side. */
    static boolean mayBeAnswered(IOException cause) {
        return cause instanceof ClientFailureException || cause instanceof EOFException;
    }
}
