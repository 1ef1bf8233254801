package io.netpoll.servlet;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.Objects;

/**
 * Encodes characters into a response. It holds no octets back, so that resetting the response's buffer forgets all that was
 * written; what it may hold is the first half of a surrogate pair.
 */
final class ResponseWriter extends Writer {

    private static final int BLOCK = 1024;

    private final OutputStream out;
    private final CharsetEncoder encoder;
    private final ByteBuffer octets;
    private final CharBuffer half = CharBuffer.allocate(2);
    private boolean ended;

    ResponseWriter(OutputStream out, Charset charset) {
        this.out = out;
        this.encoder = charset.newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        this.octets = ByteBuffer.allocate(BLOCK);
    }

    @Override
    public void write(char[] text, int offset, int length) throws IOException {
        encode(CharBuffer.wrap(text, offset, length));
    }

    @Override
    public void write(String text, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, text.length());
        encode(CharBuffer.wrap(text, offset, offset + length));
    }

    /** After the end everything is dropped, as by the response itself. */
    private void encode(CharBuffer text) throws IOException {
        if (ended) {
            return;
        }
        if (half.position() > 0 && text.hasRemaining()) {
            half.put(text.get());
            half.flip();
            run(half, false);
            half.clear();
        }
        run(text, false);
        if (text.hasRemaining()) {
            half.put(text.get());
        }
    }

    private void run(CharBuffer text, boolean end) throws IOException {
        CoderResult result;
        do {
            result = encoder.encode(text, octets, end);
            out.write(octets.array(), 0, octets.position());
            octets.clear();
        } while (result.isOverflow());
    }

    /** Writes a half that nothing followed, and what the encoding puts at its end. */
    void end() throws IOException {
        if (ended) {
            return;
        }
        ended = true;
        half.flip();
        run(half, true);
        half.clear();
        encoder.flush(octets);
        out.write(octets.array(), 0, octets.position());
        octets.clear();
    }

    /** Forgets what has been written. */
    void reset() {
        half.clear();
        encoder.reset();
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        end();
        out.close();
    }
}
