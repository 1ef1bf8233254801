package io.netpoll.it.process;

import io.netpoll.it.shop.ShopApplication;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The main class of a shop that does what its standard input says. */
final class Commands {

    private Commands() {}

    /** The entry point. */
    public static void main(String[] args) throws IOException {
        ConfigurableApplicationContext context = SpringApplication.run(ShopApplication.class, args);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            switch (line) {
                case "stop" -> context.stop();
                case "start" -> context.start();
                default -> throw new IllegalArgumentException(line);
            }
            System.out.println("done: " + line);
        }
    }
}
