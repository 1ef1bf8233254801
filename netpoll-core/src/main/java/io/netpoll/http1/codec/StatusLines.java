package io.netpoll.http1.codec;

import java.nio.charset.StandardCharsets;

/** Status lines (RFC 9112 §4) with the reason phrases of IANA's registry of status codes. */
final class StatusLines {

    private static final int FIRST = 100;
    private static final int LAST = 599;
    private static final byte[][] LINES = new byte[LAST - FIRST + 1][];

    private static final String REGISTERED = """
            100 Continue
            101 Switching Protocols
            102 Processing
            103 Early Hints
            104 Upload Resumption Supported
            200 OK
            201 Created
            202 Accepted
            203 Non-Authoritative Information
            204 No Content
            205 Reset Content
            206 Partial Content
            207 Multi-Status
            208 Already Reported
            226 IM Used
            300 Multiple Choices
            301 Moved Permanently
            302 Found
            303 See Other
            304 Not Modified
            305 Use Proxy
            307 Temporary Redirect
            308 Permanent Redirect
            400 Bad Request
            401 Unauthorized
            402 Payment Required
            403 Forbidden
            404 Not Found
            405 Method Not Allowed
            406 Not Acceptable
            407 Proxy Authentication Required
            408 Request Timeout
            409 Conflict
            410 Gone
            411 Length Required
            412 Precondition Failed
            413 Content Too Large
            414 URI Too Long
            415 Unsupported Media Type
            416 Range Not Satisfiable
            417 Expectation Failed
            421 Misdirected Request
            422 Unprocessable Content
            423 Locked
            424 Failed Dependency
            425 Too Early
            426 Upgrade Required
            428 Precondition Required
            429 Too Many Requests
            431 Request Header Fields Too Large
            451 Unavailable For Legal Reasons
            500 Internal Server Error
            501 Not Implemented
            502 Bad Gateway
            503 Service Unavailable
            504 Gateway Timeout
            505 HTTP Version Not Supported
            506 Variant Also Negotiates
            507 Insufficient Storage
            508 Loop Detected
            510 Not Extended
            511 Network Authentication Required
            """;

    static {
        for (int status = FIRST; status <= LAST; status++) {
            // Without a phrase the space in front of it stays.
            set(status, status + " ");
        }
        REGISTERED.lines().forEach(line -> set(Integer.parseInt(line, 0, 3, 10), line));
    }

    private StatusLines() {}

    /**
     * The status line of a code from 100 to 599, CR LF included.
     *
     * @return a shared array, not to be changed
     */
    static byte[] of(int status) {
        return LINES[status - FIRST];
    }

    private static void set(int status, String codeAndPhrase) {
        LINES[status - FIRST] = ("HTTP/1.1 " + codeAndPhrase + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }
}
