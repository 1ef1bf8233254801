package io.netpoll.server;

import io.netpoll.http.Exchange;
import io.netpoll.http.ResponseHead;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * The server of a {@link ServerProcess}. It prints its port, and for each line of its input a line of numbers; it ends with
 * its input.
 */
final class ServerProcessMain {

    private static final int BUFFER = 64 * 1024;

    private ServerProcessMain() {}

    @SuppressWarnings("SystemOut") // the parent process reads it
    public static void main(String[] arguments) throws IOException {
        Duration limit = Duration.ofMillis(Long.parseLong(arguments[0]));
        AtomicLong exhausted = new AtomicLong();
        try (HttpServer server = HttpServer.builder()
                .bind(new InetSocketAddress(0))
                .handler(ServerProcessMain::handle)
                .options(TestedMode.options()
                        .reactors(1) // whose thread can be told
                        .headTimeout(limit)
                        .bodyTimeout(limit)
                        .keepAliveTimeout(limit)
                        .writeTimeout(limit)
                        .minimumRateGrace(limit)
                        .acceptBacklog(1_000)
                        .build())
                .listener(event -> {
                    if (event instanceof ServerEvent.AcceptExhausted) {
                        exhausted.incrementAndGet();
                    }
                })
                .build()) {
            server.start();
            System.out.println(server.port());
            BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            while (input.readLine() != null) {
                System.out.println(numbers(server.statistics()) + " exhausted=" + exhausted);
            }
        }
    }

    private static String numbers(ServerStatistics statistics) {
        return "accepted=" + statistics.connectionsAccepted()
                + " rejected=" + statistics.connectionsRejected()
                + " connections=" + statistics.connectionsCurrent()
                + " exchanges=" + statistics.exchangesOpen()
                + " received=" + statistics.bytesReceived()
                + " pending=" + statistics.bytesPending()
                + " waits=" + statistics.loops().getFirst().waits()
                + " "
                + statistics.expiries().entrySet().stream()
                        .map(expiry -> expiry.getKey() + "=" + expiry.getValue())
                        .collect(Collectors.joining(" "));
    }

    private static void handle(Exchange exchange) throws Exception {
        String path = exchange.request().path();
        if (path.startsWith("/download/")) {
            download(exchange, Long.parseLong(path.substring("/download/".length())));
        } else if (path.equals("/kept")) {
            ConnectionLifeBehaviour.sending(20_000_000).handle(exchange);
        } else if (path.equals("/detached")) {
            ConnectionLifeBehaviour.counting().handle(exchange);
        } else if (path.startsWith("/file")) {
            Path file = Path.of(path.substring("/file".length()));
            long length = file.toFile().length();
            exchange.response().start(new ResponseHead(200), length);
            exchange.response().sendFile(file, 0, length);
        } else {
            upload(exchange);
        }
    }

    private static void download(Exchange exchange, long length) throws IOException {
        byte[] buffer = new byte[BUFFER];
        exchange.response().start(new ResponseHead(200), length);
        for (long left = length; left > 0; left -= BUFFER) {
            exchange.response().write(buffer, 0, (int) Math.min(left, BUFFER));
        }
    }

    private static void upload(Exchange exchange) throws IOException {
        byte[] buffer = new byte[BUFFER];
        long length = 0;
        for (int read = 0; read >= 0; read = exchange.requestBody().read(buffer, 0, buffer.length)) {
            length += read;
        }
        ServerFixture.reply(exchange, "read " + length);
    }
}
