package io.netpoll.http1.codec;

/**
 * What a client may do wrong: for each violation the clause that says so, the status it is answered with, and a sentence
 * that may be shown to the client because it repeats nothing the client sent.
 */
public enum Violation {
    /** More empty lines before a request than anybody sends by mistake. */
    TOO_MANY_EMPTY_LINES("RFC 9112 §2.2", 400, "Too many empty lines before the request line."),
    /** The method is empty or has a character that no token has. */
    METHOD_SYNTAX("RFC 9112 §3.1", 400, "The method is not a token."),
    /** The request line is not method, target and version with one space between them. */
    REQUEST_LINE_SYNTAX("RFC 9112 §3", 400, "The request line is not method, target and version."),
    /** The request target has a character that no URI has, or a fragment. */
    TARGET_CHARACTER("RFC 9112 §3.2", 400, "The request target has a character that no URI has."),
    /** The request target has none of the four forms, or not one that its method may have. */
    TARGET_FORM("RFC 9112 §3.2", 400, "The request target has a form that the method does not allow."),
    /** The authority in the request target is not a host with an optional port. */
    TARGET_AUTHORITY("RFC 9112 §3.2.2, §3.2.3", 400, "The authority of the request target is not valid."),
    /** An https resource is asked for on a connection that is not secured. */
    MISDIRECTED("RFC 9110 §7.4", 421, "This connection is not secured, as the request target wants it."),
    /** What comes on a connection that has to be secured is not TLS. Found by the connection: no HTTP is read there. */
    PLAINTEXT_ON_TLS("RFC 9110 §4.2.2", 400, "This port speaks TLS: the URI has to begin with https."),
    /** A TLS handshake on a connection that is not secured. */
    TLS_ON_PLAINTEXT("RFC 9112 §3.1", 400, "This port does not speak TLS: the URI has to begin with http."),
    /** The request line is longer than the whole head may be. */
    REQUEST_LINE_TOO_LONG("RFC 9112 §3", 414, "The request target is too long."),
    /** The protocol version is not spelled as HTTP/digit.digit. */
    VERSION_SYNTAX("RFC 9112 §2.3", 400, "The protocol version is not valid."),
    /** A major version other than 1. */
    VERSION_UNSUPPORTED("RFC 9110 §15.6.6", 505, "This protocol version is not supported."),
    /** A line ends in LF without CR. */
    BARE_LF("RFC 9112 §2.2", 400, "A line does not end in CR LF."),
    /** A CR that no LF follows. */
    BARE_CR("RFC 9112 §2.2", 400, "A carriage return stands alone."),

    /** White space between the request line and the first field line. */
    SPACE_BEFORE_FIELDS("RFC 9112 §2.2", 400, "White space follows the request line."),
    /** A field line that continues the one before. */
    LINE_FOLDING("RFC 9112 §5.2", 400, "A field is folded over several lines."),
    /** White space between a field's name and its colon. */
    SPACE_BEFORE_COLON("RFC 9112 §5.1", 400, "White space precedes the colon of a field."),
    /** A field name that is empty or no token. */
    FIELD_NAME("RFC 9110 §5.1", 400, "A field name is not a token."),
    /** A field line that ends before a colon. */
    FIELD_WITHOUT_COLON("RFC 9112 §5", 400, "A field line has no colon."),
    /** A field value with a control character. */
    FIELD_VALUE("RFC 9110 §5.5", 400, "A field value has a control character."),
    /** The head is larger than the limit, and not because of its request line. */
    FIELDS_TOO_LARGE("RFC 6585 §5", 431, "The header fields are too large."),
    /** More field lines than the limit. */
    TOO_MANY_FIELDS("RFC 6585 §5", 431, "There are too many header fields."),

    /** HTTP/1.1 without Host. */
    HOST_MISSING("RFC 9112 §3.2", 400, "The Host field is missing."),
    /** More than one Host line. */
    HOST_REPEATED("RFC 9112 §3.2", 400, "There is more than one Host field."),
    /** Host is neither empty nor a host with an optional port. */
    HOST_SYNTAX("RFC 9112 §3.2, RFC 9110 §7.2", 400, "The Host field is not valid."),

    /** Content-Length is not a decimal number. */
    CONTENT_LENGTH_SYNTAX("RFC 9112 §6.3, RFC 9110 §8.6", 400, "The Content-Length field is not a number."),
    /** Several values of Content-Length that differ. */
    CONTENT_LENGTH_CONFLICT("RFC 9112 §6.3", 400, "The Content-Length fields differ."),
    /** More content than can be counted or is wanted. */
    CONTENT_TOO_LARGE("RFC 9110 §15.5.14", 413, "The content is too large."),
    /** Content-Length beside Transfer-Encoding. */
    LENGTH_AND_CODING("RFC 9112 §6.1", 400, "Content-Length and Transfer-Encoding exclude each other."),
    /** Transfer-Encoding from a client that cannot know it. */
    CODING_IN_HTTP_1_0("RFC 9112 §6.1", 400, "HTTP/1.0 has no Transfer-Encoding."),
    /** Transfer-Encoding is empty, has an empty member, or applies chunked twice or with parameters. */
    CODING_SYNTAX("RFC 9112 §6.1, §7", 400, "The Transfer-Encoding field is not valid."),
    /** Another coding than chunked comes last, so that the end of the request cannot be told. */
    CHUNKED_NOT_FINAL("RFC 9112 §6.3", 400, "The final transfer coding is not chunked."),
    /** A transfer coding besides chunked. */
    CODING_UNKNOWN("RFC 9112 §6.1", 501, "This transfer coding is not supported."),
    /** An expectation other than 100-continue. */
    EXPECTATION_UNKNOWN("RFC 9110 §10.1.1", 417, "This expectation is not supported."),

    /** A chunk size that is not a hexadecimal number, or is padded with too many zeros. */
    CHUNK_SIZE_SYNTAX("RFC 9112 §7.1", 400, "A chunk size is not a hexadecimal number."),
    /** A chunk size that cannot be counted. */
    CHUNK_TOO_LARGE("RFC 9112 §7.1", 413, "A chunk is too large."),
    /** A chunk extension that does not follow the grammar. */
    CHUNK_EXTENSION_SYNTAX("RFC 9112 §7.1.1", 400, "A chunk extension is not valid."),
    /** More octets of chunk extensions than anybody needs. */
    CHUNK_EXTENSIONS_TOO_LONG("RFC 9112 §7.1.1", 400, "The chunk extensions are too long."),
    /** The chunk's data is not followed by CR LF. */
    CHUNK_DATA_END("RFC 9112 §7.1", 400, "The data of a chunk does not end where its size says."),
    /** The trailer section is larger than the limit. */
    TRAILERS_TOO_LARGE("RFC 6585 §5", 431, "The trailer fields are too large."),

    /** The client closed the connection inside a head. */
    HEAD_INCOMPLETE("RFC 9112 §8", 400, "The request ended before its header fields did."),
    /** The client closed the connection inside the content. */
    CONTENT_INCOMPLETE("RFC 9112 §8", 400, "The request ended before its content did."),
    /** The rest of a request did not arrive in time. Found by the connection: the codec knows no time. */
    REQUEST_TIMEOUT("RFC 9110 §15.5.9", 408, "The request did not arrive in time.");

    private final String clause;
    private final int status;
    private final String text;

    Violation(String clause, int status, String text) {
        this.clause = clause;
        this.status = status;
        this.text = text;
    }

    /** The clauses that forbid it, such as {@code RFC 9112 §5.1}. */
    public String clause() {
        return clause;
    }

    /** The status code it is answered with. */
    public int status() {
        return status;
    }

    /** An English sentence in ASCII for the client. */
    public String text() {
        return text;
    }

    /**
     * Whether the connection ends with the answer. It always does: after any of these it is in doubt where the next request
     * begins, or what the client is going to send.
     */
    public boolean closes() {
        return true;
    }
}
