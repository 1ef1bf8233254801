package io.netpoll.sys;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** {@code <sys/sendfile.h>}: sendfile(2). */
public final class SendFiles {

    private static final MethodHandle SENDFILE =
            Downcalls.function("sendfile", JAVA_LONG, JAVA_INT, JAVA_INT, ADDRESS, JAVA_LONG);

    private SendFiles() {}

    /**
     * sendfile(2): how many octets, 0 at the end of the file, or {@code -errno}. May wait for a disk, even if the socket does
     * not block.
     *
     * @param offset holds where to begin and receives where it ended
     */
    public static long sendfile(CallState state, int socket, int file, MemorySegment offset, long count) {
        try {
            return state.result((long) SENDFILE.invokeExact(state.segment(), socket, file, offset, count));
        } catch (Throwable t) {
            throw Downcalls.unexpected(t);
        }
    }
}
