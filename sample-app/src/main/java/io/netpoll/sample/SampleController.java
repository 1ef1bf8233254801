package io.netpoll.sample;

import java.time.Duration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class SampleController {

    @GetMapping("/hello")
    String hello() {
        return "Hello, world!";
    }

    @GetMapping("/person")
    Person person(@RequestParam(defaultValue = "Ada") String name) {
        return new Person(name, "Hello, " + name + "!");
    }

    /** Blocks as a call of a database would. */
    @GetMapping("/blocking")
    Blocked blocking(@RequestParam(defaultValue = "500") long millis) throws InterruptedException {
        Thread.sleep(Duration.ofMillis(millis));
        return new Blocked(millis, Thread.currentThread().isVirtual());
    }

    @GetMapping("/fail")
    String fail() {
        throw new IllegalStateException("This endpoint always fails");
    }

    record Person(String name, String greeting) {}

    record Blocked(long millis, boolean virtualThread) {}
}
