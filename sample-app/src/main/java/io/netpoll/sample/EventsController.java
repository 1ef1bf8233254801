package io.netpoll.sample;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.springframework.format.annotation.DurationFormat;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

@RestController
class EventsController {

    @GetMapping(path = "/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    SseEmitter events(
            @RequestParam(defaultValue = "10") int count,
            @RequestParam(defaultValue = "500ms") @DurationFormat(style = DurationFormat.Style.SIMPLE)
                    Duration period) {
        SseEmitter emitter = new SseEmitter(0L);
        Thread.ofVirtual().name("events").start(() -> send(emitter, count, period));
        return emitter;
    }

    private static void send(SseEmitter emitter, int count, Duration period) {
        try {
            for (int i = 1; i <= count; i++) {
                emitter.send(SseEmitter.event()
                        .id(String.valueOf(i))
                        .name("tick")
                        .data(Instant.now().toString()));
                Thread.sleep(period);
            }
            emitter.complete();
        } catch (IOException e) {
            // The client has gone: Spring has completed the emitter already.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            emitter.completeWithError(e);
        }
    }
}
