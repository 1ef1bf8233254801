package io.netpoll.http1.codec;

import io.netpoll.http.TargetForm;

/** The forms of a request target (RFC 9112 §3.2). Its characters have been checked already. */
final class Target {

    private static final String AFTER_SCHEME = "://";

    private Target() {}

    /**
     * The form of a target, its authority checked.
     *
     * @throws ProtocolException if it has none, or one that the method may not have
     */
    static TargetForm form(String method, byte[] octets, int from, int to) throws ProtocolException {
        if (method.equals("CONNECT")) {
            return require(
                    Authority.isValidWithPort(octets, from, to), TargetForm.AUTHORITY, Violation.TARGET_AUTHORITY);
        }
        if (octets[from] == '/') {
            return TargetForm.ORIGIN;
        }
        if (Octets.equals(octets, from, to, "*")) {
            return require(method.equals("OPTIONS"), TargetForm.ASTERISK, Violation.TARGET_FORM);
        }
        int authority = authorityStart(octets, from, to);
        if (authority < 0) {
            throw new ProtocolException(Violation.TARGET_FORM);
        }
        boolean isValid = Authority.isValid(octets, authority, authorityEnd(octets, authority, to));
        return require(isValid, TargetForm.ABSOLUTE, Violation.TARGET_AUTHORITY);
    }

    /** The position behind {@code scheme "://"}; −1 if a target does not start with that. */
    static int authorityStart(byte[] octets, int from, int to) {
        int schemeEnd = schemeEnd(octets, from, to);
        int start = schemeEnd + AFTER_SCHEME.length();
        boolean startsWithLetter = Octets.is(Octets.SCHEME, octets[from]) && (octets[from] | 0x20) >= 'a';
        return startsWithLetter && start <= to && Octets.equals(octets, schemeEnd, start, AFTER_SCHEME) ? start : -1;
    }

    static int schemeEnd(byte[] octets, int from, int to) {
        return Octets.skip(Octets.SCHEME, octets, from, to);
    }

    /** Where an authority ends: at the path, the query, or the end of the target. */
    static int authorityEnd(byte[] octets, int from, int to) {
        int i = from;
        while (i < to && octets[i] != '/' && octets[i] != '?') {
            i++;
        }
        return i;
    }

    private static TargetForm require(boolean isAllowed, TargetForm form, Violation otherwise)
            throws ProtocolException {
        if (!isAllowed) {
            throw new ProtocolException(otherwise);
        }
        return form;
    }
}
