package io.netpoll.boot.autoconfigure;

import io.netpoll.boot.accesslog.AccessLogSettings;
import io.netpoll.server.HandlerMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;

/** The properties {@code netpoll.server.*}. Checks itself, so that a wrong value fails the start by its name. */
@ConfigurationProperties("netpoll.server")
public class NetpollServerProperties implements Validator {

    /**
     * Whether netpoll serves the application. If not, another server on the class path does.
     */
    private boolean enabled = true;

    /**
     * Where requests are handled: on virtual threads or on a bounded pool of platform threads. Virtual threads, unless
     * "spring.threads.virtual.enabled" is set to false.
     */
    private @Nullable HandlerMode handlerMode;

    /**
     * Number of event loops, each with a thread of its own. By default 1, and the number of processors when the handler mode is
     * "loop".
     */
    private @Nullable Integer reactors;

    /**
     * How long a handler may keep the thread of its event loop when the handler mode is "loop", before the loop goes on with
     * another thread, and how long a handler that says it never blocks may before that is counted and told; 0 for any
     * time.
     */
    private Duration stallThreshold = Duration.ofMillis(5);

    /**
     * Number of threads that handle requests when the handler mode is "platform".
     */
    private int platformThreads = 200;

    /**
     * Where the server listens besides "server.port".
     */
    private List<ListenerProperties> listeners = new ArrayList<>();

    /**
     * Maximum number of open connections. Further ones wait in the backlog, unless "reject-when-full" is set.
     */
    private int maxConnections = 8192;

    /**
     * Whether connections beyond the maximum are answered with status 503 and closed.
     */
    private boolean rejectWhenFull;

    /**
     * Number of connections that the operating system keeps waiting until they are accepted.
     */
    private int acceptBacklog = 100;

    /**
     * Maximum number of requests that are handled at the same time. Further ones wait at their connections. 200 when the
     * handler mode is "platform", 10000 otherwise.
     */
    private @Nullable Integer maxInFlight;

    /**
     * Maximum number of requests that one connection may carry, or -1 for any number.
     */
    private int maxKeepAliveRequests = -1;

    /**
     * Maximum number of header lines in a request.
     */
    private int maxHeaderCount = 100;

    /**
     * Time a TLS handshake may take, and the header of the PROXY protocol before it.
     */
    private Duration handshakeTimeout = Duration.ofSeconds(10);

    /**
     * Time a client has to send the request line and the headers.
     */
    private Duration headTimeout = Duration.ofSeconds(20);

    /**
     * Time to wait for the next bytes of a request's body.
     */
    private Duration bodyTimeout = Duration.ofSeconds(20);

    /**
     * Time a connection may be idle between two requests.
     */
    private Duration keepAliveTimeout = Duration.ofSeconds(60);

    /**
     * Time to wait for a client that does not read its response.
     */
    private Duration writeTimeout = Duration.ofSeconds(60);

    /**
     * Bytes a second at which the content of requests and responses has to move on average while the client is waited for;
     * 0 for any rate.
     */
    private int minimumRate = 240;

    /**
     * Time a client may be waited for before the average rate counts.
     */
    private Duration minimumRateGrace = Duration.ofSeconds(5);

    /**
     * Age, give or take a tenth, from which on a connection's next answer is its last; 0 for any age.
     */
    private Duration maxConnectionAge = Duration.ZERO;

    /**
     * Time an asynchronous request without a response yet outlives the end of its client's sending side.
     */
    private Duration halfCloseGrace = Duration.ofSeconds(1);

    @NestedConfigurationProperty
    private final CompressionProperties compression = new CompressionProperties();

    @NestedConfigurationProperty
    private final RemoteIpProperties remoteIp = new RemoteIpProperties();

    @NestedConfigurationProperty
    private final ProxyProtocolProperties proxyProtocol = new ProxyProtocolProperties();

    /**
     * Maximum size of a request's body, whatever it is for, or -1 for any size. What is too large is answered with 413.
     */
    private DataSize maxRequestBodySize = DataSize.ofBytes(-1);

    /**
     * Maximum size of a body nobody has read that is skipped so that the connection can go on, or -1 for any size.
     */
    private DataSize maxSwallowSize = DataSize.ofMegabytes(2);

    /**
     * Maximum number of requests that wait to be handled, or -1 for any number. Further ones are answered with 503.
     */
    private int maxWaitingRequests = -1;

    /**
     * Time a request may wait to be handled before it is answered with 503, or 0 for any time.
     */
    private Duration maxRequestWait = Duration.ZERO;

    /**
     * Time a request may take altogether before it is answered with 503, or reset if its response has begun; 0 for any
     * time.
     */
    private Duration requestTimeout = Duration.ZERO;

    /**
     * Paths that, with what is below them, a busy server does not answer with 503. Those of the actuator by default.
     */
    private @Nullable List<String> exemptPaths;

    @NestedConfigurationProperty
    private final ShutdownProperties shutdown = new ShutdownProperties();

    @NestedConfigurationProperty
    private final AccessLogSettings accesslog = new AccessLogSettings();

    public boolean isEnabled() {
        return enabled;
    }

    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    public @Nullable HandlerMode getHandlerMode() {
        return handlerMode;
    }

    public void setHandlerMode(@Nullable HandlerMode handlerMode) {
        this.handlerMode = handlerMode;
    }

    public @Nullable Integer getReactors() {
        return reactors;
    }

    public void setReactors(@Nullable Integer reactors) {
        this.reactors = reactors;
    }

    public Duration getStallThreshold() {
        return stallThreshold;
    }

    public void setStallThreshold(Duration stallThreshold) {
        this.stallThreshold = stallThreshold;
    }

    public int getPlatformThreads() {
        return platformThreads;
    }

    public void setPlatformThreads(int platformThreads) {
        this.platformThreads = platformThreads;
    }

    public List<ListenerProperties> getListeners() {
        return listeners;
    }

    public void setListeners(List<ListenerProperties> listeners) {
        this.listeners = listeners;
    }

    public boolean isRejectWhenFull() {
        return rejectWhenFull;
    }

    public void setRejectWhenFull(boolean rejectWhenFull) {
        this.rejectWhenFull = rejectWhenFull;
    }

    public int getMaxConnections() {
        return maxConnections;
    }

    public void setMaxConnections(int maxConnections) {
        this.maxConnections = maxConnections;
    }

    public int getAcceptBacklog() {
        return acceptBacklog;
    }

    public void setAcceptBacklog(int acceptBacklog) {
        this.acceptBacklog = acceptBacklog;
    }

    public @Nullable Integer getMaxInFlight() {
        return maxInFlight;
    }

    public void setMaxInFlight(@Nullable Integer maxInFlight) {
        this.maxInFlight = maxInFlight;
    }

    public int getMaxKeepAliveRequests() {
        return maxKeepAliveRequests;
    }

    public void setMaxKeepAliveRequests(int maxKeepAliveRequests) {
        this.maxKeepAliveRequests = maxKeepAliveRequests;
    }

    public int getMaxHeaderCount() {
        return maxHeaderCount;
    }

    public void setMaxHeaderCount(int maxHeaderCount) {
        this.maxHeaderCount = maxHeaderCount;
    }

    public Duration getHandshakeTimeout() {
        return handshakeTimeout;
    }

    public void setHandshakeTimeout(Duration handshakeTimeout) {
        this.handshakeTimeout = handshakeTimeout;
    }

    public Duration getHeadTimeout() {
        return headTimeout;
    }

    public void setHeadTimeout(Duration headTimeout) {
        this.headTimeout = headTimeout;
    }

    public Duration getBodyTimeout() {
        return bodyTimeout;
    }

    public void setBodyTimeout(Duration bodyTimeout) {
        this.bodyTimeout = bodyTimeout;
    }

    public Duration getKeepAliveTimeout() {
        return keepAliveTimeout;
    }

    public void setKeepAliveTimeout(Duration keepAliveTimeout) {
        this.keepAliveTimeout = keepAliveTimeout;
    }

    public Duration getWriteTimeout() {
        return writeTimeout;
    }

    public void setWriteTimeout(Duration writeTimeout) {
        this.writeTimeout = writeTimeout;
    }

    public int getMinimumRate() {
        return minimumRate;
    }

    public void setMinimumRate(int minimumRate) {
        this.minimumRate = minimumRate;
    }

    public Duration getMinimumRateGrace() {
        return minimumRateGrace;
    }

    public void setMinimumRateGrace(Duration minimumRateGrace) {
        this.minimumRateGrace = minimumRateGrace;
    }

    public Duration getMaxConnectionAge() {
        return maxConnectionAge;
    }

    public void setMaxConnectionAge(Duration maxConnectionAge) {
        this.maxConnectionAge = maxConnectionAge;
    }

    public Duration getHalfCloseGrace() {
        return halfCloseGrace;
    }

    public void setHalfCloseGrace(Duration halfCloseGrace) {
        this.halfCloseGrace = halfCloseGrace;
    }

    public CompressionProperties getCompression() {
        return compression;
    }

    public RemoteIpProperties getRemoteIp() {
        return remoteIp;
    }

    public ProxyProtocolProperties getProxyProtocol() {
        return proxyProtocol;
    }

    public DataSize getMaxRequestBodySize() {
        return maxRequestBodySize;
    }

    public void setMaxRequestBodySize(DataSize maxRequestBodySize) {
        this.maxRequestBodySize = maxRequestBodySize;
    }

    public DataSize getMaxSwallowSize() {
        return maxSwallowSize;
    }

    public void setMaxSwallowSize(DataSize maxSwallowSize) {
        this.maxSwallowSize = maxSwallowSize;
    }

    public int getMaxWaitingRequests() {
        return maxWaitingRequests;
    }

    public void setMaxWaitingRequests(int maxWaitingRequests) {
        this.maxWaitingRequests = maxWaitingRequests;
    }

    public Duration getMaxRequestWait() {
        return maxRequestWait;
    }

    public void setMaxRequestWait(Duration maxRequestWait) {
        this.maxRequestWait = maxRequestWait;
    }

    public Duration getRequestTimeout() {
        return requestTimeout;
    }

    public void setRequestTimeout(Duration requestTimeout) {
        this.requestTimeout = requestTimeout;
    }

    public @Nullable List<String> getExemptPaths() {
        return exemptPaths;
    }

    public void setExemptPaths(@Nullable List<String> exemptPaths) {
        this.exemptPaths = exemptPaths;
    }

    public ShutdownProperties getShutdown() {
        return shutdown;
    }

    public AccessLogSettings getAccesslog() {
        return accesslog;
    }

    @Override
    public boolean supports(Class<?> type) {
        return NetpollServerProperties.class.isAssignableFrom(type);
    }

    @Override
    public void validate(Object target, Errors errors) {
        NetpollServerProperties properties = (NetpollServerProperties) target;
        if (properties.reactors != null) {
            atLeastOne(errors, "reactors", properties.reactors);
        }
        notNegative(errors, "stallThreshold", properties.stallThreshold, "any time");
        atLeastOne(errors, "platformThreads", properties.platformThreads);
        for (int i = 0; i < properties.listeners.size(); i++) {
            properties.listeners.get(i).validate(errors, "listeners[" + i + "]");
        }
        atLeastOne(errors, "maxConnections", properties.maxConnections);
        atLeastOne(errors, "acceptBacklog", properties.acceptBacklog);
        atLeastOne(errors, "maxHeaderCount", properties.maxHeaderCount);
        if (properties.maxInFlight != null) {
            atLeastOne(errors, "maxInFlight", properties.maxInFlight);
        }
        if (properties.maxKeepAliveRequests != -1) {
            atLeastOne(errors, "maxKeepAliveRequests", properties.maxKeepAliveRequests);
        }
        positive(errors, "handshakeTimeout", properties.handshakeTimeout);
        positive(errors, "headTimeout", properties.headTimeout);
        positive(errors, "bodyTimeout", properties.bodyTimeout);
        positive(errors, "keepAliveTimeout", properties.keepAliveTimeout);
        positive(errors, "writeTimeout", properties.writeTimeout);
        positive(errors, "minimumRateGrace", properties.minimumRateGrace);
        positive(errors, "halfCloseGrace", properties.halfCloseGrace);
        properties.remoteIp.validate(errors);
        properties.proxyProtocol.validate(errors, "proxyProtocol");
        properties.shutdown.validate(errors);
        if (properties.minimumRate < 0) {
            errors.rejectValue("minimumRate", "min", "must be at least 1, or 0 for any rate");
        }
        notNegative(errors, "maxConnectionAge", properties.maxConnectionAge, "any age");
        notNegative(errors, "maxRequestWait", properties.maxRequestWait, "any time");
        notNegative(errors, "requestTimeout", properties.requestTimeout, "any time");
        if (properties.maxWaitingRequests < -1) {
            errors.rejectValue("maxWaitingRequests", "min", "must be at least 0, or -1 for any number");
        }
        if (properties.exemptPaths != null
                && properties.exemptPaths.stream().anyMatch(path -> !path.startsWith("/") || path.endsWith("/"))) {
            errors.rejectValue("exemptPaths", "path", "must be paths that start with / and do not end with it");
        }
    }

    private static void atLeastOne(Errors errors, String field, int value) {
        if (value < 1) {
            String orUnlimited = field.equals("maxKeepAliveRequests") ? ", or -1 for any number" : "";
            errors.rejectValue(field, "min", "must be at least 1" + orUnlimited);
        }
    }

    private static void notNegative(Errors errors, String field, Duration value, String orAny) {
        if (value.isNegative()) {
            errors.rejectValue(field, "min", "must be positive, or 0 for " + orAny);
        }
    }

    private static void positive(Errors errors, String field, @Nullable Duration value) {
        if (value == null || !value.isPositive()) {
            errors.rejectValue(field, "positive", "must be longer than nothing");
        }
    }
}
