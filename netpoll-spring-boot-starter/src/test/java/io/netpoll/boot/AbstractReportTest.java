package io.netpoll.boot;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.boot.web.server.WebServer;

/** Situations in which other servers have gone wrong, as octets on a connection. */
abstract class AbstractReportTest extends AbstractWebServerTest {

    /** What servlets and filters have seen. */
    final List<String> seen = new CopyOnWriteArrayList<>();

    static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** All that comes for one request on a connection of its own. */
    static String send(WebServer server, String request) throws IOException {
        try (Socket socket = TestHttp.connect(server.getPort())) {
            write(socket, request);
            return TestHttp.readToEnd(socket);
        }
    }

    /** The answer to a request that asks for the connection to be closed. */
    static String get(WebServer server, String target, String... fields) throws IOException {
        return send(server, "GET " + target + " HTTP/1.1\r\nHost: a\r\n" + lines(fields) + "\r\n");
    }

    static String post(WebServer server, String target, String body, String... fields) throws IOException {
        return send(
                server,
                "POST " + target + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + body.length() + "\r\n" + lines(fields)
                        + "\r\n" + body);
    }

    private static String lines(String... fields) {
        return "Connection: close\r\n"
                + String.join(
                        "",
                        List.of(fields).stream().map(field -> field + "\r\n").toList());
    }

    static int status(String answer) {
        return Integer.parseInt(answer.substring(9, 12));
    }

    static String content(String answer) {
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }

    static String field(String answer, String name) {
        for (String line : answer.split("\r\n", -1)) {
            if (line.regionMatches(true, 0, name + ": ", 0, name.length() + 2)) {
                return line.substring(name.length() + 2);
            }
        }
        return "";
    }
}
