package io.netpoll.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/** A client that sends what it is told, octet for octet, and reports what came back. */
final class Client implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 20_000;

    /** How a connection ended. */
    enum End {
        /** The server closed its side. */
        CLOSED,
        /** The server reset the connection. */
        RESET,
        /** The server did neither. */
        OPEN
    }

    /** What is spoken on the socket. */
    @FunctionalInterface
    interface Layer {
        Socket on(Socket socket) throws IOException;
    }

    private final Socket transport;
    private final Socket socket;
    private boolean abrupt;
    private End end = End.OPEN;

    Client(int port) throws IOException {
        this(port, 0, socket -> socket);
    }

    /** A client whose kernel takes little before somebody reads; 0 for the usual buffer. */
    Client(int port, int receiveBuffer, Layer layer) throws IOException {
        this(InetAddress.getLoopbackAddress(), port, receiveBuffer, layer);
    }

    Client(int port, int receiveBuffer) throws IOException {
        this(InetAddress.getLoopbackAddress(), port, receiveBuffer);
    }

    Client(InetAddress host, int port, int receiveBuffer) throws IOException {
        this(host, port, receiveBuffer, socket -> socket);
    }

    Client(InetAddress host, int port, int receiveBuffer, Layer layer) throws IOException {
        transport = new Socket();
        if (receiveBuffer > 0) {
            transport.setReceiveBufferSize(receiveBuffer);
        }
        transport.connect(new InetSocketAddress(host, port));
        transport.setSoTimeout(PATIENCE_MILLIS);
        transport.setTcpNoDelay(true);
        socket = layer.on(transport);
    }

    Client send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    Client send(byte[] octets) throws IOException {
        socket.getOutputStream().write(octets);
        return this;
    }

    Client shutdownOutput() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    /** Makes the close a reset, without a word of TLS. */
    Client resetOnClose() throws IOException {
        abrupt = true;
        transport.setSoLinger(true, 0);
        return this;
    }

    /** Sends octets without what is spoken on the socket. */
    void sendBelow(String octets) throws IOException {
        transport.getOutputStream().write(octets.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Ends the sending side without a word of TLS. */
    void cut() throws IOException {
        transport.shutdownOutput();
        abrupt = true;
    }

    /** What TLS has agreed to carry. */
    String applicationProtocol() {
        return ((SSLSocket) socket).getApplicationProtocol();
    }

    /** Everything until the server ends the connection. */
    String receiveAll() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] buffer = new byte[64 * 1024];
        try {
            InputStream in = socket.getInputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                all.write(buffer, 0, read);
            }
            end = End.CLOSED;
        } catch (SocketTimeoutException e) {
            end = End.OPEN;
        } catch (SocketException e) {
            end = End.RESET;
        } catch (SSLException e) {
            end = e.getCause() instanceof SocketException ? End.RESET : End.CLOSED;
        }
        return all.toString(StandardCharsets.ISO_8859_1);
    }

    /** How many octets come until the server ends the connection. */
    long countAll() throws IOException {
        byte[] buffer = new byte[1 << 20];
        long count = 0;
        InputStream in = socket.getInputStream();
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            count += read;
        }
        return count;
    }

    /** At most so many octets of what is there. */
    void receive(int octets) throws IOException {
        socket.getInputStream()
                .readNBytes(Math.min(octets, socket.getInputStream().available()));
    }

    /** Everything up to and including a text. */
    String receiveUntil(String text) throws IOException {
        StringBuilder received = new StringBuilder();
        InputStream in = socket.getInputStream();
        while (received.indexOf(text) < 0) {
            int octet = in.read();
            if (octet < 0) {
                throw new IOException("Closed after: " + received);
            }
            received.append((char) octet);
        }
        return received.toString();
    }

    End end() {
        return end;
    }

    @Override
    public void close() throws IOException {
        (abrupt ? transport : socket).close();
    }
}
