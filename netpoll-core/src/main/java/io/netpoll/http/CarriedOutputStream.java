package io.netpoll.http;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Leaves what it does to helpers, whenever an event loop carries its caller. Meant to stand behind a buffer. */
final class CarriedOutputStream extends FilterOutputStream {

    CarriedOutputStream(OutputStream out) {
        super(out);
    }

    @Override
    public void write(int octet) throws IOException {
        BlockingWork.<IOException>run(() -> out.write(octet));
    }

    @Override
    public void write(byte[] content, int offset, int length) throws IOException {
        BlockingWork.<IOException>run(() -> out.write(content, offset, length));
    }

    @Override
    public void flush() throws IOException {
        BlockingWork.<IOException>run(out::flush);
    }

    @Override
    public void close() throws IOException {
        BlockingWork.<IOException>run(out::close);
    }
}
