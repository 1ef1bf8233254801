package io.netpoll.benchmarks;

import io.netpoll.server.HandlerMode;
import io.netpoll.server.HttpServer;
import io.netpoll.server.ServerOptions;
import io.netpoll.servlet.WebApplication;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The servlet on netpoll: the arguments are the port and the handler mode, {@code virtual} without. */
final class NetpollMain {

    private NetpollMain() {}

    public static void main(String[] args) throws Exception {
        HandlerMode mode =
                args.length > 1 ? HandlerMode.valueOf(args[1].toUpperCase(Locale.ROOT)) : HandlerMode.VIRTUAL;
        Path temp = Files.createTempDirectory("netpoll-benchmark");
        WebApplication application = WebApplication.builder()
                .tempDirectory(temp)
                .initializer(context ->
                        context.addServlet("plaintext", new ThirteenBytes()).addMapping("/plaintext"))
                .build();
        application.initialize();
        application.loadOnStartup();
        HttpServer server = HttpServer.builder()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])))
                .handler(application.handler())
                .options(ServerOptions.builder().handlerMode(mode).build())
                .build();
        server.start();
        Thread.currentThread().join();
    }
}
