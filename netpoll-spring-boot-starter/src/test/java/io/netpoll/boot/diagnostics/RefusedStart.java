package io.netpoll.boot.diagnostics;

import io.netpoll.boot.NetpollServletWebServerFactory;
import io.netpoll.boot.ServerStartException;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.web.server.WebServer;

/** A process whose server cannot start, and which writes what there is to say about that. */
final class RefusedStart {

    private RefusedStart() {}

    /**
     * Starts a server that will not start.
     *
     * @param arguments the port, and how many descriptors may still be opened: negative for as many as there are
     */
    public static void main(String[] arguments) throws IOException {
        NetpollServletWebServerFactory factory = new NetpollServletWebServerFactory(Integer.parseInt(arguments[0]));
        int free = Integer.parseInt(arguments[1]);
        List<FileInputStream> held = new ArrayList<>();
        ServerStartException failure;
        if (free >= 0) {
            loadClasses();
        }
        WebServer server = factory.getWebServer();
        try {
            if (free >= 0) {
                exhaust(held, free);
            }
            server.start();
            throw new IllegalStateException("It has started");
        } catch (ServerStartException e) {
            failure = e;
        } finally {
            for (FileInputStream file : held) {
                file.close();
            }
        }
        FailureAnalysis analysis = new ServerStartFailureAnalyzer().analyze(failure);
        System.out.println(analysis == null ? "Nothing to say: " + failure : describe(analysis));
        System.exit(0); // the server's own thread would keep the process
    }

    private static String describe(FailureAnalysis analysis) {
        return analysis.getDescription() + "\n" + analysis.getAction();
    }

    /** Where there is no descriptor left no class file can be read: one start that succeeds, and one that does not. */
    private static void loadClasses() {
        WebServer server = new NetpollServletWebServerFactory(0).getWebServer();
        server.start();
        server.destroy();
        NetpollServletWebServerFactory elsewhere = new NetpollServletWebServerFactory(0);
        elsewhere.setAddress(InetAddress.ofLiteral("192.0.2.1"));
        WebServer unable = elsewhere.getWebServer();
        try {
            unable.start();
            throw new IllegalStateException("192.0.2.1 is for documentation (RFC 5737)");
        } catch (ServerStartException e) {
            unable.destroy();
        }
    }

    private static void exhaust(List<FileInputStream> held, int free) throws IOException {
        try {
            while (true) {
                held.add(new FileInputStream("/dev/null"));
            }
        } catch (IOException e) {
            for (int i = 0; i < free; i++) {
                held.removeLast().close();
            }
        }
    }
}
