package io.netpoll.reactor;

import io.netpoll.sys.Errno;
import java.io.IOException;

/** A system call failed in a way the caller cannot go on from. The message names the call and the error. */
public final class SystemCallException extends IOException {

    private static final long serialVersionUID = 1L;

    private final int errno;

    /**
     * Makes an exception for a failed call.
     *
     * @param call the call's name, such as {@code epoll_ctl}
     * @param errno the error number, positive
     */
    public SystemCallException(String call, int errno) {
        super(call + ": " + Errno.text(errno));
        this.errno = errno;
    }

    /** The error number, such as 24 for EMFILE. */
    public int errno() {
        return errno;
    }

    /**
     * Lets a result pass if it is none of failure.
     *
     * @param call the call's name
     * @param result what it returned: not negative, or {@code -errno}
     * @return the result
     * @throws SystemCallException if the result is negative
     */
    public static int check(String call, int result) throws SystemCallException {
        if (result < 0) {
            throw new SystemCallException(call, -result);
        }
        return result;
    }
}
