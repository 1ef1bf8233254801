package io.netpoll.boot;

/** The application asks for something that this version of netpoll does not do and must not leave out silently. */
public final class UnsupportedConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String action;

    /**
     * Says what and why.
     *
     * @param message what was asked for
     * @param action what to do instead
     */
    public UnsupportedConfigurationException(String message, String action) {
        super(message);
        this.action = action;
    }

    /** What to do instead. */
    public String getAction() {
        return action;
    }
}
