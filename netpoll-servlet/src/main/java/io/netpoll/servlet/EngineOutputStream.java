package io.netpoll.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A response's content as the application writes it. */
final class EngineOutputStream extends ServletOutputStream {

    private final EngineResponse response;
    private final ResponseOutput output;
    private byte @Nullable [] single;

    EngineOutputStream(EngineResponse response, ResponseOutput output) {
        this.response = response;
        this.output = output;
    }

    @Override
    public void write(int octet) throws IOException {
        byte[] one = single;
        if (one == null) {
            one = new byte[1];
            single = one;
        }
        one[0] = (byte) octet;
        output.write(one, 0, 1);
    }

    @Override
    public void write(byte[] content, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, content.length);
        output.write(content, offset, length);
    }

    @Override
    public void write(ByteBuffer buffer) throws IOException {
        if (buffer.hasArray()) {
            output.write(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
            buffer.position(buffer.limit());
            return;
        }
        byte[] block = new byte[Math.min(buffer.remaining(), 8192)];
        while (buffer.hasRemaining()) {
            int n = Math.min(block.length, buffer.remaining());
            buffer.get(block, 0, n);
            output.write(block, 0, n);
        }
    }

    @Override
    public void flush() throws IOException {
        output.flush();
    }

    @Override
    public void close() throws IOException {
        response.closedByApplication();
    }

    @Override
    public boolean isReady() {
        return output.isReady();
    }

    @Override
    public void setWriteListener(WriteListener writeListener) {
        Objects.requireNonNull(writeListener, "writeListener");
        response.startNonBlocking(writeListener);
    }
}
