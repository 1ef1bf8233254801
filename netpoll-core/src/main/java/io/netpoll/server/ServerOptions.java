package io.netpoll.server;

import io.netpoll.handler.CompressionOptions;
import io.netpoll.handler.ForwardedOptions;
import io.netpoll.http.FieldSyntax;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What can be chosen about a server; immutable. The defaults are those of Tomcat in a Spring Boot application where Tomcat
 * has the same notion.
 *
 * @param name names the server in threads, meters and messages, such as {@code http-8080}
 * @param handlerMode where handlers run
 * @param reactors how many event loops, at least 1
 * @param platformThreads how many threads {@link HandlerMode#PLATFORM} has, at least 1
 * @param stallThreshold how long a handler may keep the thread of its event loop in {@link HandlerMode#LOOP} before the loop
 *     goes on with another, or, in every mode, how long what a loop calls itself may take before it is counted and told; zero
 *     for any time
 * @param listeners where the server listens besides its own address; may be empty
 * @param maxConnections how many connections may be open, whichever listener they came from
 * @param rejectWhenFull whether further connections are accepted, answered with 503 (Service Unavailable) and closed;
 *     otherwise they wait in the backlog
 * @param acceptBacklog the backlog that is asked of listen(2)
 * @param maxInFlight how many requests may have a thread inside their handler; further ones wait, unread, in order
 * @param maxKeepAliveRequests how many requests a connection may carry; −1 for any number
 * @param maxHeadSize how many octets a request's line and fields may take together
 * @param maxHeaderCount how many field lines a request may have
 * @param handshakeTimeout how long a TLS handshake may take, and what a proxy says before it
 * @param headTimeout how long a request's head may take, from its first octet or from when the connection was ready
 * @param bodyTimeout how long a reader waits for the next octets of a request's content
 * @param keepAliveTimeout how long a connection may be idle between requests
 * @param writeTimeout how long a writer waits for a client that does not read
 * @param minimumRate the octets a second at which content has to move on average while it is waited for, in either
 *     direction; 0 for any rate
 * @param minimumRateGrace how long may be waited for a client before the average counts
 * @param maxConnectionAge after how long a connection's next answer is its last, give or take a tenth; zero for never
 * @param halfCloseGrace how long an uncommitted detached exchange outlives the end of its client's sending side
 * @param compression which responses are compressed, or {@code null} for none
 * @param forwarded whose fields about the client are believed, or {@code null} for nobody's
 * @param maxRequestBodySize the most octets of content a request may have, whatever it is for; −1 for any number
 * @param maxSwallowSize the most octets of content that are read although no handler wanted them, so that the connection
 *     can go on; with more it ends. −1 for any number
 * @param maxWaitingRequests how many requests may wait for a place among those in flight; further ones are answered with
 *     503. −1 for any number
 * @param maxRequestWait how long a request may wait for that place before it is answered with 503; zero for any time
 * @param requestTimeout how long a request may take altogether, from its head to its end: then it is answered with 503, or
 *     reset if its response has begun. Zero for any time
 * @param exemptPaths paths, not decoded, that the three limits before this one are not for, nor for what is below them
 * @param shutdown how long the phases of a shutdown take
 * @param serverHeader the value of the Server field, or {@code null} for none
 */
public record ServerOptions(
        String name,
        HandlerMode handlerMode,
        int reactors,
        int platformThreads,
        Duration stallThreshold,
        List<ListenAddress> listeners,
        int maxConnections,
        boolean rejectWhenFull,
        int acceptBacklog,
        int maxInFlight,
        int maxKeepAliveRequests,
        int maxHeadSize,
        int maxHeaderCount,
        Duration handshakeTimeout,
        Duration headTimeout,
        Duration bodyTimeout,
        Duration keepAliveTimeout,
        Duration writeTimeout,
        int minimumRate,
        Duration minimumRateGrace,
        Duration maxConnectionAge,
        Duration halfCloseGrace,
        @Nullable CompressionOptions compression,
        @Nullable ForwardedOptions forwarded,
        long maxRequestBodySize,
        long maxSwallowSize,
        int maxWaitingRequests,
        Duration maxRequestWait,
        Duration requestTimeout,
        List<String> exemptPaths,
        ShutdownOptions shutdown,
        @Nullable String serverHeader) {

    /**
     * Checks every value.
     *
     * @throws IllegalArgumentException naming the first value that cannot be
     */
    public ServerOptions {
        atLeast("reactors", reactors, 1);
        atLeast("platformThreads", platformThreads, 1);
        notNegative("stallThreshold", stallThreshold);
        listeners = List.copyOf(listeners);
        atLeast("maxConnections", maxConnections, 1);
        atLeast("acceptBacklog", acceptBacklog, 1);
        atLeast("maxInFlight", maxInFlight, 1);
        atLeast("maxHeadSize", maxHeadSize, 64);
        atLeast("maxHeaderCount", maxHeaderCount, 1);
        if (maxKeepAliveRequests < 1 && maxKeepAliveRequests != -1) {
            throw new IllegalArgumentException(
                    "maxKeepAliveRequests must be -1 or at least 1, but is " + maxKeepAliveRequests);
        }
        positive("handshakeTimeout", handshakeTimeout);
        positive("headTimeout", headTimeout);
        positive("bodyTimeout", bodyTimeout);
        positive("keepAliveTimeout", keepAliveTimeout);
        positive("writeTimeout", writeTimeout);
        atLeast("minimumRate", minimumRate, 0);
        positive("minimumRateGrace", minimumRateGrace);
        notNegative("maxConnectionAge", maxConnectionAge);
        positive("halfCloseGrace", halfCloseGrace);
        atLeast("maxRequestBodySize", maxRequestBodySize, -1);
        atLeast("maxSwallowSize", maxSwallowSize, -1);
        atLeast("maxWaitingRequests", maxWaitingRequests, -1);
        notNegative("maxRequestWait", maxRequestWait);
        notNegative("requestTimeout", requestTimeout);
        exemptPaths = List.copyOf(exemptPaths);
        for (String path : exemptPaths) {
            if (!path.startsWith("/") || path.endsWith("/")) {
                throw new IllegalArgumentException(
                        "exemptPaths must start with / and not end with it, but has " + path);
            }
        }
        if (serverHeader != null && !FieldSyntax.isValue(serverHeader)) {
            throw new IllegalArgumentException("serverHeader has a character that no field value may have");
        }
    }

    /** A builder that holds the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    private static void atLeast(String name, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(name + " must be at least " + least + ", but is " + value);
        }
    }

    private static void notNegative(String name, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(name + " must not be negative, but is " + value);
        }
    }

    private static void positive(String name, Duration value) {
        if (!value.isPositive()) {
            throw new IllegalArgumentException(name + " must be positive, but is " + value);
        }
    }

    /** Collects options. Not safe for use by several threads. */
    public static final class Builder {

        private static final int PLATFORM_IN_FLIGHT = 200;
        private static final int VIRTUAL_IN_FLIGHT = 10_000;

        private String name = "http";
        private HandlerMode handlerMode = HandlerMode.VIRTUAL;
        private @Nullable Integer reactors;
        private int platformThreads = 200;
        private Duration stallThreshold = Duration.ofMillis(5);
        private List<ListenAddress> listeners = List.of();
        private int maxConnections = 8192;
        private boolean rejectWhenFull;
        private int acceptBacklog = 100;
        private @Nullable Integer maxInFlight;
        private int maxKeepAliveRequests = -1;
        private int maxHeadSize = 8 * 1024;
        private int maxHeaderCount = 100;
        private Duration handshakeTimeout = Duration.ofSeconds(10);
        private Duration headTimeout = Duration.ofSeconds(20);
        private Duration bodyTimeout = Duration.ofSeconds(20);
        private Duration keepAliveTimeout = Duration.ofSeconds(60);
        private Duration writeTimeout = Duration.ofSeconds(60);
        private int minimumRate = 240;
        private Duration minimumRateGrace = Duration.ofSeconds(5);
        private Duration maxConnectionAge = Duration.ZERO;
        private Duration halfCloseGrace = Duration.ofSeconds(1);
        private @Nullable CompressionOptions compression;
        private @Nullable ForwardedOptions forwarded;
        private long maxRequestBodySize = -1;
        private long maxSwallowSize = 2 * 1024 * 1024;
        private int maxWaitingRequests = -1;
        private Duration maxRequestWait = Duration.ZERO;
        private Duration requestTimeout = Duration.ZERO;
        private List<String> exemptPaths = List.of();
        private ShutdownOptions shutdown = ShutdownOptions.builder().build();
        private @Nullable String serverHeader;

        private Builder() {}

        /** Sets {@link ServerOptions#name}; default {@code http}. */
        public Builder name(String name) {
            this.name = name;
            return this;
        }

        /** Sets {@link ServerOptions#handlerMode}; default {@link HandlerMode#VIRTUAL}. */
        public Builder handlerMode(HandlerMode handlerMode) {
            this.handlerMode = handlerMode;
            return this;
        }

        /** Sets {@link ServerOptions#reactors}; default the number of processors for {@link HandlerMode#LOOP}, 1 otherwise. */
        public Builder reactors(int reactors) {
            this.reactors = reactors;
            return this;
        }

        /** Sets {@link ServerOptions#platformThreads}; default 200. */
        public Builder platformThreads(int platformThreads) {
            this.platformThreads = platformThreads;
            return this;
        }

        /** Sets {@link ServerOptions#stallThreshold}; default 5 ms. */
        public Builder stallThreshold(Duration stallThreshold) {
            this.stallThreshold = stallThreshold;
            return this;
        }

        /** Sets {@link ServerOptions#listeners}; default none. */
        public Builder listeners(List<ListenAddress> listeners) {
            this.listeners = List.copyOf(listeners);
            return this;
        }

        /** Sets {@link ServerOptions#rejectWhenFull}; default {@code false}. */
        public Builder rejectWhenFull(boolean rejectWhenFull) {
            this.rejectWhenFull = rejectWhenFull;
            return this;
        }

        /** Sets {@link ServerOptions#maxConnections}; default 8192. */
        public Builder maxConnections(int maxConnections) {
            this.maxConnections = maxConnections;
            return this;
        }

        /** Sets {@link ServerOptions#acceptBacklog}; default 100. */
        public Builder acceptBacklog(int acceptBacklog) {
            this.acceptBacklog = acceptBacklog;
            return this;
        }

        /** Sets {@link ServerOptions#maxInFlight}; default 200 for {@link HandlerMode#PLATFORM}, 10,000 otherwise. */
        public Builder maxInFlight(int maxInFlight) {
            this.maxInFlight = maxInFlight;
            return this;
        }

        /** Sets {@link ServerOptions#maxKeepAliveRequests}; default −1, any number. */
        public Builder maxKeepAliveRequests(int maxKeepAliveRequests) {
            this.maxKeepAliveRequests = maxKeepAliveRequests;
            return this;
        }

        /** Sets {@link ServerOptions#maxHeadSize}; default 8 KiB. */
        public Builder maxHeadSize(int maxHeadSize) {
            this.maxHeadSize = maxHeadSize;
            return this;
        }

        /** Sets {@link ServerOptions#maxHeaderCount}; default 100. */
        public Builder maxHeaderCount(int maxHeaderCount) {
            this.maxHeaderCount = maxHeaderCount;
            return this;
        }

        /** Sets {@link ServerOptions#handshakeTimeout}; default 10 s. */
        public Builder handshakeTimeout(Duration handshakeTimeout) {
            this.handshakeTimeout = handshakeTimeout;
            return this;
        }

        /** Sets {@link ServerOptions#headTimeout}; default 20 s. */
        public Builder headTimeout(Duration headTimeout) {
            this.headTimeout = headTimeout;
            return this;
        }

        /** Sets {@link ServerOptions#bodyTimeout}; default 20 s. */
        public Builder bodyTimeout(Duration bodyTimeout) {
            this.bodyTimeout = bodyTimeout;
            return this;
        }

        /** Sets {@link ServerOptions#keepAliveTimeout}; default 60 s. */
        public Builder keepAliveTimeout(Duration keepAliveTimeout) {
            this.keepAliveTimeout = keepAliveTimeout;
            return this;
        }

        /** Sets {@link ServerOptions#writeTimeout}; default 60 s. */
        public Builder writeTimeout(Duration writeTimeout) {
            this.writeTimeout = writeTimeout;
            return this;
        }

        /** Sets {@link ServerOptions#minimumRate}; default 240 octets a second. */
        public Builder minimumRate(int minimumRate) {
            this.minimumRate = minimumRate;
            return this;
        }

        /** Sets {@link ServerOptions#minimumRateGrace}; default 5 s. */
        public Builder minimumRateGrace(Duration minimumRateGrace) {
            this.minimumRateGrace = minimumRateGrace;
            return this;
        }

        /** Sets {@link ServerOptions#maxConnectionAge}; default zero, never. */
        public Builder maxConnectionAge(Duration maxConnectionAge) {
            this.maxConnectionAge = maxConnectionAge;
            return this;
        }

        /** Sets {@link ServerOptions#halfCloseGrace}; default 1 s. */
        public Builder halfCloseGrace(Duration halfCloseGrace) {
            this.halfCloseGrace = halfCloseGrace;
            return this;
        }

        /** Sets {@link ServerOptions#compression}; default none. */
        public Builder compression(@Nullable CompressionOptions compression) {
            this.compression = compression;
            return this;
        }

        /** What {@link ServerOptions#compression} is set to so far. */
        public @Nullable CompressionOptions compression() {
            return compression;
        }

        /** Sets {@link ServerOptions#forwarded}; default nobody's. */
        public Builder forwarded(@Nullable ForwardedOptions forwarded) {
            this.forwarded = forwarded;
            return this;
        }

        /** Sets {@link ServerOptions#maxRequestBodySize}; default −1, any number. */
        public Builder maxRequestBodySize(long maxRequestBodySize) {
            this.maxRequestBodySize = maxRequestBodySize;
            return this;
        }

        /** Sets {@link ServerOptions#maxSwallowSize}; default 2 MiB. */
        public Builder maxSwallowSize(long maxSwallowSize) {
            this.maxSwallowSize = maxSwallowSize;
            return this;
        }

        /** Sets {@link ServerOptions#maxWaitingRequests}; default −1, any number. */
        public Builder maxWaitingRequests(int maxWaitingRequests) {
            this.maxWaitingRequests = maxWaitingRequests;
            return this;
        }

        /** Sets {@link ServerOptions#maxRequestWait}; default zero, any time. */
        public Builder maxRequestWait(Duration maxRequestWait) {
            this.maxRequestWait = maxRequestWait;
            return this;
        }

        /** Sets {@link ServerOptions#requestTimeout}; default zero, any time. */
        public Builder requestTimeout(Duration requestTimeout) {
            this.requestTimeout = requestTimeout;
            return this;
        }

        /** Sets {@link ServerOptions#exemptPaths}; default none. */
        public Builder exemptPaths(List<String> exemptPaths) {
            this.exemptPaths = List.copyOf(exemptPaths);
            return this;
        }

        /** Sets {@link ServerOptions#shutdown}; default {@link ShutdownOptions#builder()} unchanged. */
        public Builder shutdown(ShutdownOptions shutdown) {
            this.shutdown = shutdown;
            return this;
        }

        /** Sets {@link ServerOptions#serverHeader}; default none. */
        public Builder serverHeader(@Nullable String serverHeader) {
            this.serverHeader = serverHeader;
            return this;
        }

        private int defaultReactors() {
            return handlerMode == HandlerMode.LOOP && LoopCarrier.obstacle() == null
                    ? Runtime.getRuntime().availableProcessors()
                    : 1;
        }

        /**
         * The options.
         *
         * @throws IllegalArgumentException naming the first value that cannot be
         */
        public ServerOptions build() {
            int inFlight = maxInFlight != null
                    ? maxInFlight
                    : handlerMode == HandlerMode.PLATFORM ? PLATFORM_IN_FLIGHT : VIRTUAL_IN_FLIGHT;
            return new ServerOptions(
                    name,
                    handlerMode,
                    reactors != null ? reactors : defaultReactors(),
                    platformThreads,
                    stallThreshold,
                    listeners,
                    maxConnections,
                    rejectWhenFull,
                    acceptBacklog,
                    inFlight,
                    maxKeepAliveRequests,
                    maxHeadSize,
                    maxHeaderCount,
                    handshakeTimeout,
                    headTimeout,
                    bodyTimeout,
                    keepAliveTimeout,
                    writeTimeout,
                    minimumRate,
                    minimumRateGrace,
                    maxConnectionAge,
                    halfCloseGrace,
                    compression,
                    forwarded,
                    maxRequestBodySize,
                    maxSwallowSize,
                    maxWaitingRequests,
                    maxRequestWait,
                    requestTimeout,
                    exemptPaths,
                    shutdown,
                    serverHeader);
        }
    }
}
