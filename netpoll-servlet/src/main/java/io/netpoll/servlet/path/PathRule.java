package io.netpoll.servlet.path;

/** The reasons for which a request path is refused with status 400 (Servlet 6.1 §3.5.2). */
public enum PathRule {
    /** The path does not start with a slash. */
    NOT_ABSOLUTE,
    /** The target has a fragment. */
    FRAGMENT,
    /** A percent sign without two hexadecimal digits. */
    BAD_PERCENT,
    /** Decoded octets that are no UTF-8. */
    BAD_UTF8,
    /** {@code %2F}. */
    ENCODED_SLASH,
    /** A backslash, encoded or not. */
    BACKSLASH,
    /** A control character, encoded or not. */
    CONTROL_CHARACTER,
    /** A dot segment with a path parameter, such as {@code /..;/}. */
    DOT_SEGMENT_WITH_PARAMETER,
    /** A dot segment of which a dot is encoded. */
    ENCODED_DOT_SEGMENT,
    /** An empty segment with a path parameter, such as {@code /;a/}. */
    EMPTY_SEGMENT_WITH_PARAMETER,
    /** A double-dot segment after an empty one. */
    DOUBLE_DOT_AFTER_EMPTY_SEGMENT,
    /** A double-dot segment that leads above the root. */
    ABOVE_ROOT
}
