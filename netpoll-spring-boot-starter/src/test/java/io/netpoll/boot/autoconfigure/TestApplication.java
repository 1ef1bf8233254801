package io.netpoll.boot.autoconfigure;

import java.util.Arrays;
import java.util.Objects;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A Spring MVC application with actuator, all of it auto-configured. Tomcat is on its class path too. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@RestController
class TestApplication {

    @GetMapping("/hello")
    String hello() {
        return "Hello";
    }

    /** Starts the application, on any free port unless the properties say otherwise. */
    static ServletWebServerApplicationContext run(Class<?> more, String... properties) {
        String[] arguments =
                Arrays.stream(properties).map(property -> "--" + property).toArray(String[]::new);
        return (ServletWebServerApplicationContext) new SpringApplicationBuilder(TestApplication.class, more)
                .properties("server.port=0", "spring.main.banner-mode=off")
                .run(arguments);
    }

    static ServletWebServerApplicationContext run(String... properties) {
        return run(TestApplication.class, properties);
    }

    /** The port the application listens on. */
    static int port(ServletWebServerApplicationContext context) {
        return Objects.requireNonNull(context.getWebServer()).getPort();
    }
}
