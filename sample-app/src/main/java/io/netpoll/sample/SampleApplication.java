package io.netpoll.sample;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A Spring MVC application whose server is netpoll. */
@SpringBootApplication
public class SampleApplication {

    /** Starts the application. */
    public static void main(String[] args) {
        SpringApplication.run(SampleApplication.class, args);
    }
}
