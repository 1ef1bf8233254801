package io.netpoll.http1.codec;

import io.netpoll.http.HttpVersion;

/** What the fields of a request say about host, framing, persistence and expectation: read in one pass, then judged. */
final class ControlFields {

    private static final int NONE = -1;
    private static final String CONTINUE = "100-continue";

    private final FieldBlock fields;
    private final byte[] octets;
    private final boolean isHttp10;

    private int hostLine = NONE;
    private int codingLine = NONE;
    private boolean hasSeveralCodingLines;
    private boolean hasClose;
    private boolean hasKeepAlive;
    private boolean hasContinue;
    private long contentLength = NONE;

    ControlFields(FieldBlock fields, HttpVersion version) throws ProtocolException {
        this.fields = fields;
        this.octets = fields.octets;
        this.isHttp10 = version == HttpVersion.HTTP_1_0;
        for (int line = 0; line < fields.size(); line++) {
            read(line);
        }
        checkHost();
        checkCodings();
    }

    /** The line of the Host field; −1 if there is none. */
    int hostLine() {
        return hostLine;
    }

    BodyFraming bodyFraming() {
        if (codingLine != NONE) {
            return BodyFraming.CHUNKED;
        }
        return contentLength > 0 ? BodyFraming.LENGTH : BodyFraming.NONE;
    }

    /** What Content-Length says; −1 without one. */
    long contentLength() {
        return contentLength;
    }

    /** Whether the client wants the connection to persist (RFC 9112 §9.3). */
    boolean keepAlive() {
        return !hasClose && (!isHttp10 || hasKeepAlive);
    }

    /** Whether the client waits for 100 (Continue) before it sends content; never in HTTP/1.0 (RFC 9110 §10.1.1). */
    boolean expectsContinue() {
        return hasContinue && !isHttp10 && bodyFraming() != BodyFraming.NONE;
    }

    /** The length of a name tells the few that matter from nearly all others. */
    private void read(int line) throws ProtocolException {
        switch (fields.nameLength(line)) {
            case 4 -> readHost(line);
            case 6 -> readExpect(line);
            case 10 -> readConnection(line);
            case 14 -> readContentLength(line);
            case 17 -> readTransferEncoding(line);
            default -> {}
        }
    }

    private void readHost(int line) throws ProtocolException {
        if (fields.isNamed(line, "Host")) {
            if (hostLine != NONE) {
                throw new ProtocolException(Violation.HOST_REPEATED);
            }
            hostLine = line;
        }
    }

    private void readExpect(int line) throws ProtocolException {
        if (fields.isNamed(line, "Expect")) {
            int from = fields.valueStart(line);
            int to = fields.valueEnd(line, from);
            if (!Octets.listHasOnly(octets, from, to, CONTINUE)) {
                throw new ProtocolException(Violation.EXPECTATION_UNKNOWN);
            }
            hasContinue |= fields.valueContains(line, CONTINUE);
        }
    }

    private void readConnection(int line) {
        if (fields.isNamed(line, "Connection")) {
            hasClose |= fields.valueContains(line, "close");
            hasKeepAlive |= fields.valueContains(line, "keep-alive");
        }
    }

    private void readContentLength(int line) throws ProtocolException {
        if (fields.isNamed(line, "Content-Length")) {
            int from = fields.valueStart(line);
            long length = ContentLength.parse(octets, from, fields.valueEnd(line, from));
            if (contentLength != NONE && contentLength != length) {
                throw new ProtocolException(Violation.CONTENT_LENGTH_CONFLICT);
            }
            contentLength = length;
        }
    }

    private void readTransferEncoding(int line) {
        if (fields.isNamed(line, "Transfer-Encoding")) {
            hasSeveralCodingLines |= codingLine != NONE;
            codingLine = line;
        }
    }

    private void checkHost() throws ProtocolException {
        if (hostLine == NONE) {
            if (!isHttp10) {
                throw new ProtocolException(Violation.HOST_MISSING);
            }
            return;
        }
        int from = fields.valueStart(hostLine);
        int to = fields.valueEnd(hostLine, from);
        if (from < to && !Authority.isValid(octets, from, to)) {
            throw new ProtocolException(Violation.HOST_SYNTAX);
        }
    }

    private void checkCodings() throws ProtocolException {
        if (codingLine == NONE) {
            return;
        }
        if (contentLength != NONE) {
            throw new ProtocolException(Violation.LENGTH_AND_CODING);
        }
        if (isHttp10) {
            throw new ProtocolException(Violation.CODING_IN_HTTP_1_0);
        }
        if (hasSeveralCodingLines) {
            throw new ProtocolException(Violation.CODING_SYNTAX);
        }
        int from = fields.valueStart(codingLine);
        TransferCodings.requireChunkedOnly(octets, from, fields.valueEnd(codingLine, from));
    }
}
