package io.netpoll.boot.autoconfigure;

import io.netpoll.server.ShutdownOptions;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.validation.Errors;

/** The properties {@code netpoll.server.shutdown.*}: the phases of a graceful shutdown, within the time Spring Boot gives it. */
public class ShutdownProperties {

    private static final ShutdownOptions DEFAULTS = ShutdownOptions.builder().build();

    /**
     * Time connections and requests are still accepted after readiness has been refused. Each answer ends its connection
     * meanwhile.
     */
    private Duration delay = Duration.ZERO;

    /**
     * Time after which the requests that a shutdown still waits for are named in the log, and again after twice that time,
     * four times and so on; 0 for never.
     */
    private Duration slowRequestAfter = Duration.ofSeconds(5);

    /**
     * Time event streams may go on during a shutdown before the application is told to end them; 0 for no time.
     */
    private Duration streamTimeout = Duration.ofSeconds(10);

    /**
     * Media types of asynchronous responses without an end, if their length is not known. "text/event-stream" and
     * "application/x-ndjson" by default.
     */
    private @Nullable List<String> streamTypes;

    /**
     * Time requests may take to end after the delay before they are aborted; 0 for as long as Spring Boot waits, which is
     * "spring.lifecycle.timeout-per-shutdown-phase".
     */
    private Duration timeout = Duration.ZERO;

    public Duration getDelay() {
        return delay;
    }

    public void setDelay(Duration delay) {
        this.delay = delay;
    }

    public Duration getSlowRequestAfter() {
        return slowRequestAfter;
    }

    public void setSlowRequestAfter(Duration slowRequestAfter) {
        this.slowRequestAfter = slowRequestAfter;
    }

    public Duration getStreamTimeout() {
        return streamTimeout;
    }

    public void setStreamTimeout(Duration streamTimeout) {
        this.streamTimeout = streamTimeout;
    }

    public @Nullable List<String> getStreamTypes() {
        return streamTypes;
    }

    public void setStreamTypes(@Nullable List<String> streamTypes) {
        this.streamTypes = streamTypes;
    }

    public Duration getTimeout() {
        return timeout;
    }

    public void setTimeout(Duration timeout) {
        this.timeout = timeout;
    }

    void validate(Errors errors) {
        notNegative(errors, "delay", delay);
        notNegative(errors, "slowRequestAfter", slowRequestAfter);
        notNegative(errors, "streamTimeout", streamTimeout);
        notNegative(errors, "timeout", timeout);
        if (streamTypes != null) {
            try {
                ShutdownOptions.builder().streamTypes(streamTypes).build();
            } catch (IllegalArgumentException e) {
                errors.rejectValue("shutdown.streamTypes", "type", "must be media types without parameters");
            }
        }
    }

    private static void notNegative(Errors errors, String field, Duration value) {
        if (value.isNegative()) {
            errors.rejectValue("shutdown." + field, "min", "must not be negative");
        }
    }

    /**
     * What the properties say, once they are valid.
     *
     * @param delayed whether there is anything for a load balancer to notice before connections are refused
     */
    ShutdownOptions options(boolean delayed) {
        return new ShutdownOptions(
                delayed ? delay : Duration.ZERO,
                slowRequestAfter,
                streamTimeout,
                streamTypes == null ? DEFAULTS.streamTypes() : streamTypes,
                timeout);
    }
}
