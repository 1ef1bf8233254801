package io.netpoll.servlet;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The reason phrases of RFC 9110 §15, and the page a client gets where the application has none. */
final class StatusText {

    private static final Map<Integer, String> PHRASES = Map.ofEntries(
            Map.entry(400, "Bad Request"),
            Map.entry(401, "Unauthorized"),
            Map.entry(402, "Payment Required"),
            Map.entry(403, "Forbidden"),
            Map.entry(404, "Not Found"),
            Map.entry(405, "Method Not Allowed"),
            Map.entry(406, "Not Acceptable"),
            Map.entry(407, "Proxy Authentication Required"),
            Map.entry(408, "Request Timeout"),
            Map.entry(409, "Conflict"),
            Map.entry(410, "Gone"),
            Map.entry(411, "Length Required"),
            Map.entry(412, "Precondition Failed"),
            Map.entry(413, "Content Too Large"),
            Map.entry(414, "URI Too Long"),
            Map.entry(415, "Unsupported Media Type"),
            Map.entry(416, "Range Not Satisfiable"),
            Map.entry(417, "Expectation Failed"),
            Map.entry(421, "Misdirected Request"),
            Map.entry(422, "Unprocessable Content"),
            Map.entry(426, "Upgrade Required"),
            Map.entry(428, "Precondition Required"),
            Map.entry(429, "Too Many Requests"),
            Map.entry(431, "Request Header Fields Too Large"),
            Map.entry(451, "Unavailable For Legal Reasons"),
            Map.entry(500, "Internal Server Error"),
            Map.entry(501, "Not Implemented"),
            Map.entry(502, "Bad Gateway"),
            Map.entry(503, "Service Unavailable"),
            Map.entry(504, "Gateway Timeout"),
            Map.entry(505, "HTTP Version Not Supported"));

    private StatusText() {}

    /** A page that says the status and nothing else: no message, no class, no server. */
    static byte[] page(int status) {
        String phrase = PHRASES.get(status);
        String title = phrase == null ? Integer.toString(status) : status + " " + phrase;
        String page = "<!doctype html><html lang=\"en\"><head><title>" + title + "</title></head><body><h1>" + title
                + "</h1></body></html>";
        return page.getBytes(StandardCharsets.US_ASCII);
    }

    /** The short note that goes with a redirect (RFC 9110 §15.4). */
    static byte[] redirectNote(String location) {
        String safe = location.replace("&", "&amp;").replace("\"", "&quot;").replace("<", "&lt;");
        String note = "<!doctype html><html lang=\"en\"><body><a href=\"" + safe + "\">" + safe + "</a></body></html>";
        return note.getBytes(StandardCharsets.US_ASCII);
    }
}
