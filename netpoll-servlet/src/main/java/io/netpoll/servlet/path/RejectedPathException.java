package io.netpoll.servlet.path;

/** A path that {@link CanonicalPath} refuses. Carries no stack trace: any client can cause one. */
public final class RejectedPathException extends Exception {

    private static final long serialVersionUID = 1L;

    private final PathRule rule;

    RejectedPathException(PathRule rule) {
        super("Request path refused: " + rule, null, false, false);
        this.rule = rule;
    }

    /** The rule that the path breaks. */
    public PathRule rule() {
        return rule;
    }
}
