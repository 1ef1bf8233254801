package io.netpoll.boot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** What tests need of a client. */
public final class TestHttp {

    private static final int READ_TIMEOUT = 10_000;

    private TestHttp() {}

    /** Sends a request on a connection of its own. */
    public static HttpResponse<String> send(int port, String method, String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .timeout(Duration.ofSeconds(10))
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Sends a GET request on a connection of its own. */
    public static HttpResponse<String> get(int port, String path) {
        return send(port, "GET", path);
    }

    /** The body of a 200 response. */
    public static String body(int port, String path) {
        HttpResponse<String> response = get(port, path);
        if (response.statusCode() != HttpURLConnection.HTTP_OK) {
            throw new AssertionError(path + " was answered with " + response.statusCode() + ": " + response.body());
        }
        return response.body();
    }

    /** A connection that waits at most ten seconds for each byte. */
    public static Socket connect(int port) throws IOException {
        Socket socket = new Socket("localhost", port);
        socket.setSoTimeout(READ_TIMEOUT);
        return socket;
    }

    /** Sends the head of a GET request. */
    public static void writeGet(Socket socket, String path) throws IOException {
        String head = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    }

    /** All that comes until the server closes. */
    public static String readToEnd(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    /** What comes until a text has come. */
    public static String readUntil(Socket socket, String end) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf(end) < 0) {
            int octet = socket.getInputStream().read();
            if (octet < 0) {
                throw new AssertionError("Closed after: " + text);
            }
            text.append((char) octet);
        }
        return text.toString();
    }

    /** Whether nothing comes any more because the server has closed or reset the connection. */
    public static boolean hasEnded(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (SocketException e) {
            return true;
        }
    }

    /** Whether nobody listens on a port. */
    public static boolean isRefused(int port) {
        try (Socket socket = new Socket("localhost", port)) {
            return !socket.isConnected();
        } catch (IOException e) {
            return true;
        }
    }

    /** A port that was free a moment ago. */
    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
