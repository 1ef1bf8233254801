package io.netpoll.http1;

import java.io.IOException;

/** An exchange took longer than the server allows. It has no stack trace: where that was noticed is of no interest. */
final class OvertimeException extends IOException {

    private static final long serialVersionUID = 1L;

    OvertimeException() {
        super("The request took longer than the server allows");
    }

    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
