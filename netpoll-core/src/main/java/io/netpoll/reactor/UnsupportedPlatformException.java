package io.netpoll.reactor;

/** netpoll cannot run here. The message says why and what to type or install. */
public final class UnsupportedPlatformException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message why, and what to do
     */
    public UnsupportedPlatformException(String message) {
        super(message);
    }

    UnsupportedPlatformException(String message, Throwable cause) {
        super(message, cause);
    }
}
