package io.netpoll.benchmarks;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** One connection that is in use: a request, its answer, and again. */
final class LiveClient implements AutoCloseable {

    private static final byte[] REQUEST =
            "GET /plaintext HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = "Hello, World!".getBytes(StandardCharsets.US_ASCII);

    private final Socket socket;
    private final InputStream in;

    LiveClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoLinger(true, 0);
        in = new BufferedInputStream(socket.getInputStream());
    }

    void send(int requests) throws IOException {
        for (int i = 0; i < requests; i++) {
            socket.getOutputStream().write(REQUEST);
            skipAnswer();
        }
    }

    private void skipAnswer() throws IOException {
        for (int matched = 0; matched < END.length; ) {
            int octet = in.read();
            if (octet < 0) {
                throw new IOException("Closed");
            }
            matched = octet == END[matched] ? matched + 1 : octet == END[0] ? 1 : 0;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
