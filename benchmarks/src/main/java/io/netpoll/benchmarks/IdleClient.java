package io.netpoll.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Opens connections, sends one request on each, reads the answer, and keeps them open; then prints a line. Arguments: the
 * port and how many. Ends with its input, and its connections with it: reset, so that no port is kept waiting.
 */
final class IdleClient {

    private static final byte[] REQUEST =
            "GET /plaintext HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private IdleClient() {}

    public static void main(String[] args) throws IOException {
        int port = Integer.parseInt(args[0]);
        List<SocketChannel> open = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            open.add(idle(port));
        }
        System.out.println(open.size());
        while (System.in.read() >= 0) {
            // Waits for the end of the input.
        }
        for (SocketChannel channel : open) {
            channel.close();
        }
    }

    private static SocketChannel idle(int port) throws IOException {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        channel.write(ByteBuffer.wrap(REQUEST));
        ByteBuffer answer = ByteBuffer.allocate(1_024);
        while (!text(answer).contains("Hello, World!")) {
            if (channel.read(answer) < 0) {
                throw new IOException("Closed after: " + text(answer));
            }
        }
        return channel;
    }

    private static String text(ByteBuffer received) {
        return StandardCharsets.US_ASCII.decode(received.duplicate().flip()).toString();
    }
}
