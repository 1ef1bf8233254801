package io.netpoll.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Stands between a client and a server: passes octets on one by one, and remembers what the server has sent. */
final class Relay implements AutoCloseable {

    private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private final Thread thread;
    private final int serverPort;

    Relay(int serverPort) throws IOException {
        this.serverPort = serverPort;
        this.thread = Thread.ofPlatform().daemon().start(this::relay);
    }

    int port() {
        return listener.getLocalPort();
    }

    private void relay() {
        try (Socket client = listener.accept();
                Socket server = new Socket()) {
            server.setTcpNoDelay(true);
            client.setTcpNoDelay(true);
            server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort));
            Thread back = Thread.ofPlatform().daemon().start(() -> pass(server, client, sent));
            pass(client, server, OutputStream.nullOutputStream());
            back.join();
        } catch (IOException | InterruptedException e) {
            // The test sees the end of the connection.
            Thread.currentThread().interrupt();
        }
    }

    private static void pass(Socket from, Socket to, OutputStream memory) {
        try {
            InputStream in = from.getInputStream();
            for (int octet = in.read(); octet >= 0; octet = in.read()) {
                memory.write(octet);
                to.getOutputStream().write(octet);
            }
            to.shutdownOutput();
        } catch (IOException e) {
            // One side is gone; the other is told by the close that follows.
        }
    }

    /** All that the server has sent, when both sides have closed. */
    byte[] sent() throws InterruptedException {
        thread.join(15_000);
        return sent.toByteArray();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
