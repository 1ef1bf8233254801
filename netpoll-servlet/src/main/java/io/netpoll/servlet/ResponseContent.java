package io.netpoll.servlet;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import org.jspecify.annotations.Nullable;

/** The one way in which the application writes a response's content: as a stream or by a writer (Servlet 6.1 §5.6). */
final class ResponseContent {

    private final EngineResponse response;
    private final ResponseOutput output;
    private @Nullable EngineOutputStream stream;
    private @Nullable ResponseWriter encoder;
    private @Nullable PrintWriter writer;

    ResponseContent(EngineResponse response, ResponseOutput output) {
        this.response = response;
        this.output = output;
    }

    EngineOutputStream stream() {
        if (writer != null) {
            throw new IllegalStateException("getWriter has been called for this response");
        }
        EngineOutputStream given = stream;
        if (given == null) {
            given = new EngineOutputStream(response, output);
            stream = given;
        }
        return given;
    }

    /** A writer in the type's encoding, which can no longer change then. */
    PrintWriter writer(ResponseType type) throws UnsupportedEncodingException {
        if (stream != null) {
            throw new IllegalStateException("getOutputStream has been called for this response");
        }
        PrintWriter given = writer;
        if (given == null) {
            Charset charset = charset(type.encoding());
            type.startWriting();
            ResponseWriter characters = new ResponseWriter(new EngineOutputStream(response, output), charset);
            encoder = characters;
            given = new SharedWriter(characters);
            writer = given;
        }
        return given;
    }

    /** An included servlet that closes the writer does not close it for its includer. */
    private final class SharedWriter extends PrintWriter {

        SharedWriter(ResponseWriter encoder) {
            super(encoder);
        }

        @Override
        public void close() {
            if (!response.isIncluding()) {
                super.close();
            }
        }
    }

    private static Charset charset(String name) throws UnsupportedEncodingException {
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            UnsupportedEncodingException unsupported = new UnsupportedEncodingException(name);
            unsupported.initCause(e);
            throw unsupported;
        }
    }

    /** Whether characters are written, not octets. */
    boolean hasWriter() {
        return writer != null;
    }

    /** Writes what the encoder has held back. */
    void end() throws IOException {
        if (encoder != null && !output.isEnded()) {
            encoder.end();
        }
    }

    /** Forgets the characters that the encoder holds back; the writer stays. */
    void resetBuffer() {
        if (encoder != null) {
            encoder.reset();
        }
    }

    /** Throws the content away, and the choice between stream and writer. */
    void clear() {
        output.reset();
        stream = null;
        writer = null;
        encoder = null;
    }
}
