package io.netpoll.http1.codec;

import io.netpoll.http.FieldList;
import io.netpoll.http.FieldSyntax;
import io.netpoll.http.Headers;
import io.netpoll.http.HttpVersion;
import io.netpoll.http.RequestHead;
import io.netpoll.http.ResponseHead;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Writes response heads and the borders of chunks (RFC 9112 §4 to §7).
 *
 * <p>How a response is framed and whether its connection persists is the server's to say, once and without contradiction:
 * the application's Content-Length, Transfer-Encoding, Connection and Keep-Alive fields are left out and made anew. An Upgrade
 * field of the application's is sent, with the connection option it needs: 426 has to have one (RFC 9110 §15.5.22).
 */
public final class ResponseEncoder {

    private static final byte[] CONTINUE = octets("HTTP/1.1 100 Continue\r\n\r\n");
    private static final byte[] SWITCHING_PROTOCOLS =
            octets("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n");
    private static final byte[] COLON = octets(": ");
    private static final byte[] CRLF = octets("\r\n");
    private static final byte[] CONTENT_LENGTH = octets("Content-Length: ");
    private static final byte[] TRANSFER_ENCODING_CHUNKED = octets("Transfer-Encoding: chunked\r\n");
    private static final byte[] CONNECTION_CLOSE = octets("Connection: close\r\n");
    private static final byte[] CONNECTION_KEEP_ALIVE = octets("Connection: keep-alive\r\n");

    private static final byte[] CONNECTION_UPGRADE = octets("Connection: Upgrade\r\n");

    private static final byte[] LAST_CHUNK = octets("0\r\n");
    private static final byte[] TEXT_PLAIN = octets("Content-Type: text/plain\r\n");

    private static final int NO_CONTENT = 204;
    private static final int RESET_CONTENT = 205;
    private static final int NOT_MODIFIED = 304;
    private static final int SUCCESSFUL = 2;

    private static final int UPGRADE_LENGTH = "Upgrade".length();

    /** Colon, space, CR and LF. */
    private static final int FIELD_LINE_EXTRA = 4;

    private ResponseEncoder() {}

    /** Appends the interim response that asks for a request's content (RFC 9110 §15.2.1). */
    public static void continueResponse(OctetBuffer out) {
        out.append(CONTINUE);
    }

    /**
     * How a response is framed.
     *
     * @param length the octets of content there will be, or −1 if that is not known
     */
    public static ResponseFraming framing(RequestHead request, int status, long length) {
        if (request.method().equals("CONNECT") && status / 100 == SUCCESSFUL && status != NO_CONTENT) {
            // What follows is a tunnel, and it has no framing (RFC 9110 §9.3.6).
            return ResponseFraming.UNTIL_CLOSE;
        }
        if (!allowsContent(request, status)) {
            return ResponseFraming.NO_CONTENT;
        }
        if (length >= 0) {
            return ResponseFraming.LENGTH;
        }
        return request.version() == HttpVersion.HTTP_1_0 ? ResponseFraming.UNTIL_CLOSE : ResponseFraming.CHUNKED;
    }

    /** Whether the application asked for the connection to be closed after its response. */
    public static boolean wantsClose(ResponseHead head) {
        return head.fields().hasMember("Connection", "close");
    }

    /**
     * Appends a response's head.
     *
     * @param framing what {@link #framing} said
     * @param length the octets of content, −1 if not known. If no content is sent, a length above 0 is still told to the
     *     client in answer to HEAD and with 304; 0 is not, since who sends no content hardly knows what GET would have sent
     *     (RFC 9110 §8.6)
     * @param close whether the connection ends with this response; it does in any case if that is what frames it
     * @param dateLine a whole Date line, used unless the application has set Date
     * @param serverLine a whole Server line, used unless the application has set Server; {@code null} for none
     */
    public static void head(
            OctetBuffer out,
            RequestHead request,
            ResponseHead head,
            ResponseFraming framing,
            long length,
            boolean close,
            byte[] dateLine,
            byte @Nullable [] serverLine) {
        out.append(StatusLines.of(head.status()));
        boolean upgrade = applicationFields(out, head.fields());
        if (!head.fields().contains("Date")) {
            out.append(dateLine);
        }
        if (serverLine != null && !head.fields().contains("Server")) {
            out.append(serverLine);
        }
        framingFields(out, head.status(), framing, length);
        connectionField(out, request.version(), close || framing == ResponseFraming.UNTIL_CLOSE, upgrade);
        out.append(CRLF);
    }

    /**
     * Appends the line in front of a chunk's data.
     *
     * @param size octets of data, at least 1: a chunk of size 0 would end the content
     */
    public static void chunkStart(OctetBuffer out, int size) {
        if (size < 1) {
            throw new IllegalArgumentException("Not the size of a chunk: " + size);
        }
        out.appendHex(size).append(CRLF);
    }

    /** Appends what follows a chunk's data. */
    public static void chunkEnd(OctetBuffer out) {
        out.append(CRLF);
    }

    /**
     * Appends the end of chunked content.
     *
     * @param trailers sent behind it, but for those that may not be trailers (RFC 9110 §6.5.1) or are not valid
     */
    public static void lastChunk(OctetBuffer out, Headers trailers) {
        out.append(LAST_CHUNK);
        if (trailers.size() > 0) {
            FieldList permitted = TrailerFields.permitted(trailers);
            for (int i = 0; i < permitted.size(); i++) {
                fieldLine(out, permitted.name(i), permitted.value(i));
            }
        }
        out.append(CRLF);
    }

    /**
     * Appends the head that ends HTTP on a connection, 101 (RFC 9110 §15.2.2).
     *
     * @param protocol the protocol that follows
     * @param fields further fields, without those that are the server's to send
     * @throws IllegalArgumentException if the protocol cannot stand in a field
     */
    public static void switchingProtocols(
            OctetBuffer out, String protocol, FieldList fields, byte[] dateLine, byte @Nullable [] serverLine) {
        if (protocol.isEmpty() || !FieldSyntax.isValue(protocol)) {
            throw new IllegalArgumentException("Not the name of a protocol (RFC 9110 §7.8)");
        }
        out.append(SWITCHING_PROTOCOLS);
        fieldLine(out, "Upgrade", protocol);
        for (int i = 0; i < fields.size(); i++) {
            if (!isOurs(fields.name(i)) && !fields.name(i).equalsIgnoreCase("Upgrade")) {
                fieldLine(out, fields.name(i), fields.value(i));
            }
        }
        out.append(dateLine);
        if (serverLine != null) {
            out.append(serverLine);
        }
        out.append(CRLF);
    }

    /**
     * Appends the whole response to a violation, after which the connection ends.
     *
     * @param toHead whether the request was HEAD, so that no content follows (RFC 9110 §9.3.2)
     */
    public static void violation(
            OctetBuffer out, Violation violation, boolean toHead, byte[] dateLine, byte @Nullable [] serverLine) {
        out.append(StatusLines.of(violation.status()));
        out.append(dateLine);
        if (serverLine != null) {
            out.append(serverLine);
        }
        String text = violation.text();
        out.append(TEXT_PLAIN)
                .append(CONTENT_LENGTH)
                .appendDecimal(text.length())
                .append(CRLF);
        out.append(CONNECTION_CLOSE).append(CRLF);
        if (!toHead) {
            out.append(text);
        }
    }

    /** HEAD, 204, 205 and 304 (RFC 9110 §9.3.2, §15.3.5, §15.3.6, §15.4.5). */
    private static boolean allowsContent(RequestHead request, int status) {
        return switch (status) {
            case NO_CONTENT, RESET_CONTENT, NOT_MODIFIED -> false;
            default -> !request.method().equals("HEAD");
        };
    }

    /** Appends the fields that are the application's to set, and answers whether Upgrade was among them. */
    private static boolean applicationFields(OctetBuffer out, FieldList fields) {
        boolean upgrade = false;
        for (int i = 0; i < fields.size(); i++) {
            String name = fields.name(i);
            if (!isOurs(name)) {
                fieldLine(out, name, fields.value(i));
                upgrade |= name.length() == UPGRADE_LENGTH && name.equalsIgnoreCase("Upgrade");
            }
        }
        return upgrade;
    }

    /** Whether a field is the server's to send. The length of a name tells these from nearly all others. */
    private static boolean isOurs(String name) {
        return switch (name.length()) {
            case 10 -> name.equalsIgnoreCase("Connection") || name.equalsIgnoreCase("Keep-Alive");
            case 14 -> name.equalsIgnoreCase("Content-Length");
            case 17 -> name.equalsIgnoreCase("Transfer-Encoding");
            default -> false;
        };
    }

    private static void fieldLine(OctetBuffer out, String name, String value) {
        out.reserve(name.length() + value.length() + FIELD_LINE_EXTRA);
        out.append(name).append(COLON).append(value).append(CRLF);
    }

    private static void framingFields(OctetBuffer out, int status, ResponseFraming framing, long length) {
        switch (framing) {
            case LENGTH -> contentLength(out, length);
            case CHUNKED -> out.append(TRANSFER_ENCODING_CHUNKED);
            case NO_CONTENT -> noContent(out, status, length);
            case UNTIL_CLOSE -> {}
        }
    }

    private static void noContent(OctetBuffer out, int status, long length) {
        if (status == RESET_CONTENT) {
            contentLength(out, 0);
        } else if (status != NO_CONTENT && length > 0) {
            contentLength(out, length);
        }
    }

    private static void contentLength(OctetBuffer out, long length) {
        out.append(CONTENT_LENGTH).appendDecimal(length).append(CRLF);
    }

    /**
     * Persistence goes without saying in HTTP/1.1 and needs saying in HTTP/1.0 (RFC 9112 §9.3, §C.2.2). Upgrade is for this
     * connection only, which has to be said (RFC 9110 §7.8).
     */
    private static void connectionField(OctetBuffer out, HttpVersion version, boolean close, boolean upgrade) {
        if (upgrade) {
            out.append(CONNECTION_UPGRADE);
        }
        if (close) {
            out.append(CONNECTION_CLOSE);
        } else if (version == HttpVersion.HTTP_1_0) {
            out.append(CONNECTION_KEEP_ALIVE);
        }
    }

    private static byte[] octets(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
