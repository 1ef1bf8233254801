package io.netpoll.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Leaves what it does to helpers, whenever an event loop carries its caller. Meant to stand behind a buffer. */
final class CarriedInputStream extends FilterInputStream {

    CarriedInputStream(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        return BlockingWork.<Integer, IOException>call(in::read);
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        return BlockingWork.<Integer, IOException>call(() -> in.read(target, offset, length));
    }

    @Override
    public byte[] readAllBytes() throws IOException {
        return BlockingWork.<byte[], IOException>call(in::readAllBytes);
    }

    @Override
    public long skip(long count) throws IOException {
        return BlockingWork.<Long, IOException>call(() -> in.skip(count));
    }

    @Override
    public int available() throws IOException {
        return BlockingWork.<Integer, IOException>call(in::available);
    }

    @Override
    public void close() throws IOException {
        BlockingWork.<IOException>run(in::close);
    }
}
