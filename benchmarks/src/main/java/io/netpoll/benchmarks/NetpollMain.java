package io.netpoll.benchmarks;

import io.netpoll.server.HttpServer;
import io.netpoll.servlet.WebApplication;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/** The servlet on netpoll, each request on a virtual thread: the port is the only argument. */
final class NetpollMain {

    private NetpollMain() {}

    public static void main(String[] args) throws Exception {
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
                .build();
        server.start();
        Thread.currentThread().join();
    }
}
