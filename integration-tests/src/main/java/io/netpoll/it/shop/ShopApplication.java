package io.netpoll.it.shop;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts the shop. */
@SpringBootApplication(proxyBeanMethods = false)
public class ShopApplication {

    /** The entry point. */
    public static void main(String[] args) {
        SpringApplication.run(ShopApplication.class, args);
    }
}
