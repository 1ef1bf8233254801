package io.netpoll.it;

import io.netpoll.boot.NetpollWebServer;
import java.util.Arrays;
import java.util.Objects;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

/**
 * An application in the test's own process, on a port that was free.
 *
 * @param context its context
 */
public record RunningApplication(ServletWebServerApplicationContext context) implements AutoCloseable {

    /** Starts an application with properties, each {@code name=value}. */
    public static RunningApplication start(Class<?> application, String... properties) {
        String[] arguments =
                Arrays.stream(properties).map(property -> "--" + property).toArray(String[]::new);
        return new RunningApplication((ServletWebServerApplicationContext) new SpringApplicationBuilder(application)
                .properties("server.port=0", "spring.main.banner-mode=off")
                .run(arguments));
    }

    /** The port, of netpoll: no other server will do. */
    public int port() {
        if (!(context.getWebServer() instanceof NetpollWebServer server)) {
            throw new AssertionError("The server is " + context.getWebServer());
        }
        return server.getPort();
    }

    /** The port of actuator, where that is another. */
    public int managementPort() {
        return Objects.requireNonNull(context.getEnvironment().getProperty("local.management.port", Integer.class));
    }

    @Override
    public void close() {
        context.close();
    }
}
