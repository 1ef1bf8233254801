package io.netpoll.net;

/**
 * Why a connection that has to begin with a header of the PROXY protocol was given up: a set that no peer can enlarge. Clauses
 * are those of HAProxy's {@code proxy-protocol.txt}.
 */
public enum ProxyHeaderFailure {
    /** The peer is none of the proxies that may send a header (§2, §5). */
    UNTRUSTED_PEER("the peer is not a trusted proxy"),
    /** What came is not a header: most likely of a client that has not come through the proxy, or a proxy that sends none. */
    NO_HEADER("what came does not begin with a header of the PROXY protocol"),
    /** A line of version 1 does not end within 107 octets (§2.1). */
    LINE_TOO_LONG("the line of version 1 has no end"),
    /** A line of version 1 is not of its grammar (§2.1). */
    MALFORMED_LINE("the line of version 1 is malformed"),
    /** A binary header is not of version 2 (§2.2). */
    UNKNOWN_VERSION("the version of a binary header is not 2"),
    /** A command that is neither LOCAL nor PROXY (§2.2). */
    UNKNOWN_COMMAND("the command is neither LOCAL nor PROXY"),
    /** An address family or a transport protocol that version 2 does not have (§2.2). */
    UNKNOWN_FAMILY("the address family or the transport protocol is unknown"),
    /** A binary header whose length has no room for the addresses of its family (§2.2). */
    ADDRESSES_TOO_SHORT("the length has no room for the addresses"),
    /** A type-length-value vector that ends behind the header, or a checksum that is not four octets, once (§2.2). */
    MALFORMED_VECTOR("a type-length-value vector is malformed"),
    /** The checksum is not that of the header (§2.2.3). */
    CHECKSUM("the checksum is not that of the header"),
    /** The connection ended within the header. */
    CLOSED("the connection ended within the header"),
    /** The header took too long to come. */
    TIMEOUT("the header did not come in time");

    private final String text;

    ProxyHeaderFailure(String text) {
        this.text = text;
    }

    /** The reason in words: a clause in English, without a full stop. */
    public String text() {
        return text;
    }
}
