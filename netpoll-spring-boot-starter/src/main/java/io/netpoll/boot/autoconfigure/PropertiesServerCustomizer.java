package io.netpoll.boot.autoconfigure;

import io.netpoll.boot.NetpollServerCustomizer;
import io.netpoll.handler.CompressionOptions;
import io.netpoll.server.HandlerMode;
import io.netpoll.server.ServerOptions;
import java.util.List;
import org.springframework.boot.cloud.CloudPlatform;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.server.autoconfigure.ServerProperties.ForwardHeadersStrategy;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;

/** Carries properties into the options of a server. */
class PropertiesServerCustomizer implements NetpollServerCustomizer, Ordered {

    private static final String VIRTUAL_THREADS = "spring.threads.virtual.enabled";
    private static final DataSize LEAST_HEAD = DataSize.ofBytes(64);

    private final Environment environment;
    private final ServerProperties serverProperties;
    private final NetpollServerProperties properties;
    private final boolean application;

    /**
     * A customizer.
     *
     * @param application whether the server is the application's, for which the listeners are meant, and the delay of a
     *     shutdown: a management server outlives it
     */
    PropertiesServerCustomizer(
            Environment environment,
            ServerProperties serverProperties,
            NetpollServerProperties properties,
            boolean application) {
        this.environment = environment;
        this.serverProperties = serverProperties;
        this.properties = properties;
        this.application = application;
    }

    @Override
    public int getOrder() {
        return 0;
    }

    @Override
    public void customize(ServerOptions.Builder options) {
        if (properties.getReactors() != null) {
            options.reactors(properties.getReactors());
        }
        options.handlerMode(handlerMode())
                .stallThreshold(properties.getStallThreshold())
                .platformThreads(properties.getPlatformThreads())
                .maxConnections(properties.getMaxConnections())
                .rejectWhenFull(properties.isRejectWhenFull())
                .acceptBacklog(properties.getAcceptBacklog())
                .maxKeepAliveRequests(properties.getMaxKeepAliveRequests())
                .maxHeaderCount(properties.getMaxHeaderCount())
                .handshakeTimeout(properties.getHandshakeTimeout())
                .headTimeout(properties.getHeadTimeout())
                .bodyTimeout(properties.getBodyTimeout())
                .keepAliveTimeout(properties.getKeepAliveTimeout())
                .writeTimeout(properties.getWriteTimeout())
                .minimumRate(properties.getMinimumRate())
                .minimumRateGrace(properties.getMinimumRateGrace())
                .maxConnectionAge(properties.getMaxConnectionAge())
                .halfCloseGrace(properties.getHalfCloseGrace())
                .maxRequestBodySize(bytes(properties.getMaxRequestBodySize()))
                .maxSwallowSize(bytes(properties.getMaxSwallowSize()))
                .maxWaitingRequests(properties.getMaxWaitingRequests())
                .maxRequestWait(properties.getMaxRequestWait())
                .requestTimeout(properties.getRequestTimeout())
                .exemptPaths(exemptPaths())
                .shutdown(properties.getShutdown().options(application));
        if (application) {
            options.listeners(properties.getListeners().stream()
                    .map(ListenerProperties::toListenAddress)
                    .toList());
        }
        PropertyMapper map = PropertyMapper.get();
        map.from(properties::getMaxInFlight).to(options::maxInFlight);
        map.from(serverProperties::getMaxHttpRequestHeaderSize)
                .as(this::headSize)
                .to(options::maxHeadSize);
        if (readsForwardedHeaders()) {
            options.forwarded(properties.getRemoteIp().options());
        }
        map.from(options::compression).as(this::withEntityTags).to(options::compression);
    }

    /** Whether the server itself reads what proxies say: if asked to, or by default where the platform has proxies. */
    private boolean readsForwardedHeaders() {
        if (properties.getRemoteIp().namesHeaders()) {
            return true;
        }
        ForwardHeadersStrategy strategy = serverProperties.getForwardHeadersStrategy();
        if (strategy != null) {
            return strategy == ForwardHeadersStrategy.NATIVE;
        }
        CloudPlatform platform = CloudPlatform.getActive(environment);
        return platform != null && platform.isUsingForwardHeaders();
    }

    private CompressionOptions withEntityTags(CompressionOptions compression) {
        return new CompressionOptions(
                compression.mediaTypes(),
                compression.minimumSize(),
                compression.excludedUserAgents(),
                properties.getCompression().isWeakenEtags());
    }

    private List<String> exemptPaths() {
        List<String> chosen = properties.getExemptPaths();
        return chosen != null ? chosen : ExemptPaths.ofActuator(environment);
    }

    private static long bytes(DataSize size) {
        return size.isNegative() ? -1 : size.toBytes();
    }

    private HandlerMode handlerMode() {
        HandlerMode chosen = properties.getHandlerMode();
        if (chosen != null) {
            return chosen;
        }
        boolean virtual = environment.getProperty(VIRTUAL_THREADS, Boolean.class, true);
        return virtual ? HandlerMode.VIRTUAL : HandlerMode.PLATFORM;
    }

    private Integer headSize(DataSize size) {
        if (size.compareTo(LEAST_HEAD) < 0 || size.toBytes() > Integer.MAX_VALUE) {
            throw new InvalidConfigurationPropertyValueException(
                    "server.max-http-request-header-size",
                    size,
                    "It must be at least " + LEAST_HEAD + " and below 2GB.");
        }
        return Math.toIntExact(size.toBytes());
    }
}
