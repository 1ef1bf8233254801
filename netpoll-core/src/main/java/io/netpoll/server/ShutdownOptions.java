package io.netpoll.server;

import java.time.Duration;
import java.util.List;

/**
 * How a server shuts down in order, phase by phase ({@link ShutdownState}); immutable.
 *
 * @param delay how long connections and requests are still accepted before anything else happens, each answer ending its
 *     connection: the time a load balancer needs to notice. Zero to refuse connections at once
 * @param slowRequestAfter after how long of draining the requests that still run are told to the {@link ServerListener};
 *     again after twice that time, four times, and so on. Zero for never
 * @param streamTimeout how long a response without an end may go on while the server drains, before its exchange is told to
 *     end it ({@link io.netpoll.http.DetachedListener#endRequested}); zero for no time
 * @param streamTypes media types, without parameters, of responses that have no end; with an unknown length a response of
 *     such a type is an event stream. A connection that speaks another protocol always counts as one
 * @param timeout how long draining may take altogether, the delay not counted; what is open then is aborted. Zero for any
 *     time
 */
public record ShutdownOptions(
        Duration delay, Duration slowRequestAfter, Duration streamTimeout, List<String> streamTypes, Duration timeout) {

    /**
     * Checks every value.
     *
     * @throws IllegalArgumentException naming the first value that cannot be
     */
    public ShutdownOptions {
        notNegative("delay", delay);
        notNegative("slowRequestAfter", slowRequestAfter);
        notNegative("streamTimeout", streamTimeout);
        notNegative("timeout", timeout);
        streamTypes = List.copyOf(streamTypes);
        for (String type : streamTypes) {
            if (!type.matches("[^/;\\s]+/[^/;\\s]+")) {
                throw new IllegalArgumentException(
                        "streamTypes must be media types without parameters, but one is '" + type + "'");
            }
        }
    }

    private static void notNegative(String name, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(name + " must not be negative, but is " + value);
        }
    }

    /** A builder that holds the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects options. Not safe for use by several threads. */
    public static final class Builder {

        private Duration delay = Duration.ZERO;
        private Duration slowRequestAfter = Duration.ofSeconds(5);
        private Duration streamTimeout = Duration.ofSeconds(10);
        private List<String> streamTypes = List.of("text/event-stream", "application/x-ndjson");
        private Duration timeout = Duration.ZERO;

        private Builder() {}

        /** Sets {@link ShutdownOptions#delay}; default zero. */
        public Builder delay(Duration delay) {
            this.delay = delay;
            return this;
        }

        /** Sets {@link ShutdownOptions#slowRequestAfter}; default 5 s. */
        public Builder slowRequestAfter(Duration slowRequestAfter) {
            this.slowRequestAfter = slowRequestAfter;
            return this;
        }

        /** Sets {@link ShutdownOptions#streamTimeout}; default 10 s. */
        public Builder streamTimeout(Duration streamTimeout) {
            this.streamTimeout = streamTimeout;
            return this;
        }

        /** Sets {@link ShutdownOptions#streamTypes}; default {@code text/event-stream} and {@code application/x-ndjson}. */
        public Builder streamTypes(List<String> streamTypes) {
            this.streamTypes = List.copyOf(streamTypes);
            return this;
        }

        /** Sets {@link ShutdownOptions#timeout}; default zero, any time. */
        public Builder timeout(Duration timeout) {
            this.timeout = timeout;
            return this;
        }

        /**
         * The options.
         *
         * @throws IllegalArgumentException naming the first value that cannot be
         */
        public ShutdownOptions build() {
            return new ShutdownOptions(delay, slowRequestAfter, streamTimeout, streamTypes, timeout);
        }
    }
}
