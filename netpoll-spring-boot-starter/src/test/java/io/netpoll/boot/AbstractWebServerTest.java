package io.netpoll.boot;

import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.servlet.ServletContextInitializer;

/** Ends the servers that a test has made. */
abstract class AbstractWebServerTest {

    private final Deque<WebServer> servers = new ArrayDeque<>();

    final NetpollServletWebServerFactory factory = new NetpollServletWebServerFactory(0);

    AbstractWebServerTest() {
        factory.addServerCustomizers(options -> options.handlerMode(TestedMode.MODE));
    }

    @AfterEach
    void destroyServers() {
        servers.forEach(WebServer::destroy);
    }

    final WebServer create(ServletContextInitializer... initializers) {
        WebServer server = factory.getWebServer(initializers);
        servers.push(server);
        return server;
    }

    final WebServer start(ServletContextInitializer... initializers) {
        WebServer server = create(initializers);
        server.start();
        return server;
    }
}
