package io.netpoll.http;

/**
 * The status and header fields of a response that is being made. Not safe for use by several threads; the sink reads it
 * when the head is sent and does not keep it.
 *
 * <p>How the content is framed is the sink's business: {@code Content-Length} and {@code Transfer-Encoding} set here are
 * not sent, the length is told to the sink instead. {@code Connection: close} is honoured.
 */
public final class ResponseHead {

    private final FieldList fields = new FieldList();
    private int status;

    /**
     * A head without fields.
     *
     * @param status the status code, 200 to 599
     */
    public ResponseHead(int status) {
        status(status);
    }

    /** The status code. */
    public int status() {
        return status;
    }

    /**
     * Changes the status code.
     *
     * @param status 200 to 599
     * @throws IllegalArgumentException for a code that is not final or not of three digits
     */
    public ResponseHead status(int status) {
        if (status < 200 || status > 599) {
            throw new IllegalArgumentException("Not a final status code: " + status);
        }
        this.status = status;
        return this;
    }

    /** The header fields, for reading and for changing. */
    public FieldList fields() {
        return fields;
    }

    /** Adds a field and returns this head. */
    public ResponseHead with(String name, String value) {
        fields.add(name, value);
        return this;
    }
}
