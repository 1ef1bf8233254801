package io.netpoll.benchmarks;

import io.netpoll.server.HttpServer;
import io.netpoll.server.ServerOptions;
import io.netpoll.servlet.WebApplication;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The server that {@link IdleConnections} measures: the servlet on netpoll. It prints its port, and for each line it reads how
 * many connections are open and how many bytes of heap are live.
 */
final class IdleServer {

    private static final int MAX_CONNECTIONS = 19_000;

    /** A collection may leave what only the next one finds. */
    private static final int COLLECTIONS = 3;

    private IdleServer() {}

    public static void main(String[] args) throws Exception {
        WebApplication application = WebApplication.builder()
                .tempDirectory(Files.createDirectories(Path.of(args[0])))
                .initializer(context ->
                        context.addServlet("plaintext", new ThirteenBytes()).addMapping("/plaintext"))
                .build();
        application.initialize();
        application.loadOnStartup();
        try (HttpServer server = HttpServer.builder()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .handler(application.handler())
                .options(ServerOptions.builder()
                        .maxConnections(MAX_CONNECTIONS)
                        .acceptBacklog(4_096)
                        .keepAliveTimeout(Duration.ofHours(1))
                        .build())
                .build()) {
            server.start();
            System.out.println(server.port());
            BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            while (input.readLine() != null) {
                System.out.println(server.statistics().connectionsCurrent() + " " + liveHeap());
            }
        }
    }

    private static long liveHeap() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
