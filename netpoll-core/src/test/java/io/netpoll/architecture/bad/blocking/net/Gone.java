package io.netpoll.architecture.bad.blocking.net;

import java.io.IOException;

/** Is synchronized because its superclass is. */
final class Gone extends IOException {

    private static final long serialVersionUID = 1;

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
