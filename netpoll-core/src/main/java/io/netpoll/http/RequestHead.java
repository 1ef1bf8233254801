package io.netpoll.http;

import org.jspecify.annotations.Nullable;

/**
 * A request's control data and header fields, checked against the grammar and otherwise as received. Immutable; any thread
 * may read it. Strings are made when asked for.
 */
public interface RequestHead {

    /** The method, case-sensitive (RFC 9110 §9.1). */
    String method();

    /** The request target, octet for octet as received. */
    String target();

    /** Which of the four forms the target has. */
    TargetForm targetForm();

    /**
     * The path of the target, neither decoded nor normalised: {@code /} for an absolute form without a path, {@code *} for
     * the asterisk form, empty for the authority form.
     */
    String path();

    /** The query of the target without its question mark, not decoded; {@code null} without a question mark. */
    @Nullable String query();

    /** The scheme of an absolute-form target in lower case; {@code null} for the other forms. */
    @Nullable String scheme();

    /**
     * The authority the request is for: that of the target if it has one, otherwise the Host field (RFC 9112 §3.3). Empty
     * if the client sent an empty Host or, in HTTP/1.0, none. Behind a proxy that is believed, what that says the client
     * asked for.
     */
    String authority();

    /** The version the client spoke. */
    HttpVersion version();

    /** The header fields, in the order received. */
    Headers headers();
}
