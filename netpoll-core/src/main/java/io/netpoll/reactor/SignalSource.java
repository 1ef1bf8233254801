package io.netpoll.reactor;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One way in which signals reach a descriptor. */
interface SignalSource extends AutoCloseable {

    /** A descriptor that is readable while there is a signal to take. */
    int fd();

    /** Takes a signal, or answers {@code null} if none has come. */
    @Nullable PosixSignal take() throws IOException;

    @Override
    void close();
}
